; recompute_flags: a flag that lives across a barrier is the condition that it was set by, down to the
; single comparisons; where flags come from several places, each way asks for itself. Flags that
; something unknown decides, or that are only asked before the barrier, stay.
; RUN: %heddle opt -O2 --only=recompute_flags %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-flags --only=recompute_flags %s | %FileCheck %s --check-prefix=OFF

; OFF-LABEL: define void @chain(
; OFF: join:
; OFF-NEXT: %flag = phi i1
; CHECK-LABEL: define void @chain(
; CHECK: join:
; CHECK-NOT: phi
; CHECK: [[W:%.*]] = add i32 %x, 1
; CHECK: [[IN:%.*]] = icmp slt i32 [[W]], %n
; CHECK: [[ROW:%.*]] = icmp sge i32 %x, 1
; CHECK: [[C:%.*]] = select i1 [[ROW]], i1 [[IN]], i1 false
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: br i1 [[C]], label %mine, label %done
define void @chain(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, 1
  br i1 %c, label %join, label %more
more:
  %w = add i32 %x, 1
  %d = icmp slt i32 %w, %n
  br i1 %d, label %set, label %join
set:
  store i32 1, ptr %out
  br label %join
join:
  %flag = phi i1 [ false, %entry ], [ false, %more ], [ true, %set ]
  call void @llvm.nvvm.barrier0()
  br i1 %flag, label %mine, label %done
mine:
  store i32 2, ptr %out
  br label %done
done:
  ret void
}

; What happens on the way does not matter, if all of it ends in the same.
; CHECK-LABEL: define void @inner(
; CHECK: join:
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: br i1 %c, label %mine, label %done
define void @inner(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, %n
  br i1 %c, label %loop, label %join
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %v = load volatile i32, ptr %out
  %again = icmp slt i32 %next, %v
  br i1 %again, label %loop, label %join
join:
  %flag = phi i1 [ false, %entry ], [ true, %loop ]
  call void @llvm.nvvm.barrier0()
  br i1 %flag, label %mine, label %done
mine:
  store i32 2, ptr %out
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @places(
; CHECK: first:
; CHECK: barrier0
; CHECK: br label %[[A:.*]]
; CHECK: second:
; CHECK: barrier0
; CHECK: br label %[[B:.*]]
; CHECK: [[A]]:
; CHECK-NEXT: br i1 %c, label %mine, label %done
; CHECK: [[B]]:
; CHECK-NEXT: br i1 %d, label %mine, label %done
; CHECK: mine:
; CHECK-NEXT: phi i32 [ 5, %[[A]] ], [ 6, %[[B]] ]
define void @places(ptr %out, i32 %n, i1 %uniform) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, %n
  %d = icmp sgt i32 %x, 3
  br i1 %uniform, label %one, label %two
one:
  br i1 %c, label %one.set, label %first
one.set:
  store i32 1, ptr %out
  br label %first
first:
  %f = phi i1 [ false, %one ], [ true, %one.set ]
  call void @llvm.nvvm.barrier0()
  br label %ask
two:
  br i1 %d, label %two.set, label %second
two.set:
  store i32 2, ptr %out
  br label %second
second:
  %g = phi i1 [ false, %two ], [ true, %two.set ]
  call void @llvm.nvvm.barrier0()
  br label %ask
ask:
  %flag = phi i1 [ %f, %first ], [ %g, %second ]
  %which = phi i32 [ 5, %first ], [ 6, %second ]
  br i1 %flag, label %mine, label %done
mine:
  %what = phi i32 [ %which, %ask ]
  store i32 %what, ptr %out
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: %flag = phi i1
define void @unknown(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, %n
  br i1 %c, label %more, label %join
more:
  %v = load i32, ptr %out
  %d = icmp slt i32 %v, %n
  br i1 %d, label %set, label %join
set:
  store i32 1, ptr %out
  br label %join
join:
  %flag = phi i1 [ false, %entry ], [ false, %more ], [ true, %set ]
  call void @llvm.nvvm.barrier0()
  br i1 %flag, label %mine, label %done
mine:
  store i32 2, ptr %out
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @before(
; CHECK: %flag = phi i1
define void @before(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, %n
  br i1 %c, label %set, label %join
set:
  store i32 1, ptr %out
  br label %join
join:
  %flag = phi i1 [ false, %entry ], [ true, %set ]
  br i1 %flag, label %mine, label %done
mine:
  store i32 2, ptr %out
  br label %done
done:
  call void @llvm.nvvm.barrier0()
  ret void
}

; A version without tiles has no use for its barrier.
; CHECK-LABEL: define void @direct(
; CHECK: %flag = phi i1
; CHECK: ret void
define void @direct(ptr %out, i32 %n) "heddle-apart"="0:1," {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %x, 1
  br i1 %c, label %join, label %set
set:
  store i32 1, ptr %out
  br label %join
join:
  %flag = phi i1 [ false, %entry ], [ true, %set ]
  call void @llvm.nvvm.barrier0()
  br i1 %flag, label %mine, label %done
mine:
  store i32 2, ptr %out
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
