; wait_in_blocks: loops that go round by a flag while they read and write an array that others
; write, too, let these run, and their kernels are marked. Not: loops that chase a value through
; the array, that read another one, whose reads are ordinary, or that use what atomics return.
; RUN: %heddle opt --only=wait_in_blocks --paranoid %s | %FileCheck %s

; CHECK-LABEL: define void @decide(
; CHECK-SAME: #[[POLLS:[0-9]+]]
; CHECK: call i64 @hd.warp
define void @decide(ptr %state, i64 %mine, i64 %other) {
  %me = getelementptr i32, ptr %state, i64 %mine
  %you = getelementptr i32, ptr %state, i64 %other
  br label %round
round:
  %s = load volatile i32, ptr %you
  %wait = icmp eq i32 %s, 1
  br i1 %wait, label %meet, label %write
write:
  store i32 2, ptr %me
  br label %meet
meet:
  %open = phi i32 [ 1, %round ], [ 0, %write ]
  %again = icmp ne i32 %open, 0
  br i1 %again, label %round, label %end
end:
  ret void
}

; A flag that is gathered in an inner loop, and atomics without results.
; CHECK-LABEL: define void @gather(
; CHECK-SAME: #[[POLLS]]
; CHECK: call i64 @hd.warp
define void @gather(ptr %state, i32 %n) {
  br label %round
round:
  br label %inner
inner:
  %i = phi i32 [ 0, %round ], [ %next, %inner ]
  %any = phi i1 [ false, %round ], [ %or, %inner ]
  %at = getelementptr i32, ptr %state, i32 %i
  %s = atomicrmw or ptr %at, i32 0 monotonic
  %none = icmp eq i32 %s, 0
  %or = select i1 %any, i1 true, i1 %none
  %x = atomicrmw and ptr %at, i32 7 monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %inner, label %over
over:
  br i1 %or, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @others(ptr %p, ptr %q, ptr %r)
; CHECK-NOT: #
; CHECK-NOT: hd.warp
; CHECK: ret void
define void @others(ptr %p, ptr %q, ptr %r) {
  br label %chase
chase:
  %v = phi i32 [ 0, %0 ], [ %next, %chase ]
  %at = getelementptr i32, ptr %p, i32 %v
  %next = load volatile i32, ptr %at
  store i32 %v, ptr %at
  %up = icmp sgt i32 %v, %next
  br i1 %up, label %chase, label %elsewhere
elsewhere:
  %e = load volatile i32, ptr %q
  %is = icmp eq i32 %e, 1
  %f = select i1 %is, i1 true, i1 false
  store i32 1, ptr %r
  br i1 %f, label %elsewhere, label %ordinary
ordinary:
  %o = load i32, ptr %q
  %no = icmp eq i32 %o, 1
  %g = select i1 %no, i1 true, i1 false
  store i32 1, ptr %q
  br i1 %g, label %ordinary, label %update
update:
  %old = load volatile i32, ptr %q
  %was = atomicrmw add ptr %q, i32 1 monotonic
  %same = icmp eq i32 %was, %old
  %h = select i1 %same, i1 false, i1 true
  br i1 %h, label %update, label %end
end:
  ret void
}
; CHECK: attributes #[[POLLS]] = { "heddle-polls" }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @decide, !"kernel", i32 1}
!1 = !{ptr @gather, !"kernel", i32 1}
!2 = !{ptr @others, !"kernel", i32 1}
