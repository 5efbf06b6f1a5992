; peel_iterations: the first two rounds of a loop whose guard on threadIdx.x moves stand in front of
; it, with constants; the loop goes on from the third. One whose guard stays is left alone.
; RUN: %heddle opt -O2 --only=peel_iterations --library=none %s | %FileCheck %s

; CHECK-LABEL: define void @k.known(
; CHECK: [[I:%.*]] = phi i32 {{.*}}[ 2, %
; CHECK: icmp sgt i32 %t, [[I]]
; CHECK: barrier0
; CHECK: ret void
; CHECK: icmp sgt i32 %t, 0
; CHECK: barrier0
; CHECK: icmp sgt i32 %t, 1
; CHECK: barrier0
; CHECK: icmp sgt i32 %n, 2
; CHECK-NOT: barrier0
; CHECK: }
define void @k.known(ptr %out, i32 %n) "heddle-known"="16,4,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %w
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %sum = phi i32 [ 0, %entry ], [ %more, %join ]
  %is = icmp sgt i32 %t, %i
  br i1 %is, label %yes, label %join
yes:
  %v = load i32, ptr %p
  br label %join
join:
  %plus = phi i32 [ %v, %yes ], [ 0, %loop ]
  %more = add i32 %sum, %plus
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %all = phi i32 [ %more, %join ]
  store i32 %all, ptr %p
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @stays.known(
; CHECK: phi i32 [ 0,
; CHECK: barrier0
; CHECK-NOT: barrier0
; CHECK: }
define void @stays.known(ptr %out, i32 %n) "heddle-known"="16,4,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %w
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %is = icmp sgt i32 %t, %n
  br i1 %is, label %yes, label %join
yes:
  store i32 %i, ptr %p
  br label %join
join:
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
