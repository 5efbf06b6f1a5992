; RUN: %heddle opt --only=lower_carry_flag %s | %FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; The flag is a variable of the function that begins as zero.
; CHECK-LABEL: define void @kernel
; CHECK: %carry = alloca i1
; CHECK: store i1 false, ptr %carry
; CHECK: store i1 %out, ptr %carry
; CHECK: %[[IN:.*]] = load i1, ptr %carry
; CHECK: select i1 %[[IN]]
; CHECK-NOT: hd.carry
define void @kernel(ptr %p, i1 %out) {
  call void @hd.carry.set(i1 %out)
  br label %next
next:
  %in = call i1 @hd.carry.get()
  %x = select i1 %in, i32 5, i32 7
  store i32 %x, ptr %p
  ret void
}

declare void @hd.carry.set(i1)
declare i1 @hd.carry.get()

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
