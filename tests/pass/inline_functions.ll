; inline_functions: barriers end up in the kernel; recursive functions stay functions.
; RUN: %heddle opt --only=inline_functions -O1 %s | %FileCheck %s

; CHECK-LABEL: @kernel
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call i32 @factorial
; CHECK-NOT: @with_barrier
; CHECK: define internal i32 @factorial
define void @kernel(ptr %p, i32 %n) {
  call void @with_barrier(ptr %p)
  %f = call i32 @factorial(i32 %n)
  store i32 %f, ptr %p
  ret void
}
define void @with_barrier(ptr %p) noinline {
  store i32 1, ptr %p
  call void @llvm.nvvm.barrier0()
  ret void
}
define i32 @factorial(i32 %n) {
  %end = icmp sle i32 %n, 1
  br i1 %end, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %f = call i32 @factorial(i32 %m)
  %r = mul i32 %n, %f
  ret i32 %r
}
declare void @llvm.nvvm.barrier0() convergent
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
