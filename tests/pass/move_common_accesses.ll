; move_common_accesses: what both sides of a branch store is stored once behind it, what both load is
; loaded before it; and a few numbers that one side computes are no reason for a branch. Not
; past what may be the same bytes, not if it is volatile.
; RUN: %heddle opt -O2 --only=move_common_accesses --library=none %s | %FileCheck %s

; CHECK-LABEL: define void @choose(
; CHECK: select
; CHECK: store float
; CHECK-NOT: store
; CHECK: ret void
define void @choose(ptr %a, ptr %o, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p, align 4
  %c = fcmp olt float %v, 1.0
  br i1 %c, label %yes, label %no

yes:
  %w = fmul float %v, 2.0
  %q = getelementptr float, ptr %o, i64 %at
  store float %w, ptr %q, align 4
  br label %end

no:
  %q2 = getelementptr float, ptr %o, i64 %at
  store float 1.0, ptr %q2, align 4
  br label %end

end:
  ret void
}

; In a row, with a guard around it: the guard stays.
; CHECK-LABEL: define void @three(
; CHECK: icmp slt
; CHECK: br i1
; CHECK: fcmp
; CHECK-NOT: br i1
; CHECK: store float
; CHECK-NOT: store
; CHECK: ret void
define void @three(ptr %a, ptr %o, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %x, %n
  br i1 %in, label %go, label %end

go:
  %at = sext i32 %x to i64
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p, align 4
  %q = getelementptr float, ptr %o, i64 %at
  %c = fcmp olt float %v, 1.0
  br i1 %c, label %low, label %more

low:
  store float 1.0, ptr %q, align 4
  br label %end

more:
  %d = fcmp ogt float %v, 2.0
  br i1 %d, label %high, label %middle

high:
  store float 2.0, ptr %q, align 4
  br label %end

middle:
  store float %v, ptr %q, align 4
  br label %end

end:
  ret void
}

; CHECK-LABEL: define void @update(
; CHECK: load float
; CHECK: load float
; CHECK-NOT: load
; CHECK: store float
; CHECK-NOT: store
; CHECK: ret void
define void @update(ptr %a, ptr %b) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %pb = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %pb, align 4
  %p = getelementptr float, ptr %a, i64 %at
  %c = fcmp olt float %v, 0.5
  br i1 %c, label %yes, label %no

yes:
  %r = load float, ptr %p, align 4
  %s = fadd float %r, %v
  store float %s, ptr %p, align 4
  br label %end

no:
  %t = load float, ptr %p, align 4
  %w = fsub float %t, %v
  store float %w, ptr %p, align 4
  br label %end

end:
  ret void
}

; The arrays may be one.
; CHECK-LABEL: define void @read_between(
; CHECK: store float 1.0
; CHECK: load float
; CHECK: store float 2.0
; CHECK: ret void
define void @read_between(ptr %a, ptr %o, ptr %r) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %p = getelementptr float, ptr %a, i64 %at
  %q = getelementptr float, ptr %o, i64 %at
  %z = getelementptr float, ptr %r, i64 %at
  %v = load float, ptr %p, align 4
  %c = fcmp olt float %v, 0.5
  br i1 %c, label %yes, label %no

yes:
  store float 1.0, ptr %q, align 4
  %l = load float, ptr %p, align 4
  br label %end

no:
  store float 2.0, ptr %q, align 4
  br label %end

end:
  %k = phi float [ %l, %yes ], [ 0.0, %no ]
  store float %k, ptr %z, align 4
  ret void
}

; CHECK-LABEL: define void @seen(
; CHECK: store volatile float 1.0
; CHECK: store volatile float 2.0
define void @seen(ptr %a, ptr %o) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %p = getelementptr float, ptr %a, i64 %at
  %q = getelementptr float, ptr %o, i64 %at
  %v = load float, ptr %p, align 4
  %c = fcmp olt float %v, 0.5
  br i1 %c, label %yes, label %no

yes:
  store volatile float 1.0, ptr %q, align 4
  br label %end

no:
  store volatile float 2.0, ptr %q, align 4
  br label %end

end:
  ret void
}

; Not the same place: bytes and floats.
; CHECK-LABEL: define void @places(
; CHECK: store i32 1
; CHECK: store i32 2
define void @places(ptr %a, ptr %o) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p, align 4
  %c = fcmp olt float %v, 0.5
  br i1 %c, label %yes, label %no

yes:
  %q = getelementptr i8, ptr %o, i64 %at
  store i32 1, ptr %q, align 1
  br label %end

no:
  %q2 = getelementptr i32, ptr %o, i64 %at
  store i32 2, ptr %q2, align 1
  br label %end

end:
  ret void
}

; A conversion is a few instructions: all lanes do it.
; CHECK-LABEL: define void @clamp(
; CHECK: call i32 @llvm.fptoui.sat.i32.f32
; CHECK: select i1
; CHECK: store i8
define void @clamp(ptr %o, float %f) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = sext i32 %x to i64
  %p = getelementptr i8, ptr %o, i64 %at
  %b = load i8, ptr %p, align 1
  %g = uitofp i8 %b to float
  %v = fmul float %g, %f
  %c = fcmp ogt float %v, 255.0
  br i1 %c, label %end, label %no

no:
  %w = call i32 @llvm.fptoui.sat.i32.f32(float %v)
  %n = trunc i32 %w to i8
  br label %end

end:
  %r = phi i8 [ -1, %0 ], [ %n, %no ]
  store i8 %r, ptr %p, align 1
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.fptoui.sat.i32.f32(float)

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @choose, !"kernel", i32 1}
!1 = !{ptr @three, !"kernel", i32 1}
!2 = !{ptr @update, !"kernel", i32 1}
!3 = !{ptr @read_between, !"kernel", i32 1}
!4 = !{ptr @seen, !"kernel", i32 1}
!5 = !{ptr @places, !"kernel", i32 1}
!6 = !{ptr @clamp, !"kernel", i32 1}
