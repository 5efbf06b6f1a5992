; lower_lanes: every other element is loaded as two vectors that end with the last lane's; if a
; lane's index might wrap around, where none does.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: %[[LOW:.*]] = load <8 x float>, ptr
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 28
; CHECK: %[[HIGH:.*]] = load <8 x float>, ptr
; CHECK: shufflevector <8 x float> %[[LOW]], <8 x float> %[[HIGH]], <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
; CHECK: store <8 x float>
define void @k(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %i2 = shl nuw nsw i64 %i, 1
  %p = getelementptr inbounds float, ptr %x, i64 %i2
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %y, i64 %i
  store float %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: @hd.kernel.maybe
; CHECK: br i1 %{{.*}}, label %wide, label %lanes
; CHECK: wide:
; CHECK: load <8 x float>, ptr
; CHECK: load <8 x float>, ptr
; CHECK-NEXT: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
; CHECK: lanes:
define void @maybe(ptr %x, ptr %y, i32 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %t, %first
  %w = sext i32 %i to i64
  %p = getelementptr inbounds { float, float }, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %v, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @maybe, !"kernel", i32 1}
