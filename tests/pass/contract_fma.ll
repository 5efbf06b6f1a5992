; contract_fma: multiply-adds are fused once, before lanes are lowered, and the permission
; is taken away.
; RUN: %heddle opt --only=contract_fma --paranoid --target=aarch64-linux-gnu %s | %FileCheck %s
; RUN: %heddle opt --only=contract_fma --paranoid --target=x86_64-linux-gnu %s | %FileCheck %s --check-prefix=NOFMA

; CHECK-LABEL: @add
; CHECK-NEXT: [[R:%.*]] = call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK-NEXT: ret float [[R]]
; NOFMA-LABEL: @add
; NOFMA-NEXT: fmul float %a, %b
; NOFMA-NEXT: fadd float
; NOFMA-NEXT: ret
define float @add(float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %r = fadd contract float %m, %c
  ret float %r
}

; c - a * b
; CHECK-LABEL: @subtract
; CHECK-NEXT: [[N:%.*]] = fneg float %a
; CHECK-NEXT: call float @llvm.fma.f32(float [[N]], float %b, float %c)
define float @subtract(float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %r = fsub contract float %c, %m
  ret float %r
}

; A product with another use is computed anyway: nothing is fused.
; CHECK-LABEL: @twice
; CHECK-NEXT: fmul float
; CHECK-NEXT: fadd float
; CHECK-NEXT: fadd float
define float @twice(float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %c
  %r = fadd contract float %m, %s
  ret float %r
}

; One with a power of two is exact: if it is only part of sums, nobody needs it.
; CHECK-LABEL: @exact
; CHECK-NEXT: [[N:%.*]] = fneg float %a
; CHECK-NEXT: [[S:%.*]] = call float @llvm.fma.f32(float [[N]], float 2.000000e+00, float %b)
; CHECK-NEXT: [[T:%.*]] = call float @llvm.fma.f32(float %a, float 2.000000e+00, float %c)
; CHECK-NEXT: fdiv float [[S]], [[T]]
define float @exact(float %a, float %b, float %c) {
  %m = fmul contract float %a, 2.0
  %s = fsub contract float %b, %m
  %t = fadd contract float %m, %c
  %r = fdiv float %s, %t
  ret float %r
}

; CHECK-LABEL: @needed
; CHECK-NEXT: fmul float
; CHECK-NEXT: fadd float
; CHECK-NEXT: fdiv
define float @needed(float %a, float %c) {
  %m = fmul contract float %a, 2.0
  %s = fadd contract float %m, %c
  %r = fdiv contract float %m, %s
  ret float %r
}

; Twice the product is not a multiply-add.
; CHECK-LABEL: @doubled
; CHECK-NEXT: fmul float
; CHECK-NEXT: fadd float
define float @doubled(float %a) {
  %m = fmul contract float %a, 4.0
  %r = fadd contract float %m, %m
  ret float %r
}

; Without permission nothing happens.
; CHECK-LABEL: @strict
; CHECK-NEXT: fmul float
; CHECK-NEXT: fadd float
define float @strict(float %a, float %b, float %c) {
  %m = fmul float %a, %b
  %r = fadd float %m, %c
  ret float %r
}
