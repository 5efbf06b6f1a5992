; find_waits: kernels with a loop that reads what other blocks write are marked; those reads
; acquire, and so do results of atomics in kernels with fences. Loops over ordinary memory
; and over shared memory are no waits.
; RUN: %heddle opt --only=find_waits %s | %FileCheck %s

; CHECK: define void @polls({{.*}}) [[WAITS:#[0-9]+]] {
; CHECK: %state = load atomic volatile i32, ptr %flag acquire, align 4
define void @polls(ptr %flag) {
entry:
  br label %again
again:
  %state = load volatile i32, ptr %flag, align 4
  %yet = icmp eq i32 %state, 0
  br i1 %yet, label %again, label %done
done:
  ret void
}

; CHECK: define void @fenced({{.*}}) [[WAITS]] {
; CHECK: %state = load i32, ptr %flag, align 4
define void @fenced(ptr %flag) {
entry:
  br label %again
again:
  fence syncscope("singlethread") seq_cst
  %state = load i32, ptr %flag, align 4
  %yet = icmp eq i32 %state, 0
  br i1 %yet, label %again, label %done
done:
  ret void
}

; CHECK: define void @sums(ptr %p, i32 %n) {
; CHECK: %v = load i32, ptr %p, align 4
define void @sums(ptr %p, i32 %n) {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %j, %again ]
  %v = load i32, ptr %p, align 4
  %j = add i32 %i, %v
  %more = icmp slt i32 %j, %n
  br i1 %more, label %again, label %done
done:
  ret void
}

; CHECK: define void @asks_shared() {
; CHECK: %state = load volatile i32, ptr @s
@s = internal global i32 undef, section ".heddle.shared"
define void @asks_shared() {
entry:
  br label %again
again:
  %state = load volatile i32, ptr @s, align 4
  %yet = icmp eq i32 %state, 0
  br i1 %yet, label %again, label %done
done:
  ret void
}

; The last block: no loop, so no wait, but its ticket is taken before it reads.
; CHECK: define void @ticket(ptr %count, ptr %out) {
; CHECK: %t = atomicrmw add ptr %count, i32 1 acquire
; CHECK: %u = atomicrmw add ptr %count, i32 1 monotonic
; CHECK: attributes [[WAITS]] = { "heddle-waits" }
define void @ticket(ptr %count, ptr %out) {
  fence seq_cst
  %t = atomicrmw add ptr %count, i32 1 monotonic
  store i32 %t, ptr %out
  %u = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @polls, !"kernel", i32 1}
!1 = !{ptr @fenced, !"kernel", i32 1}
!2 = !{ptr @sums, !"kernel", i32 1}
!3 = !{ptr @asks_shared, !"kernel", i32 1}
!4 = !{ptr @ticket, !"kernel", i32 1}
