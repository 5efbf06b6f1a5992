; The warp meets before a load of what another thread stored, and before the store after
; it; not where a barrier stands between, nor for a thread's own element.
; RUN: %heddle opt --only=sync_warps %s | %FileCheck %s
@s = external global [64 x float], section ".heddle.shared"

define void @k(ptr %out) {
; CHECK-LABEL: @k(
; CHECK: store float 1.000000e+00
; CHECK-NEXT: load float, ptr %own
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: %other = load float
; CHECK-NEXT: fadd
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: store float %sum
; CHECK-NEXT: call void @llvm.nvvm.barrier0
; CHECK-NEXT: %after = load float
; CHECK-NOT: @hd.warp
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %j = add i64 %i, 16
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  %there = getelementptr [64 x float], ptr @s, i64 0, i64 %j
  store float 1.0, ptr %own
  %mine = load float, ptr %own
  %other = load float, ptr %there
  %sum = fadd float %mine, %other
  store float %sum, ptr %own
  call void @llvm.nvvm.barrier0()
  %after = load float, ptr %there
  store float %after, ptr %out
  ret void
}

; A tree leaves its sum in one element, by the thread that reads it; but elements that lie
; side by side are those of neighbours.
define void @tree(ptr %out, i32 %step) {
; CHECK-LABEL: @tree(
; CHECK-NOT: @hd.warp
; CHECK: %sum = load float
; CHECK: call void @llvm.nvvm.barrier0
; CHECK: store float 2.000000e+00
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: %neighbour = load float
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %far = mul i32 %t, %step
  %i = zext i32 %far to i64
  %node = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  store float 1.0, ptr %node
  %sum = load float, ptr getelementptr ([64 x float], ptr @s, i64 0, i64 63)
  store float %sum, ptr %out
  call void @llvm.nvvm.barrier0()
  %j = zext i32 %t to i64
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %j
  store float 2.0, ptr %own
  %neighbour = load float, ptr getelementptr ([64 x float], ptr @s, i64 0, i64 1)
  store float %neighbour, ptr %out
  ret void
}

; The neighbour's element is read before it is written: the warp meets before the store. The
; neighbour may be one way of a clamp.
define void @in_place(ptr %out, i32 %n) {
; CHECK-LABEL: @in_place(
; CHECK-SAME: [[RACES:#[0-9]+]]
; CHECK: %right = load float
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: store float %right
; CHECK: %left = load float
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: store float %left
; CHECK: %first = load float
; CHECK-NEXT: call i64 @hd.warp(i32 64
; CHECK-NEXT: store float %first
; CHECK-NOT: @hd.warp
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %j = add i64 %i, 1
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  %there = getelementptr [64 x float], ptr @s, i64 0, i64 %j
  %right = load float, ptr %there
  store float %right, ptr %own
  call void @llvm.nvvm.barrier0()
  %prev = call i32 @llvm.usub.sat.i32(i32 %t, i32 1)
  %k = zext i32 %prev to i64
  %before = getelementptr [64 x float], ptr @s, i64 0, i64 %k
  %left = load float, ptr %before
  store float %left, ptr %own
  call void @llvm.nvvm.barrier0()
  %is = icmp eq i32 %t, %n
  %far = add i32 %t, -2
  %c = select i1 %is, i32 %n, i32 %far
  %l = zext i32 %c to i64
  %clamped = getelementptr [64 x float], ptr @s, i64 0, i64 %l
  %first = load float, ptr %clamped
  store float %first, ptr %own
  call void @llvm.nvvm.barrier0()
  store float %first, ptr %out
  ret void
}

; Not where threads that come there do not write what others read; where a thread works on
; two elements; where the other thread is of another warp; nor where a thread walks through a
; part of its own.
define void @no_races(ptr %out, i32 %n, i32 %phase) {
; CHECK-LABEL: @no_races(
; CHECK-NOT: [[RACES]]
; CHECK-NOT: @hd.warp
; CHECK: ret void
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %i.1 = add i64 %i, 1
  %i.8 = add i64 %i, 8
  %i.32 = add i64 %i, 32
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  %p.1 = getelementptr [64 x float], ptr @s, i64 0, i64 %i.1
  %p.8 = getelementptr [64 x float], ptr @s, i64 0, i64 %i.8
  %p.32 = getelementptr [64 x float], ptr @s, i64 0, i64 %i.32
  %low = icmp ult i32 %t, 8
  br i1 %low, label %tree, label %after

tree:
  %x = load float, ptr %p.8
  store float %x, ptr %own
  br label %after

after:
  call void @llvm.nvvm.barrier0()
  %odd = and i32 %t, 1
  %turn = icmp eq i32 %odd, %phase
  br i1 %turn, label %swap, label %again

swap:
  %y = load float, ptr %p.1
  %mine = load float, ptr %own
  store float %y, ptr %own
  store float %mine, ptr %p.1
  br label %again

again:
  call void @llvm.nvvm.barrier0()
  %z = load float, ptr %p.32
  store float %z, ptr %own
  call void @llvm.nvvm.barrier0()
  %start = mul i32 %t, %n
  br label %loop

loop:
  %k = phi i32 [ %start, %again ], [ %next, %loop ]
  %next = add i32 %k, 1
  %from = zext i32 %k to i64
  %to = zext i32 %next to i64
  %p.from = getelementptr [64 x float], ptr @s, i64 0, i64 %from
  %p.to = getelementptr [64 x float], ptr @s, i64 0, i64 %to
  %v = load float, ptr %p.from
  store float %v, ptr %p.to
  call void @llvm.nvvm.barrier0()
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  store float %v, ptr %out
  ret void
}

declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; CHECK: attributes [[RACES]] = { "heddle-turns" }

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @tree, !"kernel", i32 1}
!2 = !{ptr @in_place, !"kernel", i32 1}
!3 = !{ptr @no_races, !"kernel", i32 1}
