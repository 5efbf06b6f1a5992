; lower_lanes: what is read, changed and written back in places all over memory goes lane by
; lane, without vectors, where nobody else needs it; AVX-512 does it at once, but in private
; arrays.
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
; CHECK-LABEL: define internal void @hd.kernel.own
; X86-NOT: scatter
; X86: [[NEW:%.*]] = add i32 %{{.*}}, 5
; X86-NEXT: store i32 [[NEW]], ptr
; X86-NOT: scatter
; X86: ret void
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

define void @own(ptr %which, ptr %counts) {
  %mine = alloca [64 x i32]
  call void @llvm.memset.p0.i64(ptr %mine, i8 0, i64 256, i1 false)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %which, i64 %w
  %k = load i32, ptr %p, align 4
  %low = and i32 %k, 63
  %kw = zext nneg i32 %low to i64
  %q = getelementptr inbounds [64 x i32], ptr %mine, i64 0, i64 %kw
  %old = load i32, ptr %q, align 4
  %new = add i32 %old, 5
  store i32 %new, ptr %q, align 4
  %r = getelementptr inbounds [64 x i32], ptr %mine, i64 0, i64 %w
  %sum = load i32, ptr %r, align 4
  %s = getelementptr inbounds i32, ptr %counts, i64 %w
  store i32 %sum, ptr %s, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @count, !"kernel", i32 1}
!1 = !{ptr @needed, !"kernel", i32 1}
!2 = !{ptr @own, !"kernel", i32 1}
