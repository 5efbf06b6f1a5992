; A tile that the next round fills again is read by all before: a barrier stands in front of
; the store. Where tiles take turns none does.
; RUN: %heddle opt --only=sync_blocks %s | %FileCheck %s
@s = external global [256 x float], section ".heddle.shared"
@two = external global [2 x [256 x float]], section ".heddle.shared"

define void @overwritten(ptr %in, ptr %out, i32 %n) {
; CHECK-LABEL: @overwritten(
; CHECK: round:
; CHECK-NOT: store
; CHECK: call void @hd.barrier()
; CHECK-NEXT: store float %v, ptr %own
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NOT: @hd.barrier
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %own = getelementptr [256 x float], ptr @s, i64 0, i64 %i
  br label %round
round:
  %r = phi i32 [ 0, %0 ], [ %r.next, %latch ]
  %v = load float, ptr %in
  store float %v, ptr %own
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %k = phi i64 [ 0, %round ], [ %next, %loop ]
  %sum = phi float [ 0.0, %round ], [ %more, %loop ]
  %at = getelementptr [256 x float], ptr @s, i64 0, i64 %k
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i64 %k, 1
  %go = icmp ult i64 %next, 256
  br i1 %go, label %loop, label %latch
latch:
  store float %more, ptr %out
  %r.next = add i32 %r, 1
  %again = icmp ult i32 %r.next, %n
  br i1 %again, label %round, label %done
done:
  ret void
}

define void @turns(ptr %in, ptr %out, i32 %n) {
; CHECK-LABEL: @turns(
; CHECK-NOT: @hd.barrier
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  br label %round
round:
  %r = phi i32 [ 0, %0 ], [ %r.next, %latch ]
  %which = phi i64 [ 0, %0 ], [ %other, %latch ]
  %own = getelementptr [2 x [256 x float]], ptr @two, i64 0, i64 %which, i64 %i
  %v = load float, ptr %in
  store float %v, ptr %own
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %k = phi i64 [ 0, %round ], [ %next, %loop ]
  %sum = phi float [ 0.0, %round ], [ %more, %loop ]
  %at = getelementptr [2 x [256 x float]], ptr @two, i64 0, i64 %which, i64 %k
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i64 %k, 1
  %go = icmp ult i64 %next, 256
  br i1 %go, label %loop, label %latch
latch:
  store float %more, ptr %out
  %other = xor i64 %which, 1
  %r.next = add i32 %r, 1
  %again = icmp ult i32 %r.next, %n
  br i1 %again, label %round, label %done
done:
  ret void
}

; A tree: who adds up and who reads next agree by a barrier of the program.
define void @tree(ptr %out) {
; CHECK-LABEL: @tree(
; CHECK-NOT: @hd.barrier
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %own = getelementptr [256 x float], ptr @s, i64 0, i64 %i
  br label %round
round:
  %step = phi i32 [ 128, %0 ], [ %half, %latch ]
  %mine = icmp ult i32 %t, %step
  br i1 %mine, label %add, label %latch
add:
  %far = add i32 %t, %step
  %f = zext i32 %far to i64
  %other = getelementptr [256 x float], ptr @s, i64 0, i64 %f
  %x = load float, ptr %other
  %y = load float, ptr %own
  %z = fadd float %x, %y
  store float %z, ptr %own
  br label %latch
latch:
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %step, 1
  %again = icmp ugt i32 %half, 0
  br i1 %again, label %round, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @overwritten, !"kernel", i32 1}
!1 = !{ptr @turns, !"kernel", i32 1}
!2 = !{ptr @tree, !"kernel", i32 1}
