; lower_lanes with 8 lanes: the number of a thread in its warp goes up from lane to lane, the
; number of the warp is one for all; the same for masks with holes. Bits that cut through a
; group are none of both.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.lane
; CHECK: fast:
; CHECK: load <8 x float>, ptr
; CHECK: store <8 x float>
; CHECK-LABEL: @hd.kernel.half
; CHECK: fast:
; CHECK: load <8 x float>, ptr
; CHECK: store <8 x float>
; CHECK-LABEL: @hd.kernel.warp
; CHECK: fast:
; CHECK: load float, ptr
; CHECK-NOT: load float
; CHECK: store <8 x float>
; CHECK-LABEL: @hd.kernel.pair
; CHECK: fast:
; CHECK-COUNT-8: load float, ptr
; CHECK: store <8 x float>
define void @lane(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = and i32 %t, 31
  %w = zext i32 %k to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %to = zext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %v, ptr %q, align 4
  ret void
}

define void @half(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = and i32 %t, -17
  %w = zext i32 %k to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %to = zext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %v, ptr %q, align 4
  ret void
}

define void @warp(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = lshr i32 %t, 5
  %w = zext i32 %k to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %to = zext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %v, ptr %q, align 4
  ret void
}

define void @pair(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = and i32 %t, 6
  %w = zext i32 %k to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %to = zext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %to
  store float %v, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @lane, !"kernel", i32 1}
!1 = !{ptr @half, !"kernel", i32 1}
!2 = !{ptr @warp, !"kernel", i32 1}
!3 = !{ptr @pair, !"kernel", i32 1}
