; lower_lanes: a warp that goes through a thousand elements with threadIdx.x % 32 as the first
; of each round does so as a whole, and what comes after an if in a round has no mask, whatever
; ifs are behind it. Signs are another matter: what has reached one differs from the others.
; RUN: %heddle opt --target=x86_64-linux-gnu --only=lower_lanes --lanes=32 %s | %FileCheck %s

; CHECK-LABEL: define internal void @hd.kernel.rounds
; CHECK: fast:
; CHECK-NOT: %who =
; CHECK: %ballot = and i32 %{{.*}}, -1
define void @rounds(ptr %in, ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  br label %loop
loop:
  %k = phi i32 [ %lane, %entry ], [ %next, %latch ]
  %c = icmp slt i32 %k, %n
  br i1 %c, label %some, label %all
some:
  %w = sext i32 %k to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %p, align 4
  br label %all
all:
  %x = phi i32 [ %v, %some ], [ -1, %loop ]
  %bit = and i32 %x, 1
  %wide = zext i32 %bit to i64
  %b = call i64 @hd.warp(i32 8, i32 -1, i64 %wide, i32 0, i32 0)
  br i1 %c, label %store, label %latch
store:
  %w2 = sext i32 %k to i64
  %q = getelementptr inbounds i64, ptr %out, i64 %w2
  store i64 %b, ptr %q, align 8
  br label %latch
latch:
  %next = add nuw nsw i32 %k, 32
  %again = icmp ult i32 %k, 992
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.signs
; CHECK: icmp slt <32 x i32> %{{.*}}, zeroinitializer
define void @signs(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %high = shl i32 %t, 28
  %c = icmp slt i32 %high, 0
  %x = zext i1 %c to i32
  %w = sext i32 %t to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %w
  store i32 %x, ptr %q, align 4
  ret void
}

declare i64 @hd.warp(i32, i32, i64, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @rounds, !"kernel", i32 1}
!1 = !{ptr @signs, !"kernel", i32 1}
