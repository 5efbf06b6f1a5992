; ballots_to_match: ballots about each bit of a digit become a match; what they have in common with
; something else stays. Ballots that somebody else looks at, or that ask other lanes, stay
; ballots; so do all on x86-64.
; RUN: %heddle opt --target=aarch64-linux-gnu --only=ballots_to_match -O2 %s | %FileCheck %s
; RUN: %heddle opt --target=x86_64-linux-gnu --only=ballots_to_match -O2 %s | %FileCheck %s --check-prefix=X86

; X86-NOT: hd.warp(i32 9
; CHECK-LABEL: define void @digit
; CHECK: %[[X:.*]] = and i32 %key, 15
; CHECK-NOT: i32 8, i32 -1
; CHECK: %[[D:.*]] = zext nneg i32 %[[X]] to i64
; CHECK: %[[S:.*]] = call i64 @hd.warp(i32 9, i32 -1, i64 %[[D]], i32 4, i32 0)
; CHECK: %[[W:.*]] = trunc i64 %[[S]] to i32
; CHECK: %[[A:.*]] = call i64 @hd.warp(i32 8, i32 -1, i64 1, i32 0, i32 0)
; CHECK: %[[T:.*]] = trunc i64 %[[A]] to i32
; CHECK: %[[Z:.*]] = icmp eq i32 %[[X]], 0
; CHECK: %[[O:.*]] = xor i32 %[[T]], -1
; CHECK: %others = select i1 %[[Z]], i32 %[[O]], i32 0
; CHECK: %same = or i32 %others, %[[W]]
; CHECK: and i32 %same, %only
; CHECK-NOT: i32 8, i32 -1
; CHECK: ret void
define void @digit(ptr %out, i32 %key, i32 %only) {
  %x = and i32 %key, 15
  %l0 = lshr i32 %x, 0
  %b0 = and i32 %l0, 1
  %w0 = zext nneg i32 %b0 to i64
  %v0 = call i64 @hd.warp(i32 8, i32 -1, i64 %w0, i32 0, i32 0)
  %s0 = trunc i64 %v0 to i32
  %f0 = add nsw i32 %b0, -1
  %e0 = xor i32 %f0, %s0
  %l1 = lshr i32 %x, 1
  %b1 = and i32 %l1, 1
  %w1 = zext nneg i32 %b1 to i64
  %v1 = call i64 @hd.warp(i32 8, i32 -1, i64 %w1, i32 0, i32 0)
  %s1 = trunc i64 %v1 to i32
  %f1 = add nsw i32 %b1, -1
  %e1 = xor i32 %f1, %s1
  %l2 = lshr i32 %x, 2
  %b2 = and i32 %l2, 1
  %w2 = zext nneg i32 %b2 to i64
  %v2 = call i64 @hd.warp(i32 8, i32 -1, i64 %w2, i32 0, i32 0)
  %s2 = trunc i64 %v2 to i32
  %f2 = add nsw i32 %b2, -1
  %e2 = xor i32 %f2, %s2
  %b3 = icmp ugt i32 %x, 7
  %w3 = zext i1 %b3 to i64
  %v3 = call i64 @hd.warp(i32 8, i32 -1, i64 %w3, i32 0, i32 0)
  %s3 = trunc i64 %v3 to i32
  %n3 = xor i1 %b3, true
  %f3 = sext i1 %n3 to i32
  %e3 = xor i32 %s3, %f3
  %a0 = and i32 %e0, %only
  %a1 = and i32 %a0, %e1
  %a2 = and i32 %a1, %e2
  %a3 = and i32 %a2, %e3
  store i32 %a3, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @seen
; CHECK: call i64 @hd.warp(i32 8
; CHECK: call i64 @hd.warp(i32 9
; CHECK: ret void
define void @seen(ptr %out, i32 %key) {
  %x = and i32 %key, 15
  %l0 = lshr i32 %x, 0
  %b0 = and i32 %l0, 1
  %w0 = zext nneg i32 %b0 to i64
  %v0 = call i64 @hd.warp(i32 8, i32 -1, i64 %w0, i32 0, i32 0)
  %s0 = trunc i64 %v0 to i32
  %f0 = add nsw i32 %b0, -1
  %e0 = xor i32 %f0, %s0
  %l1 = lshr i32 %x, 1
  %b1 = and i32 %l1, 1
  %w1 = zext nneg i32 %b1 to i64
  %v1 = call i64 @hd.warp(i32 8, i32 -1, i64 %w1, i32 0, i32 0)
  %s1 = trunc i64 %v1 to i32
  %f1 = add nsw i32 %b1, -1
  %e1 = xor i32 %f1, %s1
  %l2 = lshr i32 %x, 2
  %b2 = and i32 %l2, 1
  %w2 = zext nneg i32 %b2 to i64
  %v2 = call i64 @hd.warp(i32 8, i32 -1, i64 %w2, i32 0, i32 0)
  %s2 = trunc i64 %v2 to i32
  %f2 = add nsw i32 %b2, -1
  %e2 = xor i32 %f2, %s2
  %b3 = icmp ugt i32 %x, 7
  %w3 = zext i1 %b3 to i64
  %v3 = call i64 @hd.warp(i32 8, i32 -1, i64 %w3, i32 0, i32 0)
  %s3 = trunc i64 %v3 to i32
  %n3 = xor i1 %b3, true
  %f3 = sext i1 %n3 to i32
  %e3 = xor i32 %s3, %f3
  %a1 = and i32 %e0, %e1
  %a2 = and i32 %a1, %e2
  %a3 = and i32 %a2, %e3
  store i32 %a3, ptr %out, align 4
  %p = getelementptr i32, ptr %out, i64 1
  store i32 %s1, ptr %p, align 4
  ret void
}

; Different lanes are asked.
; CHECK-LABEL: define void @masks
; CHECK-NOT: hd.warp(i32 9
; CHECK: ret void
define void @masks(ptr %out, i32 %key) {
  %x = and i32 %key, 15
  %l0 = lshr i32 %x, 0
  %b0 = and i32 %l0, 1
  %w0 = zext nneg i32 %b0 to i64
  %v0 = call i64 @hd.warp(i32 8, i32 -1, i64 %w0, i32 0, i32 0)
  %s0 = trunc i64 %v0 to i32
  %f0 = add nsw i32 %b0, -1
  %e0 = xor i32 %f0, %s0
  %l1 = lshr i32 %x, 1
  %b1 = and i32 %l1, 1
  %w1 = zext nneg i32 %b1 to i64
  %v1 = call i64 @hd.warp(i32 8, i32 255, i64 %w1, i32 0, i32 0)
  %s1 = trunc i64 %v1 to i32
  %f1 = add nsw i32 %b1, -1
  %e1 = xor i32 %f1, %s1
  %l2 = lshr i32 %x, 2
  %b2 = and i32 %l2, 1
  %w2 = zext nneg i32 %b2 to i64
  %v2 = call i64 @hd.warp(i32 8, i32 -1, i64 %w2, i32 0, i32 0)
  %s2 = trunc i64 %v2 to i32
  %f2 = add nsw i32 %b2, -1
  %e2 = xor i32 %f2, %s2
  %b3 = icmp ugt i32 %x, 7
  %w3 = zext i1 %b3 to i64
  %v3 = call i64 @hd.warp(i32 8, i32 -1, i64 %w3, i32 0, i32 0)
  %s3 = trunc i64 %v3 to i32
  %n3 = xor i1 %b3, true
  %f3 = sext i1 %n3 to i32
  %e3 = xor i32 %s3, %f3
  %a1 = and i32 %e0, %e1
  %a2 = and i32 %a1, %e2
  %a3 = and i32 %a2, %e3
  store i32 %a3, ptr %out, align 4
  ret void
}
declare i64 @hd.warp(i32, i32, i64, i32, i32)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @digit, !"kernel", i32 1}
!1 = !{ptr @seen, !"kernel", i32 1}
!2 = !{ptr @masks, !"kernel", i32 1}
