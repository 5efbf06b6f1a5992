; specialize_strides: a version in which strides of x are one, and one in which those of rounds are;
; constants say how many there are. Rows, indices from memory and coordinates alone have none.
; RUN: %heddle opt --only=specialize_strides --paranoid -O2 %s | %FileCheck %s

; CHECK-LABEL: define void @axpy(ptr %x, i32 %inc, ptr %y, i64 %by)
; CHECK: mul i32 %t, %inc
define void @axpy(ptr %x, i32 %inc, ptr %y, i64 %by) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %t, %inc
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %wide
  %a = load float, ptr %p
  %u = zext i32 %t to i64
  %j = mul i64 %by, %u
  %q = getelementptr float, ptr %y, i64 %j
  store float %a, ptr %q
  ret void
}

; CHECK-LABEL: define void @matrix(
define void @matrix(ptr %x, i64 %s0, i64 %s1, i64 %n, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = zext i32 %t to i64
  br label %loop
loop:
  %j = phi i64 [ 0, %0 ], [ %next, %loop ]
  %row = mul i64 %u, %s0
  %p = getelementptr float, ptr %x, i64 %row
  %column = mul i64 %j, %s1
  %q = getelementptr float, ptr %p, i64 %column
  %a = load float, ptr %q
  %r = getelementptr float, ptr %y, i64 %u
  store float %a, ptr %r
  %next = add i64 %j, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Three bytes of a pixel.
; CHECK-LABEL: define void @pixel(
define void @pixel(ptr %x, i32 %channels) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %t, %channels
  %wide = sext i32 %i to i64
  %p = getelementptr i8, ptr %x, i64 %wide
  %q = getelementptr i8, ptr %p, i64 2
  %a = load i8, ptr %q
  store i8 %a, ptr %p
  ret void
}

; As many as the launch says.
; CHECK-LABEL: define void @channels(
define void @channels(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %t, %n
  br label %head
head:
  %c = phi i32 [ 0, %0 ], [ %next, %loop ]
  %more = icmp slt i32 %c, %n
  br i1 %more, label %loop, label %end
loop:
  %at = add i32 %i, %c
  %wide = sext i32 %at to i64
  %p = getelementptr i8, ptr %x, i64 %wide
  store i8 0, ptr %p
  %next = add i32 %c, 1
  br label %head
end:
  ret void
}

; A row for each thread, a column, an index from memory, and block by block.
; CHECK-LABEL: define void @none(
define void @none(ptr %x, i64 %n, ptr %order) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %u = zext i32 %t to i64
  %v = zext i32 %y to i64
  %w = zext i32 %b to i64
  %row = mul i64 %u, %n
  %own = add i64 %row, %v
  %p = getelementptr float, ptr %x, i64 %own
  store float 0.0, ptr %p
  %column = mul i64 %v, %n
  %beside = add i64 %column, %u
  %q = getelementptr float, ptr %x, i64 %beside
  store float 0.0, ptr %q
  %at = getelementptr i64, ptr %order, i64 %u
  %any = load i64, ptr %at
  %far = mul i64 %any, %n
  %r = getelementptr float, ptr %x, i64 %far
  store float 0.0, ptr %r
  %below = mul i64 %u, %n
  %b8 = mul i64 %w, %n
  %corner = getelementptr float, ptr %x, i64 %b8
  %edge = getelementptr float, ptr %corner, i64 %below
  store float 0.0, ptr %edge
  %part = mul i64 %w, %n
  %s = getelementptr float, ptr %x, i64 %part
  store float 0.0, ptr %s
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; CHECK-LABEL: define void @axpy.fit1(
; CHECK: mul i32 %t, 1
; CHECK: mul i64 1, %u
; CHECK-LABEL: define i32 @hd.asks.axpy.fit1(ptr %0)
; CHECK: getelementptr inbounds i8, ptr %0, i64 8
; CHECK: load i32
; CHECK: icmp eq i32 %{{.*}}, 1
; CHECK: getelementptr inbounds i8, ptr %0, i64 24
; CHECK: icmp eq i64 %{{.*}}, 1
; CHECK-LABEL: define void @matrix.fit1(
; CHECK: mul i64 %u, 1
; CHECK: mul i64 %j, %2
; CHECK-LABEL: define i32 @hd.asks.matrix.fit1(
; CHECK-LABEL: define void @matrix.fit2(
; CHECK: mul i64 %u, %1
; CHECK: mul i64 %j, 1
; CHECK-LABEL: define void @pixel.fit1(
; CHECK: mul i32 %t, 3
; CHECK-LABEL: define i32 @hd.asks.pixel.fit1(
; CHECK: icmp eq i32 %{{.*}}, 3
; CHECK-LABEL: define void @channels.fit1(
; CHECK: mul i32 %t, 3
; CHECK: icmp slt i32 %c, 3
; CHECK-LABEL: define void @channels.fit2(
; CHECK: mul i32 %t, 1
; CHECK-LABEL: define void @channels.fit3(
; CHECK: mul i32 %t, 4
; CHECK-NOT: @none.fit
; CHECK: "heddle-fits"="axpy"
; CHECK: !{ptr @matrix.fit2, !"kernel", i32 1}
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @axpy, !"kernel", i32 1}
!1 = !{ptr @matrix, !"kernel", i32 1}
!2 = !{ptr @pixel, !"kernel", i32 1}
!3 = !{ptr @none, !"kernel", i32 1}
!4 = !{ptr @channels, !"kernel", i32 1}
