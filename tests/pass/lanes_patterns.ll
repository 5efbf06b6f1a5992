; lower_lanes: shared memory in an order that is known. Both elements of a pair come from the
; same two vectors, and go back into them.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

@s = internal global [512 x i32] undef, section ".heddle.shared", align 4

; i = 2 * t - (t & 3), and i + 4
; CHECK-LABEL: @hd.kernel.k
; CHECK: %[[LOW:.*]] = load <8 x i32>, ptr
; CHECK: %[[HIGH:.*]] = load <8 x i32>, ptr
; CHECK: %[[FIRST:.*]] = shufflevector <8 x i32> poison, <8 x i32> %[[LOW]], <8 x i32> <i32 8, i32 9, i32 10, i32 11,
; CHECK: shufflevector <8 x i32> %[[FIRST]], <8 x i32> %[[HIGH]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: shufflevector <8 x i32> poison, <8 x i32> %{{.*}}, <8 x i32> <i32 12, i32 13, i32 14, i32 15,
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7>
; CHECK: store <8 x i32>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 12, i32 13, i32 14, i32 15, i32 4, i32 5, i32 6, i32 7>
; CHECK: store <8 x i32>
define void @k() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %t, 3
  %twice = shl i32 %t, 1
  %i = sub i32 %twice, %low
  %i64 = sext i32 %i to i64
  %p = getelementptr [512 x i32], ptr @s, i64 0, i64 %i64
  %j = add i32 %i, 4
  %j64 = sext i32 %j to i64
  %q = getelementptr [512 x i32], ptr @s, i64 0, i64 %j64
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr %q, align 4
  store i32 %y, ptr %p, align 4
  store i32 %x, ptr %q, align 4
  ret void
}

; 2 * (2 * t + 1) - 1 and 2 * (2 * t + 2) - 1 lie in the same four vectors.
; CHECK-LABEL: @hd.kernel.tree
; CHECK-COUNT-4: %part{{.*}} = load <8 x i32>, ptr
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 8, i32 4, i32 5, i32 6, i32 9>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 14, i32 4, i32 5, i32 6, i32 15>
; CHECK: store <8 x i32>
define void @tree() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl i32 %t, 1
  %a = or disjoint i32 %twice, 1
  %b = add i32 %twice, 2
  %a2 = shl i32 %a, 1
  %i = add i32 %a2, -1
  %b2 = shl i32 %b, 1
  %j = add i32 %b2, -1
  %i64 = sext i32 %i to i64
  %j64 = sext i32 %j to i64
  %p = getelementptr [512 x i32], ptr @s, i64 0, i64 %i64
  %q = getelementptr [512 x i32], ptr @s, i64 0, i64 %j64
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr %q, align 4
  %z = add i32 %x, %y
  store i32 %z, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @tree, !"kernel", i32 1}
