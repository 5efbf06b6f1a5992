; unroll_loops: loops of known length that only compute become straight code. Those that read
; what belongs to a thread, write, have another way out, or are long stay loops.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O2 -fno-heddle-series %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define void @horner
; CHECK-NOT: phi
; CHECK-COUNT-3: load float, ptr getelementptr inbounds
; CHECK: ret void
; OFF-LABEL: define void @horner
; OFF: phi float
; OFF: ret void
@coefficients = internal global [4 x float] zeroinitializer
define void @horner(ptr %p, float %x) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.1, %loop ]
  %a = getelementptr inbounds [4 x float], ptr @coefficients, i64 0, i64 %k
  %c = load float, ptr %a, align 4
  %s.0 = fmul float %s, %x
  %s.1 = fadd float %s.0, %c
  %n = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %n, 4
  br i1 %more, label %loop, label %done
done:
  store float %s.1, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @own
; CHECK: phi float
; CHECK: ret void
define void @own(ptr %p, ptr %in) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.1, %loop ]
  %at = add i64 %w, %k
  %a = getelementptr float, ptr %in, i64 %at
  %c = load float, ptr %a, align 4
  %s.1 = fadd float %s, %c
  %n = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %n, 4
  br i1 %more, label %loop, label %done
done:
  store float %s.1, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @writes
; CHECK-COUNT-1: store i64
; CHECK-NOT: store
; CHECK: ret void
define void @writes(ptr %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr i64, ptr %p, i64 %k
  store i64 %k, ptr %a, align 8
  %n = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %n, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @leaves
; CHECK: phi float
; CHECK: ret void
define void @leaves(ptr %p, float %x) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %next ]
  %s = phi float [ 1.0, %entry ], [ %s.1, %next ]
  %s.1 = fmul float %s, %x
  %far = fcmp ogt float %s.1, 4.0
  br i1 %far, label %done, label %next
next:
  %n = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %n, 4
  br i1 %more, label %loop, label %done
done:
  store float %s.1, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @long
; CHECK: phi float
; CHECK: ret void
define void @long(ptr %p, float %x) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi float [ 1.0, %entry ], [ %s.1, %loop ]
  %s.1 = fmul float %s, %x
  %n = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %n, 33
  br i1 %more, label %loop, label %done
done:
  store float %s.1, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @horner, !"kernel", i32 1}
!1 = !{ptr @own, !"kernel", i32 1}
!2 = !{ptr @writes, !"kernel", i32 1}
!3 = !{ptr @leaves, !"kernel", i32 1}
!4 = !{ptr @long, !"kernel", i32 1}
