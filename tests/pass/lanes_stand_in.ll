; lower_lanes: idle lanes write what the last of the others writes, to the same place, where the
; lanes' indices are words; so there is no branch for each lane. Volatile stores are made by
; those who make them.
; RUN: %heddle opt --only=lower_lanes --target=aarch64-linux-gnu -O2 --lanes=4 %s | %FileCheck %s
; RUN: %heddle opt --library=none --target=aarch64-linux-gnu --lanes=4 --emit=asm %s -o - | %FileCheck --check-prefix=ASM %s
; RUN: %heddle opt --only=lower_lanes --target=aarch64-linux-gnu -O2 --lanes=4 -fno-heddle-idle %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: %last
; CHECK-LABEL: @hd.kernel.put(
; CHECK: %last = sub i4 3, %{{.*}}
; CHECK: %[[I:.*]] = extractelement <4 x i32> %[[X:.*]], i4 %last
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %[[X]], <4 x i32> %splat
; CHECK: extractelement <4 x i32> %{{.*}}, i4 %last
; CHECK-LABEL: @hd.kernel.watched(
; CHECK-NOT: %last
; CHECK: ret void
; ASM-LABEL: hd.kernel.put:
; ASM: clz
; ASM: st1 { v{{.*}}.s }[1]
; ASM-NEXT: st1 { v{{.*}}.s }[2]
; ASM-NEXT: st1 { v{{.*}}.s }[3]

; if (in[i] > 0) out[in[i]] = other[i]
define void @put(ptr %out, ptr %in, ptr %other) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %p, align 4
  %o = getelementptr i32, ptr %other, i64 %i
  %v = load i32, ptr %o, align 4
  %c = icmp sgt i32 %k, 0
  br i1 %c, label %some, label %all
some:
  %w = sext i32 %k to i64
  %q = getelementptr i32, ptr %out, i64 %w
  store i32 %v, ptr %q, align 4
  br label %all
all:
  ret void
}

define void @watched(ptr %out, ptr %in, ptr %other) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %p, align 4
  %o = getelementptr i32, ptr %other, i64 %i
  %v = load i32, ptr %o, align 4
  %c = icmp sgt i32 %k, 0
  br i1 %c, label %some, label %all
some:
  %w = sext i32 %k to i64
  %q = getelementptr i32, ptr %out, i64 %w
  store volatile i32 %v, ptr %q, align 4
  br label %all
all:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @put, !"kernel", i32 1}
!1 = !{ptr @watched, !"kernel", i32 1}
