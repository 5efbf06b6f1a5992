; lower_lanes: a call that has no vector form is in a loop over the lanes, which LLVM's loop
; passes find nothing to change in.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: %lane{{.*}} = phi i64 [ 0, %{{.*}} ], [ %[[NEXT:[0-9]+]], %lane.next{{.*}} ]
; CHECK: call float @hd.fn.other(
; CHECK: %[[NEXT]] = add nuw nsw i64 %lane{{.*}}, 1
; CHECK: icmp ne i64 %[[NEXT]], 8
define void @k(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %r = call float @other(float %v)
  store float %r, ptr %p, align 4
  ret void
}
define float @other(float %v) noinline {
  %again = fcmp ogt float %v, 1.0
  br i1 %again, label %more, label %done
more:
  %less = fmul float %v, 0.5
  %r = call float @other(float %less)
  ret float %r
done:
  ret float %v
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
