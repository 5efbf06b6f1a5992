; wait_in_blocks: loops that do nothing but wait for other blocks tell the runtime when they go
; round again, and their kernels are marked. Not: loops that read another place each time, whose reads are
; ordinary or of shared memory, that write, or that end by counting.
; RUN: %heddle opt --only=wait_in_blocks --paranoid %s | %FileCheck %s

@shared = external global i32, section ".heddle.shared"

; CHECK-LABEL: define void @counter(
; CHECK-SAME: #[[SPINS:[0-9]+]]
; CHECK: round:
; CHECK: br i1 %wait, label %[[AGAIN:.*]], label %end
; CHECK: [[AGAIN]]:
; CHECK-NEXT: call void @hd_dev_spin()
; CHECK-NEXT: br label %round
define void @counter(ptr %count, i32 %goal) {
  br label %round
round:
  %s = atomicrmw add ptr %count, i32 0 monotonic
  %wait = icmp slt i32 %s, %goal
  br i1 %wait, label %round, label %end
end:
  ret void
}

; A place that is computed again in each round, and an end by counting beside the other.
; CHECK-LABEL: define void @place(
; CHECK-SAME: #[[SPINS]]
; CHECK: call void @hd_dev_spin()
define void @place(ptr %flag, i64 %b) {
  br label %round
round:
  %left = phi i32 [ 1000000, %0 ], [ %less, %again ]
  %at = getelementptr i32, ptr %flag, i64 %b
  %s = load volatile i32, ptr %at
  %wait = icmp eq i32 %s, 0
  br i1 %wait, label %again, label %end
again:
  %less = sub i32 %left, 1
  %more = icmp ne i32 %less, 0
  br i1 %more, label %round, label %end
end:
  ret void
}

; The whole block goes round.
; CHECK-LABEL: define void @together(
; CHECK-SAME: #[[SPINS]]
; CHECK: call void @hd_dev_spin()
define void @together(ptr %count, i1 %first, i32 %goal) {
  br label %round
round:
  br i1 %first, label %look, label %meet
look:
  %s = load volatile i32, ptr %count
  store i32 %s, ptr @shared
  br label %meet
meet:
  call void @llvm.nvvm.barrier0()
  %there = load i32, ptr @shared
  %wait = icmp slt i32 %there, %goal
  br i1 %wait, label %round, label %end
end:
  ret void
}

; A message that is taken.
; CHECK-LABEL: define void @take(
; CHECK-SAME: #[[LOCKS:[0-9]+]]
; CHECK: call void @hd_dev_spin()
define void @take(ptr %mail) {
  br label %round
round:
  %x = cmpxchg ptr %mail, i32 1, i32 0 monotonic monotonic
  %was = extractvalue { i32, i1 } %x, 0
  %wait = icmp ne i32 %was, 1
  br i1 %wait, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @in_shared()
; CHECK-NOT: hd_dev_spin
; CHECK: ret void
define void @in_shared() {
  br label %round
round:
  %s = load volatile i32, ptr @shared
  %wait = icmp eq i32 %s, 0
  br i1 %wait, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @walk(ptr %list)
; CHECK-NOT: hd_dev_spin
; CHECK: ret void
define void @walk(ptr %list) {
  br label %round
round:
  %at = phi ptr [ %list, %0 ], [ %next, %round ]
  %next = load volatile ptr, ptr %at
  %more = icmp ne ptr %next, null
  br i1 %more, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @ordinary(ptr %flag)
; CHECK-NOT: hd_dev_spin
; CHECK: ret void
define void @ordinary(ptr %flag) {
  br label %round
round:
  %s = load i32, ptr %flag
  %wait = icmp eq i32 %s, 0
  br i1 %wait, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @works(ptr %flag, ptr %out)
; CHECK-NOT: hd_dev_spin
; CHECK: ret void
define void @works(ptr %flag, ptr %out) {
  br label %round
round:
  %s = load volatile i32, ptr %flag
  store i32 %s, ptr %out
  %wait = icmp eq i32 %s, 0
  br i1 %wait, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @counts(ptr %flag, i32 %n)
; CHECK-NOT: hd_dev_spin
; CHECK: ret void
define void @counts(ptr %flag, i32 %n) {
  br label %round
round:
  %i = phi i32 [ 0, %0 ], [ %next, %round ]
  %s = load volatile i32, ptr %flag
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

declare void @llvm.nvvm.barrier0()

; CHECK: attributes #[[SPINS]] = { "heddle-spins" }
; CHECK: attributes #[[LOCKS]] = { "heddle-locks" "heddle-spins" }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !{ptr @counter, !"kernel", i32 1}
!1 = !{ptr @place, !"kernel", i32 1}
!2 = !{ptr @together, !"kernel", i32 1}
!3 = !{ptr @take, !"kernel", i32 1}
!4 = !{ptr @walk, !"kernel", i32 1}
!5 = !{ptr @ordinary, !"kernel", i32 1}
!6 = !{ptr @works, !"kernel", i32 1}
!7 = !{ptr @counts, !"kernel", i32 1}
!8 = !{ptr @in_shared, !"kernel", i32 1}
