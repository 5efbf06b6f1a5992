; split_conditions: what does not depend on threadIdx.x is asked first, in a branch of its
; own; what was asked lazily is frozen, since it is not asked behind the rest any more.
; RUN: %heddle opt -O2 --only=split_conditions %s | %FileCheck %s

; CHECK-LABEL: define void @both(
; CHECK: br i1 %row, label %[[THEN:.*]], label %no
; CHECK: [[THEN]]:
; CHECK-NEXT: br i1 %column, label %yes, label %no
; CHECK: no:
; CHECK-NEXT: phi i32 [ 1, %entry ], [ 2, %yes ], [ 1, %[[THEN]] ]
define void @both(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %column = icmp slt i32 %x, %n
  %row = icmp slt i32 %y, %n
  %c = and i1 %column, %row
  br i1 %c, label %yes, label %no

yes:
  br label %no

no:
  %p = phi i32 [ 1, %entry ], [ 2, %yes ]
  store i32 %p, ptr %out
  ret void
}

; CHECK-LABEL: define void @lazy(
; CHECK: [[COLD:%.*]] = freeze i1 %row
; CHECK: br i1 [[COLD]], label %yes, label %[[THEN:.*]]
; CHECK: [[THEN]]:
; CHECK: br i1 %column, label %yes, label %no
define void @lazy(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %column = icmp slt i32 %x, %n
  %row = icmp slt i32 %y, %n
  %c = select i1 %column, i1 true, i1 %row
  br i1 %c, label %yes, label %no

yes:
  store i32 1, ptr %out
  br label %no

no:
  ret void
}

; One that goes round a loop stays: a loop has one way back.
; CHECK-LABEL: define void @round(
; CHECK: br i1 %c, label %loop, label %done
define void @round(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  store volatile i32 %i, ptr %out
  %column = icmp slt i32 %next, %x
  %row = icmp slt i32 %next, %n
  %c = and i1 %column, %row
  br i1 %c, label %loop, label %done

done:
  ret void
}

; threadIdx.x against a constant is asked again behind a barrier.
; CHECK-LABEL: define void @again(
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: [[C:%.*]] = icmp ult i32 %x, 4
; CHECK-NEXT: br i1 [[C]], label %yes, label %no
define void @again(ptr %out) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %few = icmp ult i32 %x, 4
  br i1 %few, label %first, label %meet

first:
  store i32 1, ptr %out
  br label %meet

meet:
  call void @llvm.nvvm.barrier0()
  br i1 %few, label %yes, label %no

yes:
  store i32 2, ptr %out
  br label %no

no:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()
