; group_accesses: loads of neighbouring bytes go up, and stores go down, past what touches other
; bytes; where that is not known, in a copy for arrays that are apart.
; RUN: %heddle opt --only=group_accesses -O2 %s | %FileCheck %s

; CHECK-LABEL: define void @one
; CHECK: load i8
; CHECK-NEXT: load i8
; CHECK: store i8
; CHECK-NEXT: store i8
; CHECK-NEXT: ret void
define void @one(ptr %x, i64 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %i = add i64 %from, %t64
  %p = getelementptr inbounds i8, ptr %x, i64 %i
  %a = load i8, ptr %p, align 1
  %na = xor i8 %a, -1
  store i8 %na, ptr %p, align 1
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %b = load i8, ptr %p1, align 1
  %nb = xor i8 %b, -1
  store i8 %nb, ptr %p1, align 1
  ret void
}

; The second load may not pass the store, nor does anything pass a barrier.
; CHECK-LABEL: define void @stays
; CHECK: load i8
; CHECK: store i8
; CHECK: load i8
; CHECK: barrier0
; CHECK: load i8
define void @stays(ptr %x, i64 %from, ptr %to) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %i = add i64 %from, %t64
  %p = getelementptr inbounds i8, ptr %x, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %a = load i8, ptr %p, align 1
  store i8 %a, ptr %p1, align 1
  %b = load i8, ptr %p1, align 1
  call void @llvm.nvvm.barrier0()
  %c = load i8, ptr %p2, align 1
  %d = add i8 %b, %c
  store i8 %d, ptr %to, align 1
  ret void
}

; y - x must be neither 1 nor 2.
; CHECK-LABEL: define void @both
; CHECK: %distance = sub i64
; CHECK: %[[D:.*]] = sub i64 %distance, -2
; CHECK: icmp ugt i64 %[[D]], 1
; CHECK: br i1 {{.*}}, label %apart, label %rest
; CHECK: rest:
; CHECK: load i8
; CHECK: store i8
; CHECK: load i8
; CHECK: store i8
; CHECK: load i8
; CHECK: store i8
; CHECK: apart:
; CHECK: load i8
; CHECK-NEXT: load i8
; CHECK-NEXT: load i8
; CHECK: store i8
; CHECK-NEXT: store i8
; CHECK-NEXT: store i8
define void @both(ptr %x, ptr %y, i64 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %i = add i64 %from, %t64
  %p = getelementptr inbounds i8, ptr %x, i64 %i
  %q = getelementptr inbounds i8, ptr %y, i64 %i
  %a = load i8, ptr %p, align 1
  %na = xor i8 %a, -1
  store i8 %na, ptr %q, align 1
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %b = load i8, ptr %p1, align 1
  %nb = xor i8 %b, -1
  store i8 %nb, ptr %q1, align 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %q2 = getelementptr inbounds i8, ptr %q, i64 2
  %c = load i8, ptr %p2, align 1
  %nc = xor i8 %c, -1
  store i8 %nc, ptr %q2, align 1
  ret void
}

; CHECK-LABEL: define void @known
; CHECK-NOT: distance
; CHECK: load i8
; CHECK-NEXT: load i8
; CHECK: store i8
; CHECK-NEXT: store i8
define void @known(ptr noalias %x, ptr %y, i64 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %i = add i64 %from, %t64
  %p = getelementptr inbounds i8, ptr %x, i64 %i
  %q = getelementptr inbounds i8, ptr %y, i64 %i
  %a = load i8, ptr %p, align 1
  store i8 %a, ptr %q, align 1
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %b = load i8, ptr %p1, align 1
  store i8 %b, ptr %q1, align 1
  ret void
}

; The same element for all lanes: not worth moving.
; CHECK-LABEL: define void @everybody
; CHECK: load float
; CHECK: store float
; CHECK: load float
define void @everybody(ptr noalias %x, ptr noalias %y, i64 %i) {
  %p = getelementptr inbounds float, ptr %x, i64 %i
  %a = load float, ptr %p, align 4
  store float %a, ptr %y, align 4
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %b = load float, ptr %p1, align 4
  %y1 = getelementptr inbounds i8, ptr %y, i64 4
  store float %b, ptr %y1, align 4
  ret void
}

; Words likewise.
; CHECK-LABEL: define void @points
; CHECK: load float
; CHECK-NEXT: load float
define void @points(ptr noalias %x, ptr noalias %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds [2 x float], ptr %x, i64 %i
  %q = getelementptr inbounds [2 x float], ptr %y, i64 %i
  %a = load float, ptr %p, align 4
  store float %a, ptr %q, align 4
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %b = load float, ptr %p1, align 4
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  store float %b, ptr %q1, align 4
  ret void
}

; Elements of arrays and fields of structs: what differs is one index, or numbers.
; CHECK-LABEL: define void @arrays
; CHECK: [[A:%.*]] = load float
; CHECK-NEXT: [[B:%.*]] = load float
; CHECK-NEXT: [[C:%.*]] = load float
; CHECK: store float [[A]]
@tile = internal global [8 x [64 x float]] zeroinitializer
define void @arrays(ptr %to, i64 %row) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = shl i32 %t, 2
  %i0 = zext i32 %t4 to i64
  %p0 = getelementptr [8 x [64 x float]], ptr @tile, i64 0, i64 %row, i64 %i0
  %a = load float, ptr %p0, align 4
  %na = fadd float %a, 1.0
  %t5 = or disjoint i32 %t4, 1
  %i1 = zext i32 %t5 to i64
  %p1 = getelementptr [8 x [64 x float]], ptr @tile, i64 0, i64 %row, i64 %i1
  %b = load float, ptr %p1, align 4
  %nb = fadd float %b, %na
  %t6 = or disjoint i32 %t4, 2
  %i2 = zext i32 %t6 to i64
  %p2 = getelementptr [8 x [64 x float]], ptr @tile, i64 0, i64 %row, i64 %i2
  %c = load float, ptr %p2, align 4
  %nc = fadd float %c, %nb
  store float %a, ptr %to, align 4
  %to1 = getelementptr i8, ptr %to, i64 4
  store float %nc, ptr %to1, align 4
  ret void
}

; Rows that are apart by nobody knows how much.
; CHECK-LABEL: define void @rows
; CHECK: load float
; CHECK-NEXT: fadd
; CHECK: load float
define void @rows(ptr %to, i64 %row, i64 %other) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i0 = zext i32 %t to i64
  %p0 = getelementptr [8 x [64 x float]], ptr @tile, i64 0, i64 %row, i64 %i0
  %a = load float, ptr %p0, align 4
  %na = fadd float %a, 1.0
  %t1 = or disjoint i32 %t, 1
  %i1 = zext i32 %t1 to i64
  %p1 = getelementptr [8 x [64 x float]], ptr @tile, i64 0, i64 %other, i64 %i1
  %b = load float, ptr %p1, align 4
  %nb = fadd float %b, %na
  store float %nb, ptr %to, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @one, !"kernel", i32 1}
!1 = !{ptr @stays, !"kernel", i32 1}
!2 = !{ptr @both, !"kernel", i32 1}
!3 = !{ptr @known, !"kernel", i32 1}
!4 = !{ptr @everybody, !"kernel", i32 1}
!5 = !{ptr @points, !"kernel", i32 1}
!6 = !{ptr @arrays, !"kernel", i32 1}
!7 = !{ptr @rows, !"kernel", i32 1}
