; unroll_loops: of a loop along a row of each thread's own, four rounds become one; not where all
; threads go along one row, where their numbers of rounds differ, or what is read is written again.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O2 -fno-heddle-quads %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define void @own
; CHECK-COUNT-5: load float
; CHECK-NOT: load float
; CHECK: ret void
; OFF-LABEL: define void @own
; OFF-COUNT-1: load float
; OFF-NOT: load float
; OFF: ret void
define void @own(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %t, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.1, %loop ]
  %at = add nsw i32 %row, %j
  %w = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %s.1 = fadd float %s, %v
  %j.1 = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %j.1, %n
  br i1 %more, label %loop, label %done
done:
  %to = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %s.1, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define void @shared_row
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @shared_row(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.1, %loop ]
  %at = add nsw i32 %t, %j
  %w = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %s.1 = fadd float %s, %v
  %j.1 = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %j.1, %n
  br i1 %more, label %loop, label %done
done:
  %to = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %s.1, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define void @triangle
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @triangle(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %t, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.1, %loop ]
  %at = add nsw i32 %row, %j
  %w = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %s.1 = fadd float %s, %v
  %j.1 = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %j.1, %t
  br i1 %more, label %loop, label %done
done:
  %to = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %s.1, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define void @again
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @again(ptr %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %t, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %j.1, %loop ]
  %at = add nsw i32 %row, %j
  %w = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %d = fmul float %v, 3.0
  store float %d, ptr %p, align 4
  %j.1 = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %j.1, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @own, !"kernel", i32 1}
!1 = !{ptr @shared_row, !"kernel", i32 1}
!2 = !{ptr @triangle, !"kernel", i32 1}
!3 = !{ptr @again, !"kernel", i32 1}
