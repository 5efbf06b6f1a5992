; specialize_trip_counts: a kernel with two rounds in front of a loop has a version for launches that go
; round exactly twice, which a function of the parameters tells. Where the loop does not depend
; on the launch alone, there is none.
; RUN: %heddle opt -O2 --only=specialize_trip_counts --library=none %s | %FileCheck %s

; CHECK-LABEL: define void @k.known(
; CHECK: phi i32 [ 2,
; CHECK-NOT: define void @data.direct(

; CHECK-LABEL: define void @k.direct(
; CHECK-SAME: [[ATTR:#[0-9]+]]
; CHECK-NOT: br i1
; CHECK-NOT: phi
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK-NOT: call void @llvm.nvvm.barrier0()
; CHECK: store i32 2
; CHECK: }

; CHECK-LABEL: define i1 @hd.suits.k(ptr %0, i32 %1)
; CHECK: [[ANY:%.*]] = icmp sgt i32 %1, 0
; CHECK: freeze i1 [[ANY]]
; CHECK: [[ONE:%.*]] = icmp eq i32 %1, 1
; CHECK: [[FIXED:%.*]] = freeze i1 [[ONE]]
; CHECK: xor i1 [[FIXED]], true
; CHECK: [[TWO:%.*]] = icmp eq i32 %1, 2
; CHECK: [[LAST:%.*]] = freeze i1 [[TWO]]
; CHECK: [[ALL:%.*]] = and i1 {{%.*}}, [[LAST]]
; CHECK: ret i1 [[ALL]]
; CHECK-NOT: @hd.suits.data
; CHECK: attributes [[ATTR]] = {{.*}}"heddle-apart"
define void @k(ptr %p, i32 %n) {
  ret void
}

define void @k.known(ptr %p, i32 %n) "heddle-known"="16,4,1" "heddle-peeled" {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %first, label %done
first:
  call void @llvm.nvvm.barrier0()
  %one = icmp eq i32 %n, 1
  br i1 %one, label %done, label %second
second:
  call void @llvm.nvvm.barrier0()
  %two = icmp eq i32 %n, 2
  br i1 %two, label %done, label %loop
loop:
  %i = phi i32 [ 2, %second ], [ %next, %loop ]
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %rounds = phi i32 [ 0, %entry ], [ 1, %first ], [ 2, %second ], [ %next, %loop ]
  store i32 %rounds, ptr %p
  ret void
}

define void @data(ptr %p) {
  ret void
}

define void @data.known(ptr %p) "heddle-known"="16,4,1" "heddle-peeled" {
entry:
  %n = load i32, ptr %p
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @data, !"kernel", i32 1}
