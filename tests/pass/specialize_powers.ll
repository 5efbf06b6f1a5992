; specialize_powers: the code that depends on the bits of a step has copies for multiples of 32 and
; for small powers of two; what follows from both forms comes together behind them.
; RUN: %heddle opt --only=specialize_powers -O2 %s | %FileCheck %s

; CHECK-LABEL: @order
; CHECK: %many = shl i32 %{{.*}}, 5
; CHECK: %[[LESS:.*]] = add i32 %many, -1
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[FEW:.*]]
; the way it was
; CHECK: %{{.*}} = and i32 %t, %less
; the sum of all copies
; CHECK: join:
; CHECK-NEXT: phi i32
; with a multiple of 32
; CHECK: and i32 %t, %[[LESS]]
; CHECK: icmp eq i32 %step, 1
; CHECK: and i32 %t, 0
; CHECK: icmp eq i32 %step, 2
; CHECK: and i32 %t, 1
; CHECK: icmp eq i32 %step, 16
; CHECK: and i32 %t, 15
define void @order(ptr %keys, ptr %out, i32 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %less = add nsw i32 %step, -1
  %low = and i32 %t, %less
  %twice = shl i32 %t, 1
  %i = sub i32 %twice, %low
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %keys, i64 %i64
  %x = load i32, ptr %p, align 4
  call void @llvm.nvvm.barrier0()
  %t64 = sext i32 %t to i64
  %q = getelementptr i32, ptr %out, i64 %t64
  store i32 %x, ptr %q, align 4
  ret void
}

; Nothing is read or written there: left alone.
; CHECK-LABEL: @number
; CHECK-NOT: icmp eq
; CHECK: ret void
define void @number(ptr %out, i32 %step) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, %step
  %t64 = sext i32 %t to i64
  %q = getelementptr i32, ptr %out, i64 %t64
  store i32 %x, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @order, !"kernel", i32 1}
!1 = !{ptr @number, !"kernel", i32 1}
