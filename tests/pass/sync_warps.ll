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

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @tree, !"kernel", i32 1}
