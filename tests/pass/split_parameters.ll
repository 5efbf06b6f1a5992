; split_parameters: what is read from a struct parameter is a parameter; parts that an index picks,
; vectors and volatile reads stay. The annotations are those of the new function.
; RUN: %heddle opt --only=split_parameters --paranoid %s | %FileCheck %s
%S = type { i32, ptr, [4 x float] }

; Only kernels.
; CHECK-LABEL: define void @f(ptr byval(%S) %s, ptr %out)
; CHECK: load i32
define void @f(ptr byval(%S) %s, ptr %out) {
  %n = load i32, ptr %s
  store i32 %n, ptr %out
  ret void
}
; CHECK-LABEL: define void @k(
; CHECK-SAME: ptr byval(%S) %s, ptr %out, ptr byval(%S) align 8 %t, i32 %i, i32 [[N:%n[0-9]*]], ptr [[P:%p[0-9]*]], float [[F:%f[0-9]*]], i32 [[M:%m[0-9]*]])
; CHECK-SAME: [[ATTR:#[0-9]+]]
; CHECK-NOT: load i32
; CHECK: getelementptr i32, ptr [[P]], i32 [[N]]
; CHECK: %any = load float, ptr %a
; CHECK: %v = load volatile i32
; CHECK: %w = load <2 x float>
; CHECK: store float [[F]]
; CHECK: store i32 [[M]]
define void @k(ptr byval(%S) %s, ptr %out, ptr byval(%S) align 8 %t, i32 %i) {
  %n = load i32, ptr %s
  %at = getelementptr %S, ptr %s, i32 0, i32 1
  %p = load ptr, ptr %at
  %q = getelementptr i32, ptr %p, i32 %n
  %again = load i32, ptr %s
  store i32 %again, ptr %q
  %a = getelementptr %S, ptr %s, i32 0, i32 2, i32 %i
  %any = load float, ptr %a
  store float %any, ptr %out
  %v = load volatile i32, ptr %s
  store i32 %v, ptr %out
  %first = getelementptr %S, ptr %s, i32 0, i32 2
  %w = load <2 x float>, ptr %first
  store <2 x float> %w, ptr %out
  %second = getelementptr i8, ptr %first, i32 4
  %f = load float, ptr %second
  store float %f, ptr %out
  %m = load i32, ptr %t
  store i32 %m, ptr %out
  ret void
}

; CHECK: attributes [[ATTR]] = { "heddle-fields"="0:0,0:8,0:20,2:0," }
; CHECK: !{ptr @k, !"kernel", i32 1}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
