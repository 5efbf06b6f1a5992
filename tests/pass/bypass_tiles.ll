; bypass_tiles: a tile that holds what each thread has read from %p is read from %p by its neighbours, in
; a version of its own; the border that a thread has stored for itself stays with it. Kernels
; that write %p, or store something else, have no such version.
; RUN: %heddle opt -O2 --only=bypass_tiles --library=none %s | %FileCheck %s

@s = external global [18 x float], section ".heddle.shared"
@r = external global [16 x float], section ".heddle.shared"

; CHECK-LABEL: define void @k.known(
; CHECK: store float
; CHECK: barrier0
; CHECK: load float, ptr %left

; CHECK-LABEL: define void @written.known(
; CHECK-NOT: define void @written.direct(
; CHECK-NOT: define void @doubled.direct(

; CHECK-LABEL: define void @k.direct(ptr noalias %
; CHECK-SAME: [[ATTR:#[0-9]+]]
; CHECK-NOT: @s
; CHECK: barrier0
; CHECK-NOT: @s
; CHECK: getelementptr {{.*}} i64 -4
; CHECK-NOT: @s
; CHECK: }
; CHECK: attributes [[ATTR]] = {{.*}}"heddle-apart"="0:1,"
define void @k(ptr %p, ptr %q) {
  ret void
}

define void @k.known(ptr %p, ptr %q) "heddle-known"="16,1,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = shl i32 %b, 4
  %i = add nsw i32 %first, %t
  %w = sext i32 %i to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %tw = sext i32 %t to i64
  %at = add nsw i64 %tw, 1
  %here = getelementptr [18 x float], ptr @s, i64 0, i64 %at
  store float %x, ptr %here
  %is = icmp eq i32 %t, 0
  br i1 %is, label %border, label %meet
border:
  store float 5.0, ptr @s
  br label %meet
meet:
  call void @llvm.nvvm.barrier0()
  %left = getelementptr [18 x float], ptr @s, i64 0, i64 %tw
  %y = load float, ptr %left
  %to = getelementptr float, ptr %q, i64 %w
  store float %y, ptr %to
  ret void
}

define void @written(ptr %p) {
  ret void
}

define void @written.known(ptr %p) "heddle-known"="16,1,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %here = getelementptr [16 x float], ptr @r, i64 0, i64 %w
  store float %x, ptr %here
  call void @llvm.nvvm.barrier0()
  %is = icmp sgt i32 %t, 0
  br i1 %is, label %other, label %done
other:
  %before = add nsw i64 %w, -1
  %left = getelementptr [16 x float], ptr @r, i64 0, i64 %before
  %y = load float, ptr %left
  store float %y, ptr %from
  br label %done
done:
  ret void
}

define void @doubled(ptr %p, ptr %q) {
  ret void
}

define void @doubled.known(ptr %p, ptr %q) "heddle-known"="16,1,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %twice = fadd float %x, %x
  %here = getelementptr [16 x float], ptr @r, i64 0, i64 %w
  store float %twice, ptr %here
  call void @llvm.nvvm.barrier0()
  %is = icmp sgt i32 %t, 0
  br i1 %is, label %other, label %done
other:
  %before = add nsw i64 %w, -1
  %left = getelementptr [16 x float], ptr @r, i64 0, i64 %before
  %y = load float, ptr %left
  %to = getelementptr float, ptr %q, i64 %w
  store float %y, ptr %to
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @written, !"kernel", i32 1}
!2 = !{ptr @doubled, !"kernel", i32 1}
