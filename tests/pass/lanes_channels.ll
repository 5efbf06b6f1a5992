; lower_lanes: bytes that lie in each other are loaded together, and stored together if none is
; missing; where an index might overflow, if they do lie there.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=16 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=16 -fno-heddle-channels %s | %FileCheck --check-prefix=NONE %s
; NONE-NOT: <48 x i8>
; NONE-NOT: <32 x i8>

; CHECK-LABEL: @hd.kernel.three
; CHECK: %[[ALL:.*]] = load <48 x i8>, ptr
; CHECK: shufflevector <48 x i8> %[[ALL]], <48 x i8> poison, <16 x i32> <i32 0, i32 3, i32 6,
; CHECK: shufflevector <48 x i8> %[[ALL]], <48 x i8> poison, <16 x i32> <i32 1, i32 4, i32 7,
; CHECK: shufflevector <48 x i8> %[[ALL]], <48 x i8> poison, <16 x i32> <i32 2, i32 5, i32 8,
; CHECK: shufflevector <32 x i8> %{{.*}}, <32 x i8> %{{.*}}, <48 x i32> <i32 0, i32 16, i32 32, i32 1, i32 17, i32 33,
; CHECK-NEXT: store <48 x i8> %{{.*}}, ptr %{{.*}}, align 1
define void @three(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %i3 = mul nuw nsw i64 %i, 3
  %p = getelementptr inbounds i8, ptr %x, i64 %i3
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %q = getelementptr inbounds i8, ptr %y, i64 %i3
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %q2 = getelementptr inbounds i8, ptr %q, i64 2
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %p1, align 1
  %c = load i8, ptr %p2, align 1
  store i8 %c, ptr %q, align 1
  store i8 %b, ptr %q1, align 1
  store i8 %a, ptr %q2, align 1
  ret void
}

; The last load ends with the last lane's byte; of what is not stored nothing is written.
; CHECK-LABEL: @hd.kernel.two
; CHECK: load <16 x i8>, ptr
; CHECK: load <16 x i8>, ptr
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 31
; CHECK: load <16 x i8>, ptr
; CHECK-NOT: store <48 x i8>
; CHECK-LABEL: @hd.kernel.words
define void @two(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %i3 = mul nuw nsw i64 %i, 3
  %p = getelementptr inbounds i8, ptr %x, i64 %i3
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %q = getelementptr inbounds i8, ptr %y, i64 %i3
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %p1, align 1
  store i8 %b, ptr %q, align 1
  store i8 %a, ptr %q1, align 1
  ret void
}

; What is missing lies in the same word, and can be read.
; CHECK: load <64 x i8>, ptr %{{.*}}, align 4
; CHECK-LABEL: @hd.kernel.maybe
define void @words(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %p = getelementptr inbounds { i8, i8, i8, i8 }, ptr %x, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %q = getelementptr inbounds i8, ptr %y, i64 %i
  %a = load i8, ptr %p, align 4
  %b = load i8, ptr %p1, align 1
  %r = xor i8 %a, %b
  store i8 %r, ptr %q, align 1
  ret void
}

; CHECK: %together = and i1
; CHECK: br i1 %together{{.*}}, label %wide, label %lanes
; CHECK: wide:
; CHECK: store <32 x i8>
; CHECK: lanes:
; CHECK-COUNT-32: store i8
define void @maybe(ptr %y, i32 %first, i8 %a, i8 %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = add i32 %t, %first
  %i = shl i32 %n, 1
  %i1 = add i32 %i, 1
  %w = zext i32 %i to i64
  %w1 = zext i32 %i1 to i64
  %q = getelementptr inbounds i8, ptr %y, i64 %w
  %q1 = getelementptr inbounds i8, ptr %y, i64 %w1
  store i8 %a, ptr %q, align 1
  store i8 %b, ptr %q1, align 1
  ret void
}

; Not for some of the lanes.
; CHECK-LABEL: @hd.kernel.some
; CHECK: store <32 x i8>
; CHECK: masked:
; CHECK-NOT: store <32 x i8>
define void @some(ptr %y, i8 %a, i8 %b, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %in, label %out
in:
  %i = zext nneg i32 %t to i64
  %i2 = shl nuw nsw i64 %i, 1
  %q = getelementptr inbounds i8, ptr %y, i64 %i2
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  store i8 %a, ptr %q, align 1
  store i8 %b, ptr %q1, align 1
  br label %out
out:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @three, !"kernel", i32 1}
!1 = !{ptr @two, !"kernel", i32 1}
!2 = !{ptr @words, !"kernel", i32 1}
!3 = !{ptr @maybe, !"kernel", i32 1}
!4 = !{ptr @some, !"kernel", i32 1}
