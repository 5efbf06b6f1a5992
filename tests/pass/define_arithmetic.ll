; define_arithmetic: shifts, divisions and conversions that C leaves undefined behave as
; on a GPU.
; RUN: %heddle opt --only=define_arithmetic --paranoid %s | %FileCheck %s

; CHECK-LABEL: @shift
; CHECK: [[IN:%.*]] = icmp ult i32 %n, 32
; CHECK: [[BY:%.*]] = select i1 [[IN]], i32 %n, i32 0
; CHECK: [[S:%.*]] = shl i32 %a, [[BY]]
; CHECK: select i1 [[IN]], i32 [[S]], i32 0
define i32 @shift(i32 %a, i32 %n) {
  %r = shl i32 %a, %n
  ret i32 %r
}

; CHECK-LABEL: @divide
; CHECK-DAG: [[ZERO:%.*]] = icmp eq i32 %b, 0
; CHECK-DAG: [[MINUS:%.*]] = icmp eq i32 %b, -1
; CHECK: sdiv i32 %a, %div.by
; CHECK: select i1 [[ZERO]], i32 -1
define i32 @divide(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: @convert
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %x)
define i32 @convert(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}

; A known amount stays as it is.
; CHECK-LABEL: @known
; CHECK-NEXT: shl i32 %a, 3
; CHECK-NEXT: ret
define i32 @known(i32 %a) {
  %r = shl i32 %a, 3
  ret i32 %r
}
