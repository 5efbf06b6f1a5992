; lower_lanes: blocks side by side are one row if nobody can tell them apart; loops may read
; around the place of a thread, but not what every row reads from one end to the other. That
; other kernels have shared memory does not matter. Divisions one by one do not pay in groups.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 -Rpass-missed=heddle %s 2>&1 >/dev/null | %FileCheck %s --check-prefix=ALONE
; ALONE-NOT: 'window'
; ALONE: kernel 'divisor' runs one lane at a time

@hd.dynamic_shared = external global [0 x i8], section ".heddle.shared", align 16

; CHECK-LABEL: @hd.kernel.scale(
; CHECK: %row.end = mul i32 %{{.*}}, %run
; CHECK-NOT: %is.narrow
; CHECK-LABEL: @hd.kernel.first(
; CHECK-NOT: %row.end
; CHECK: block.head:
; CHECK-LABEL: @hd.kernel.window(
; CHECK: udiv i32 1024,
; CHECK: %row.end = mul i32 %{{.*}}, %run
; CHECK-LABEL: @hd.kernel.product(
; CHECK-NOT: %row.end
; CHECK: block.head:
; CHECK-LABEL: @hd.kernel.shared(
; CHECK-NOT: %row.end
; CHECK: block.head:
define void @scale(ptr %x, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %do, label %end
do:
  %i64 = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %i64
  %v = load float, ptr %p, align 4
  %w2 = fadd float %v, %v
  store float %w2, ptr %p, align 4
  br label %end
end:
  ret void
}

; The block's number is asked for alone, too.
define void @first(ptr %x, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %do, label %end
do:
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %b, ptr %p, align 4
  br label %end
end:
  ret void
}
; Three rows above each other.
define void @window(ptr %x, ptr %y, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %r = add i32 %row, %d
  %first = mul i32 %r, %n
  %k = add i32 %first, %i
  %k64 = sext i32 %k to i64
  %p = getelementptr float, ptr %x, i64 %k64
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %d1 = add nsw i32 %d, 1
  %go = icmp slt i32 %d1, 3
  br i1 %go, label %loop, label %done
done:
  %own = mul i32 %row, %n
  %j = add i32 %own, %i
  %j64 = sext i32 %j to i64
  %q = getelementptr float, ptr %y, i64 %j64
  store float %sum1, ptr %q, align 4
  ret void
}

; All rows of the one, for each row of the other.
define void @product(ptr %x, ptr %y, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %first = mul i32 %d, %n
  %k = add i32 %first, %i
  %k64 = sext i32 %k to i64
  %p = getelementptr float, ptr %x, i64 %k64
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %d1 = add nsw i32 %d, 1
  %go = icmp slt i32 %d1, %n
  br i1 %go, label %loop, label %done
done:
  %own = mul i32 %row, %n
  %j = add i32 %own, %i
  %j64 = sext i32 %j to i64
  %q = getelementptr float, ptr %y, i64 %j64
  store float %sum1, ptr %q, align 4
  ret void
}

define void @shared(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %i64 = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %i64
  %v = load float, ptr %p, align 4
  store float %v, ptr @hd.dynamic_shared, align 4
  ret void
}

; The smallest divisor of each number.
define void @divisor(ptr %x) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  br label %loop
loop:
  %d = phi i32 [ 2, %entry ], [ %d1, %loop ]
  %rest = srem i32 %i, %d
  %d1 = add nsw i32 %d, 1
  %no = icmp ne i32 %rest, 0
  br i1 %no, label %loop, label %done
done:
  %last = phi i32 [ %d, %loop ]
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %last, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @scale, !"kernel", i32 1}
!1 = !{ptr @first, !"kernel", i32 1}
!2 = !{ptr @window, !"kernel", i32 1}
!3 = !{ptr @product, !"kernel", i32 1}
!4 = !{ptr @shared, !"kernel", i32 1}
!5 = !{ptr @divisor, !"kernel", i32 1}
