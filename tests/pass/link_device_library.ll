; link_device_library: intrinsics and __nv_* functions that the library has are defined and
; internal; a function of libm that the program calls by its C name is the library's; what
; the library has not stays a declaration.
; RUN: %heddle opt --only=link_device_library %s | %FileCheck %s
; RUN: %heddle opt --only=link_device_library --library=none %s | %FileCheck --check-prefix=NONE %s

; CHECK-LABEL: define void @k(
; CHECK: call i32 @hd_nvvm_mulhi_i(i32 %a, i32 %b)
; CHECK: call double @__nv_hypot(double %x, double %y)
; CHECK: call double @__nv_hypot(double %y, double %x)
; CHECK: call i32 @mine(i32 %h)
; CHECK-DAG: declare i32 @mine(i32)
; CHECK-DAG: define internal {{.*}}i32 @hd_nvvm_mulhi_i(
; CHECK-DAG: define internal {{.*}}double @__nv_hypot(
; CHECK-NOT: @llvm.nvvm

; NONE: call i32 @llvm.nvvm.mulhi.i(i32 %a, i32 %b)
; NONE: declare double @__nv_hypot(
define void @k(ptr %p, i32 %a, i32 %b, double %x, double %y) {
  %h = call i32 @llvm.nvvm.mulhi.i(i32 %a, i32 %b)
  %d = call double @__nv_hypot(double %x, double %y)
  %e = call double @hypot(double %y, double %x)
  %m = call i32 @mine(i32 %h)
  %s = fadd double %d, %e
  %q = getelementptr double, ptr %p, i64 1
  store double %s, ptr %p
  store i32 %m, ptr %q
  ret void
}

declare i32 @llvm.nvvm.mulhi.i(i32, i32)
declare double @__nv_hypot(double, double)
declare double @hypot(double, double)
declare i32 @mine(i32)

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
