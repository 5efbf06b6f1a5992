; wait_in_blocks: loops that end by what others write to shared memory let these run; locks are
; marked. Not: loops that count, read elsewhere, or replace a value that they have seen.
; RUN: %heddle opt --only=wait_in_blocks --paranoid %s | %FileCheck %s
@flag = external global i32, section ".heddle.shared"
@table = external global [64 x i32], section ".heddle.shared"

; CHECK-LABEL: define void @polls(
; CHECK: %f = load volatile i32
; CHECK: %lane.eq = shl i32 1, %laneid
; CHECK: %yield = call i64 @hd.warp(i32 {{[0-9]+}}, i32 %lane.eq
; CHECK-NEXT: br label %head
define void @polls() {
  br label %head
head:
  %f = load volatile i32, ptr @flag
  %no = icmp eq i32 %f, 0
  br i1 %no, label %body, label %end
body:
  br label %head
end:
  ret void
}

; CHECK-LABEL: define void @by_atomics(
; CHECK: call i64 @hd.warp
define void @by_atomics(i32 %x) {
  br label %loop
loop:
  %f = atomicrmw add ptr @flag, i32 0 monotonic
  %no = icmp ne i32 %f, %x
  br i1 %no, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @lock(
; CHECK-SAME: #[[LOCKS:[0-9]+]]
; CHECK-NOT: hd.warp
define void @lock(ptr %p) {
  br label %loop
loop:
  %x = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %x, 1
  br i1 %got, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @others(ptr %p, i32 %n)
; CHECK-NOT: #
; CHECK-NOT: hd.warp
; CHECK: ret void
define void @others(ptr %p, i32 %n) {
  br label %counted
counted:
  %i = phi i32 [ 0, %0 ], [ %next, %counted ]
  %v = load volatile i32, ptr @flag
  %next = add i32 %i, %v
  %x = atomicrmw xchg ptr %p, i32 1 monotonic
  %more = icmp slt i32 %i, %n
  br i1 %more, label %counted, label %search
search:
  %j = phi i32 [ 0, %counted ], [ %k, %search ]
  %at = getelementptr i32, ptr @table, i32 %j
  %e = load volatile i32, ptr %at
  %k = add i32 %j, 1
  %full = icmp ne i32 %e, 0
  br i1 %full, label %search, label %replace
replace:
  %old = phi i32 [ 0, %search ], [ %seen, %replace ]
  %new = add i32 %old, 1
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %replace
end:
  ret void
}
; CHECK: attributes #[[LOCKS]] = { "heddle-locks" "heddle-spins" }
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @polls, !"kernel", i32 1}
!1 = !{ptr @by_atomics, !"kernel", i32 1}
!2 = !{ptr @lock, !"kernel", i32 1}
!3 = !{ptr @others, !"kernel", i32 1}
