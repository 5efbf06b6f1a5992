; align_memory: what is 16 bytes or larger begins at multiples of 16.
; RUN: %heddle opt --only=align_memory --paranoid %s | %FileCheck %s

%E = type { [8 x i32] }

; CHECK-DAG: @large = global [4 x i32] zeroinitializer, align 16
; CHECK-DAG: @small = global [3 x i32] zeroinitializer, align 4
; CHECK-DAG: @there = external global [8 x i32], align 4
; CHECK-DAG: @text = private constant [20 x i8] zeroinitializer, align 1
; CHECK-DAG: @shared = external global [64 x i32], section ".heddle.shared", align 16
@large = global [4 x i32] zeroinitializer, align 4
@small = global [3 x i32] zeroinitializer, align 4
@there = external global [8 x i32], align 4
@text = private constant [20 x i8] zeroinitializer, align 1
@shared = external global [64 x i32], section ".heddle.shared", align 4

; CHECK: define void @f(ptr byval(%E) align 16 %e, ptr byval(i64) align 8 %i)
define void @f(ptr byval(%E) align 4 %e, ptr byval(i64) align 8 %i) {
; CHECK: %a = alloca [4 x i32], align 16
; CHECK: %b = alloca [3 x i32], align 4
; CHECK: %c = alloca i32, i32 4, align 16
; CHECK: %w = alloca [2 x double], align 32
  %a = alloca [4 x i32], align 4
  %b = alloca [3 x i32], align 4
  %c = alloca i32, i32 4, align 4
  %w = alloca [2 x double], align 32
; CHECK: call void @f(ptr byval(%E) align 16 %a, ptr byval(i64) align 8 %b)
  call void @f(ptr byval(%E) align 4 %a, ptr byval(i64) align 8 %b)
  ret void
}

; A kernel's parameters lie where the launch has put them.
; CHECK: define void @k(ptr byval(%E) align 4 %e)
define void @k(ptr byval(%E) align 4 %e) {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
