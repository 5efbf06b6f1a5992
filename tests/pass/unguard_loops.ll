; unguard_loops: a loop that asks at every turn whether x + d lies in an array has a copy that does
; not, for groups whose lanes all have x in [r, n - r); unsigned comparisons count from zero. Not
; where what is counted is not known in front of the loop, where the comparison is of something
; else, in kernels with barriers, or with -fno-heddle-windows.
; RUN: %heddle opt -O2 --only=unguard_loops --library=none %s | %FileCheck %s
; RUN: %heddle opt -fno-heddle-windows -O2 --only=unguard_loops --library=none %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: hd.all

; CHECK-LABEL: define void @window(
; CHECK: [[LOW:%.*]] = icmp sge i32 %x, %r
; CHECK: [[HIGH:%.*]] = icmp sle i32 %x, %{{.*}}
; CHECK: [[ALL:%.*]] = call i1 @hd.all(i1 %{{.*}})
; CHECK: br i1 [[ALL]], label %loop1.preheader, label %loop.preheader, !prof
; CHECK: {{^}}loop:
; CHECK: icmp sgt i32 %{{.*}}, -1
; CHECK: icmp slt i32 %{{.*}}, %n
; CHECK: {{^}}loop1:
; CHECK-NOT: icmp sgt
; CHECK-NOT: %n
; CHECK: load i32
; CHECK-NOT: icmp sgt
; CHECK: }
define void @window(ptr %a, ptr %out, i32 %n, i32 %r) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %b, 64
  %x = add i32 %first, %t
  %from = sub nsw i32 0, %r
  br label %loop
loop:
  %d = phi i32 [ %from, %entry ], [ %d1, %next ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %next ]
  %i = add nsw i32 %x, %d
  %not.left = icmp sgt i32 %i, -1
  br i1 %not.left, label %right, label %next
right:
  %not.right = icmp slt i32 %i, %n
  br i1 %not.right, label %read, label %next
read:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  br label %next
next:
  %sum1 = phi i32 [ %sum, %loop ], [ %sum, %right ], [ %more, %read ]
  %d1 = add nsw i32 %d, 1
  %go = icmp slt i32 %d, %r
  br i1 %go, label %loop, label %done
done:
  %last = phi i32 [ %sum1, %next ]
  %xw = sext i32 %x to i64
  %q = getelementptr i32, ptr %out, i64 %xw
  store i32 %last, ptr %q
  ret void
}

; CHECK-LABEL: define void @unsigned(
; CHECK: icmp sgt i32 %x, 0
; CHECK: call i1 @hd.all(
; CHECK: icmp ult
; CHECK: }
define void @unsigned(ptr %a, ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %b, 64
  %x = add i32 %first, %t
  br label %loop
loop:
  %d = phi i32 [ -1, %entry ], [ %d1, %next ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %next ]
  %i = add i32 %x, %d
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %read, label %next
read:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  br label %next
next:
  %sum1 = phi i32 [ %sum, %loop ], [ %more, %read ]
  %d1 = add nsw i32 %d, 1
  %stop = icmp eq i32 %d1, 5
  br i1 %stop, label %done, label %loop
done:
  %last = phi i32 [ %sum1, %next ]
  %xw = sext i32 %x to i64
  %q = getelementptr i32, ptr %out, i64 %xw
  store i32 %last, ptr %q
  ret void
}

; The limit is read in the loop.
; CHECK-LABEL: define void @moving(
; CHECK-NOT: hd.all
; CHECK: ret void
define void @moving(ptr %a, ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %next ]
  %i = add nsw i32 %x, %d
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %write, label %next
write:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %w
  store i32 %d, ptr %p
  br label %next
next:
  %d1 = add nsw i32 %d, 1
  %limit = load i32, ptr %a
  %go = icmp slt i32 %d1, %limit
  br i1 %go, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @barrier(
; CHECK-NOT: hd.all
; CHECK: ret void
define void @barrier(ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %next ]
  %i = add nsw i32 %x, %d
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %write, label %next
write:
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %w
  store i32 %d, ptr %p
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %d1 = add nsw i32 %d, 1
  %go = icmp slt i32 %d1, 9
  br i1 %go, label %loop, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @window, !"kernel", i32 1}
!1 = !{ptr @unsigned, !"kernel", i32 1}
!2 = !{ptr @moving, !"kernel", i32 1}
!3 = !{ptr @barrier, !"kernel", i32 1}
