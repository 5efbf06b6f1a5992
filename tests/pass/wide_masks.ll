; Masks are vectors of words on AArch64, also around loops that each lane leaves in its own
; round, and nothing is left of the vectors of bits that they were before.
; RUN: %heddle opt --library=none --target=aarch64-linux-gnu --lanes=8 --emit=ll %s | %FileCheck %s

; CHECK-LABEL: define internal void @hd.kernel.rounds
; CHECK-NOT: phi <8 x i1>
; CHECK: %mask{{[0-9]*}} = phi <8 x i32>
; CHECK-NOT: phi <8 x i1>
; CHECK: llvm.vector.reduce.umax.v8i32
; CHECK-NOT: phi <8 x i1>
define void @rounds(ptr %start, ptr %value, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds i32, ptr %start, i64 %w
  %first = load i32, ptr %p, align 4
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %end = load i32, ptr %p1, align 4
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  %c = icmp slt i32 %k, %end
  br i1 %c, label %latch, label %done
latch:
  %kw = sext i32 %k to i64
  %q = getelementptr inbounds float, ptr %value, i64 %kw
  %v = load float, ptr %q, align 4
  %sum1 = fadd float %sum, %v
  %next = add nsw i32 %k, 1
  br label %loop
done:
  %r = getelementptr inbounds float, ptr %out, i64 %w
  store float %sum, ptr %r, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @rounds, !"kernel", i32 1}
