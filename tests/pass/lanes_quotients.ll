; lower_lanes with 8 lanes: x / n and x % n, where x counts up and n is the same for all lanes, are
; divided once; lanes that lie in one row read a row, and one element for all where that is the
; quotient's. Lanes are divided one by one only beside it. Not by small constants, by what each
; lane has for itself, or with -fno-heddle-quotients. Launches with short
; rows have a version in which nothing is known of quotients.
; RUN: %heddle opt -fno-heddle-divide --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s
; RUN: %heddle opt -fno-heddle-quotients -fno-heddle-divide --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: %quotient

; CHECK-LABEL: define internal void @hd.kernel.rows
; CHECK: icmp slt i32 %w, 14
; CHECK: %short.rows
; CHECK: br i1 %{{.*}}, label %take, label %go.on
; CHECK: %quotient = udiv i32
; CHECK: %in.row{{.*}} = icmp sgt i32 %left{{.*}}, 7
; CHECK: load <8 x float>
define void @rows(ptr %x, ptr %y, i32 %w, i32 %pitch) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %d
  %i = add i32 %at, %t
  %row = udiv i32 %i, %w
  %column = urem i32 %i, %w
  %start = mul i32 %row, %pitch
  %k = add i32 %start, %column
  %kw = zext i32 %k to i64
  %p = getelementptr float, ptr %x, i64 %kw
  %v = load float, ptr %p, align 4
  %iw = zext i32 %i to i64
  %q = getelementptr float, ptr %y, i64 %iw
  store float %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.one
; CHECK: %quotient = udiv i32
; CHECK: wide:
; CHECK: [[V:%.*]] = load float, ptr
; CHECK-NEXT: insertelement <8 x float> poison, float [[V]], i64 0
define void @one(ptr %x, ptr %y, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = sdiv i32 %t, %w
  %kw = sext i32 %row to i64
  %p = getelementptr float, ptr %x, i64 %kw
  %v = load float, ptr %p, align 4
  %tw = sext i32 %t to i64
  %q = getelementptr float, ptr %y, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.small
; CHECK-NOT: %quotient
; CHECK: udiv <8 x i32> {{.*}}, {{.*}}i32 20
; CHECK-LABEL: define internal void @hd.kernel.own
; CHECK-NOT: %quotient
; CHECK: udiv <8 x i32>
; CHECK: }
define void @small(ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = udiv i32 %t, 20
  %tw = sext i32 %t to i64
  %q = getelementptr i32, ptr %y, i64 %tw
  store i32 %row, ptr %q, align 4
  ret void
}

define void @own(ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tw = sext i32 %t to i64
  %q = getelementptr i32, ptr %y, i64 %tw
  %by = load i32, ptr %q, align 4
  %row = udiv i32 %t, %by
  store i32 %row, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @rows, !"kernel", i32 1}
!1 = !{ptr @one, !"kernel", i32 1}
!2 = !{ptr @small, !"kernel", i32 1}
!3 = !{ptr @own, !"kernel", i32 1}
