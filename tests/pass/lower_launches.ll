; RUN: %heddle opt --only=lower_launches --paranoid %s | %FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: @address = constant ptr @hd.launched.child
; CHECK: @hd.launched.child = external constant i8
@address = constant ptr @child

define void @child() {
  ret void
}

; CHECK-LABEL: define void @parent
; CHECK: call i32 @hd_dev_launch(ptr @hd.launched.child, ptr null)
define void @parent() {
  %r = call i32 @hd_dev_launch(ptr @child, ptr null)
  ret void
}

declare i32 @hd_dev_launch(ptr, ptr)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @child, !"kernel", i32 1}
!1 = !{ptr @parent, !"kernel", i32 1}
