; Kernels whose blocks store to the same element, kept apart by blockIdx, are marked; not if
; one block alone stores, if the values or places are others, or if nothing is certain.
; RUN: %heddle opt --only=order_blocks %s | %FileCheck %s

; CHECK-LABEL: @two(
; CHECK-SAME: [[ORDERED:#[0-9]+]]
define void @two(ptr %a, float %x, float %y) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %b, 0
  br i1 %first, label %then, label %else
then:
  %p = getelementptr float, ptr %a, i64 3
  store float %x, ptr %p
  ret void
else:
  %q = getelementptr i8, ptr %a, i64 12
  store float %y, ptr %q
  ret void
}

; CHECK-LABEL: @by_switch(
; CHECK-SAME: [[ORDERED]]
define void @by_switch(ptr %a, float %x, float %y) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  switch i32 %b, label %done [ i32 0, label %zero
                               i32 2, label %two ]
zero:
  store float %x, ptr %a
  br label %done
two:
  store float %y, ptr %a
  br label %done
done:
  ret void
}

; CHECK-LABEL: @one_block(
; CHECK-NOT: #
; CHECK-SAME: {
define void @one_block(ptr %a, float %x, float %y) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %b, 0
  br i1 %first, label %then, label %done
then:
  store float %x, ptr %a
  store float %y, ptr %a
  br label %done
done:
  ret void
}

; CHECK-LABEL: @same_value(
; CHECK-NOT: #
; CHECK-SAME: {
define void @same_value(ptr %a) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %b, 0
  br i1 %first, label %then, label %else
then:
  store i32 1, ptr %a
  ret void
else:
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: @other_places(
; CHECK-NOT: #
; CHECK-SAME: {
define void @other_places(ptr %a, ptr %c, float %x, float %y) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %b, 0
  br i1 %first, label %then, label %else
then:
  store float %x, ptr %a
  %p = getelementptr float, ptr %c, i32 %t
  store float %x, ptr %p
  ret void
else:
  %q = getelementptr float, ptr %a, i64 1
  store float %y, ptr %q
  store float %y, ptr %c
  ret void
}

; A block may take both ways, in different rounds.
; CHECK-LABEL: @rounds(
; CHECK-NOT: #
; CHECK-SAME: {
define void @rounds(ptr %a, float %x, float %y, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %loop
loop:
  %i = phi i32 [ %b, %0 ], [ %next, %more ]
  %first = icmp eq i32 %i, 0
  br i1 %first, label %then, label %else
then:
  store float %x, ptr %a
  br label %more
else:
  store float %y, ptr %a
  br label %more
more:
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret void
}
; CHECK: attributes [[ORDERED]] = { {{.*}}"heddle-ordered"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @two, !"kernel", i32 1}
!1 = !{ptr @by_switch, !"kernel", i32 1}
!2 = !{ptr @one_block, !"kernel", i32 1}
!3 = !{ptr @same_value, !"kernel", i32 1}
!4 = !{ptr @other_places, !"kernel", i32 1}
!5 = !{ptr @rounds, !"kernel", i32 1}
