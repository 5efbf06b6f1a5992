; reorder_for_locality: a loop over a block's elements gets a second form, with a barrier in
; front of each round; sums are kept for each thread. Not so where only some threads come, the
; loop has another way out, reads what may change meanwhile, or uses private arrays; those are
; taken for one lane alone.
; RUN: %heddle opt -O2 --target=aarch64-linux-gnu --only=reorder_for_locality %s | %FileCheck %s
; RUN: %heddle opt -O2 --target=x86_64-linux-gnu --only=reorder_for_locality %s | %FileCheck %s
; RUN: %heddle opt -O2 --lanes=1 --only=reorder_for_locality %s | %FileCheck %s --check-prefix=ONE

; CHECK-LABEL: define void @sum(
; CHECK: [[MINE:%.*]] = icmp slt i32 %t, %n
; CHECK: [[LONG:%.*]] = icmp uge i64 {{.*}}, 64
; CHECK-NEXT: [[ALL:%.*]] = and i1 {{.*}}, [[LONG]]
; CHECK-NEXT: br i1 [[ALL]], label %rounds.entry, label %rounds.not
; CHECK: rounds:
; CHECK-NEXT: [[FIRST:%.*]] = phi i32 [ 0, %rounds.entry ], [ [[NEXT:%.*]], %rounds.next ]
; CHECK-NEXT: [[OLD:%.*]] = phi float [ [[NEW:%.*]], %rounds.next ], [ 0.000000e+00, %rounds.entry ]
; CHECK-NEXT: call void @hd.barrier()
; CHECK-NEXT: [[T:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: [[I:%.*]] = add i32 [[FIRST]], [[T]]
; CHECK-NEXT: [[IN:%.*]] = icmp slt i32 [[I]], %n
; CHECK-NEXT: br i1 [[IN]], label %[[BODY:.*]], label %rounds.next
; CHECK: rounds.next:
; CHECK-NEXT: [[NEW]] = phi float [ [[MORE:%.*]], %[[BODY]] ], [ [[OLD]], %rounds ]
; CHECK-NEXT: [[NEXT]] = add i32 [[FIRST]], {{%.*}}
; CHECK-NEXT: [[ON:%.*]] = icmp slt i32 [[NEXT]], %n
; CHECK-NEXT: br i1 [[ON]], label %rounds, label %rounds.end
; CHECK: rounds.not:
; CHECK-NEXT: br i1 [[MINE]], label %enter, label %done
; CHECK: [[BODY]]:
; CHECK: [[MORE]] = fadd float [[OLD]],
define void @sum(ptr %out, ptr %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %t, %n
  br i1 %any, label %enter, label %done

enter:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop

loop:
  %i = phi i32 [ %t, %enter ], [ %next, %loop ]
  %total = phi float [ 0.0, %enter ], [ %more, %loop ]
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %in, i64 %wide
  %v = load float, ptr %p
  %more = fadd float %total, %v
  %next = add i32 %i, %step
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  %last = phi float [ %more, %loop ]
  br label %done

done:
  %result = phi float [ 0.0, %entry ], [ %last, %leave ]
  %to = zext i32 %t to i64
  %q = getelementptr float, ptr %out, i64 %to
  store float %result, ptr %q
  ret void
}

; four bytes a grid apart: whole lines, and jumps between them
; CHECK-LABEL: define void @over_grid(
; CHECK-NOT: hd.barrier
; CHECK: ret void
; ONE-LABEL: define void @over_grid(
; ONE: call void @hd.barrier()
define void @over_grid(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %s = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %base = mul i32 %b, %s
  %start = add i32 %base, %t
  %step = mul i32 %g, %s
  %any = icmp ult i32 %start, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %start, %enter ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %wide
  store i32 %i, ptr %q
  %next = add i32 %i, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @only_some(
; CHECK-NOT: hd.barrier
; CHECK: ret void
; ONE-LABEL: define void @only_some(
; ONE-NOT: hd.barrier
; ONE: ret void
define void @only_some(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %guard, label %done

guard:
  %any = icmp ult i32 %t, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %t, %enter ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %q = getelementptr i8, ptr %p, i64 %wide
  store i8 1, ptr %q
  %next = add i32 %i, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @another_way_out(
; CHECK-NOT: hd.barrier
; CHECK: ret void
define void @another_way_out(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %any = icmp ult i32 %t, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %t, %enter ], [ %next, %again ]
  %wide = zext i32 %i to i64
  %q = getelementptr i8, ptr %p, i64 %wide
  %v = load i8, ptr %q
  %found = icmp eq i8 %v, 7
  br i1 %found, label %leave, label %again

again:
  %next = add i32 %i, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @may_change(
; CHECK-NOT: hd.barrier
; CHECK: ret void
define void @may_change(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %any = icmp ult i32 %t, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %t, %enter ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %q = getelementptr i8, ptr %p, i64 %wide
  %v = load volatile i8, ptr %q
  %next = add i32 %i, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @private(
; CHECK-NOT: hd.barrier
; CHECK: ret void
; ONE-LABEL: define void @private(
; ONE: icmp ule i64 {{.*}}, 262144
; ONE: call void @hd.barrier()
define void @private(ptr %p, i32 %n) {
entry:
  %mine = alloca [256 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %any = icmp ult i32 %t, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %t, %enter ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %q = getelementptr i8, ptr %p, i64 %wide
  %v = load i8, ptr %q
  %at = zext i8 %v to i64
  %c = getelementptr [256 x i32], ptr %mine, i64 0, i64 %at
  %old = load i32, ptr %c
  %new = add i32 %old, 1
  store i32 %new, ptr %c
  %next = add i32 %i, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}
!6 = !{ptr @count, !"kernel", i32 1}
!7 = !{ptr @count_by_block, !"kernel", i32 1}
!0 = !{ptr @sum, !"kernel", i32 1}
!1 = !{ptr @over_grid, !"kernel", i32 1}
!2 = !{ptr @only_some, !"kernel", i32 1}
!3 = !{ptr @another_way_out, !"kernel", i32 1}
!4 = !{ptr @may_change, !"kernel", i32 1}
!5 = !{ptr @private, !"kernel", i32 1}

; Counts in shared memory that are added up in global memory: blocks take parts, and count in a
; wide index. Where the place depends on the block, they do not.
; CHECK-LABEL: define void @count(
; CHECK: [[STEP:%.*]] = mul i64 %ntid, %nctaid
; CHECK: [[ROUNDS:%.*]] = udiv i64 {{.*}}, [[STEP]]
; CHECK: [[PART:%.*]] = mul i64 [[ROUNDS]], 16
; CHECK: [[TEAM:%.*]] = lshr i64 %tid, 4
; CHECK: [[TEAMS:%.*]] = add i64 {{.*}}, [[TEAM]]
; CHECK: {{%.*}} = and i64 %tid, 15
; CHECK: {{%.*}} = mul i64 [[TEAMS]], [[PART]]
; CHECK: br i1 {{.*}}, label %parts.any, label %parts.not
; CHECK: parts:
; CHECK-NEXT: [[WIDE:%.*]] = phi i64 [ {{%.*}}, %parts.entry ], [ [[NEXT:%.*]], %parts ]
; CHECK: getelementptr i32, ptr %in, i64 [[WIDE]]
; CHECK: atomicrmw add ptr
; CHECK: [[NEXT]] = add i64 [[WIDE]], 16
@s = internal global [256 x i32] undef, section ".heddle.shared"
define void @count(ptr %out, ptr %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %w = zext i32 %t to i64
  %mine = getelementptr [256 x i32], ptr @s, i64 0, i64 %w
  store i32 0, ptr %mine
  call void @llvm.nvvm.barrier0()
  %base = mul i32 %b, %d
  %start = add i32 %base, %t
  %step = mul i32 %g, %d
  %any = icmp slt i32 %start, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %start, %enter ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %q
  %low = and i32 %v, 255
  %at = zext i32 %low to i64
  %c = getelementptr [256 x i32], ptr @s, i64 0, i64 %at
  %old = atomicrmw add ptr %c, i32 1 seq_cst
  %next = add i32 %i, %step
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  call void @llvm.nvvm.barrier0()
  %sum = load i32, ptr %mine
  %to = getelementptr i32, ptr %out, i64 %w
  %x = atomicrmw add ptr %to, i32 %sum seq_cst
  ret void
}

; CHECK-LABEL: define void @count_by_block(
; CHECK-NOT: parts
; CHECK: ret void
@s2 = internal global [256 x i32] undef, section ".heddle.shared"
define void @count_by_block(ptr %out, ptr %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %w = zext i32 %t to i64
  %mine = getelementptr [256 x i32], ptr @s2, i64 0, i64 %w
  store i32 0, ptr %mine
  call void @llvm.nvvm.barrier0()
  %base = mul i32 %b, %d
  %start = add i32 %base, %t
  %step = mul i32 %g, %d
  %any = icmp slt i32 %start, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %start, %enter ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %q
  %low = and i32 %v, 255
  %at = zext i32 %low to i64
  %c = getelementptr [256 x i32], ptr @s2, i64 0, i64 %at
  %old = atomicrmw add ptr %c, i32 1 seq_cst
  %next = add i32 %i, %step
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  call void @llvm.nvvm.barrier0()
  %sum = load i32, ptr %mine
  %bw = zext i32 %b to i64
  %to = getelementptr i32, ptr %out, i64 %bw
  %x = atomicrmw add ptr %to, i32 %sum seq_cst
  ret void
}

declare void @llvm.nvvm.barrier0()

; So do counts in an array of each thread's own, which everybody adds to the same places, zeros or
; not. Where the place depends on the thread, they do not.
; CHECK-LABEL: define void @private_count(
; CHECK: br i1 {{.*}}, label %parts.any, label %parts.not
; CHECK: parts:
; CHECK: [[NEW:%.*]] = add i32 {{%.*}}, 1
; CHECK-NEXT: store i32 [[NEW]], ptr
define void @private_count(ptr %out, ptr %in, i32 %n) {
entry:
  %mine = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %mine)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  store [4 x i32] zeroinitializer, ptr %mine
  %base = mul i32 %b, %d
  %start = add i32 %base, %t
  %step = mul i32 %g, %d
  %any = icmp slt i32 %start, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %start, %enter ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %q
  %low = and i32 %v, 3
  %at = zext i32 %low to i64
  %c = getelementptr [4 x i32], ptr %mine, i64 0, i64 %at
  %old = load i32, ptr %c
  %new = add i32 %old, 1
  store i32 %new, ptr %c
  %next = add i32 %i, %step
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  %p = getelementptr [4 x i32], ptr %mine, i64 0, i64 2
  %sum = load i32, ptr %p
  %zero = icmp eq i32 %sum, 0
  br i1 %zero, label %end, label %add

add:
  %to = getelementptr i32, ptr %out, i64 2
  %x = atomicrmw add ptr %to, i32 %sum monotonic
  br label %end

end:
  ret void
}

; CHECK-LABEL: define void @private_by_thread(
; CHECK-NOT: parts
; CHECK: ret void
define void @private_by_thread(ptr %out, ptr %in, i32 %n) {
entry:
  %mine = alloca [4 x i32]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  store [4 x i32] zeroinitializer, ptr %mine
  %some = and i32 %t, 3
  %place = zext i32 %some to i64
  %c = getelementptr [4 x i32], ptr %mine, i64 0, i64 %place
  %base = mul i32 %b, %d
  %start = add i32 %base, %t
  %step = mul i32 %g, %d
  %any = icmp slt i32 %start, %n
  br i1 %any, label %enter, label %done

enter:
  br label %loop

loop:
  %i = phi i32 [ %start, %enter ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr i32, ptr %in, i64 %wide
  %v = load i32, ptr %q
  %old = load i32, ptr %c
  %new = add i32 %old, %v
  store i32 %new, ptr %c
  %next = add i32 %i, %step
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %leave

leave:
  br label %done

done:
  %p = getelementptr [4 x i32], ptr %mine, i64 0, i64 2
  %sum = load i32, ptr %p
  %to = getelementptr i32, ptr %out, i64 2
  %x = atomicrmw add ptr %to, i32 %sum monotonic
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
!8 = !{ptr @private_count, !"kernel", i32 1}
!9 = !{ptr @private_by_thread, !"kernel", i32 1}
