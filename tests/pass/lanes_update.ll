; lower_lanes: what is read, changed and written back in places all over memory goes lane by
; lane, without vectors, where nobody else needs it; AVX-512 does it at once.
; RUN: %heddle opt --target=aarch64-linux-gnu --only=lower_lanes -O2 --lanes=4 %s | %FileCheck --check-prefixes=CHECK,ARM %s
; RUN: %heddle opt --target=x86_64-linux-gnu --mcpu=x86-64-v4 --only=lower_lanes -O2 --lanes=16 %s | %FileCheck --check-prefixes=CHECK,X86 %s

; CHECK-LABEL: define internal void @hd.kernel.count
; ARM: [[VECTOR:%.*]] = load <4 x i32>
; ARM: extractelement <4 x i32> %{{.*}}, i64 3
; ARM: load i32, ptr [[AT:%.*]], align 4
; ARM-NEXT: [[NEW:%.*]] = add i32 %{{.*}}, 5
; ARM-NEXT: store i32 [[NEW]], ptr [[AT]], align 4
; ARM-NOT: add <4 x i32> %{{.*}}, {{.*}}i32 5
; X86: scatter
; CHECK-LABEL: define internal void @hd.kernel.needed
; ARM: add <4 x i32> %{{.*}}, {{.*}}5
define void @count(ptr %which, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %which, i64 %w
  %k = load i32, ptr %p, align 4
  %kw = sext i32 %k to i64
  %q = getelementptr inbounds i32, ptr %counts, i64 %kw
  %old = load i32, ptr %q, align 4
  %new = add i32 %old, 5
  store i32 %new, ptr %q, align 4
  ret void
}

define void @needed(ptr %which, ptr %counts) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %which, i64 %w
  %k = load i32, ptr %p, align 4
  %kw = sext i32 %k to i64
  %q = getelementptr inbounds i32, ptr %counts, i64 %kw
  %old = load i32, ptr %q, align 4
  %new = add i32 %old, 5
  store i32 %new, ptr %q, align 4
  store i32 %new, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @count, !"kernel", i32 1}
!1 = !{ptr @needed, !"kernel", i32 1}
