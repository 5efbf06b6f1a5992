; lower_lanes: what mostly gathers may be faster one lane at a time, as gathers take three times as
; long on some processors as on others; what computes with what it has gathered is not.
; RUN: %heddle opt --only=lower_lanes -O2 --target=x86_64-linux-gnu --mcpu=x86-64-v4 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 --target=x86_64-linux-gnu --mcpu=x86-64-v3 %s | %FileCheck %s --check-prefix=NONE
; RUN: %heddle opt --only=lower_lanes -O2 -fno-heddle-measure --target=x86_64-linux-gnu --mcpu=x86-64-v4 %s | %FileCheck %s --check-prefix=NONE

; CHECK: define {{.*}}@hd.kernel.looks_up(
; CHECK: %is.alone = icmp ne i64
; CHECK: define {{.*}}@hd.kernel.computes(
; CHECK-NOT: %is.alone
; CHECK: ret void
; NONE-NOT: is.alone

define void @looks_up(ptr %x, ptr %y, ptr %t) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %l
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  %v = load i32, ptr %p, align 4
  %s0 = lshr i32 %v, 0
  %m0 = and i32 %s0, 255
  %n0 = zext i32 %m0 to i64
  %g0 = getelementptr i32, ptr %t, i64 %n0
  %a0 = load i32, ptr %g0, align 4
  %s1 = lshr i32 %v, 8
  %m1 = and i32 %s1, 255
  %n1 = zext i32 %m1 to i64
  %g1 = getelementptr i32, ptr %t, i64 %n1
  %a1 = load i32, ptr %g1, align 4
  %s2 = lshr i32 %v, 16
  %m2 = and i32 %s2, 255
  %n2 = zext i32 %m2 to i64
  %g2 = getelementptr i32, ptr %t, i64 %n2
  %a2 = load i32, ptr %g2, align 4
  %s3 = lshr i32 %v, 24
  %m3 = and i32 %s3, 255
  %n3 = zext i32 %m3 to i64
  %g3 = getelementptr i32, ptr %t, i64 %n3
  %a3 = load i32, ptr %g3, align 4
  %x0 = xor i32 %a0, %a1
  %x1 = xor i32 %a2, %a3
  %r = xor i32 %x0, %x1
  %q = getelementptr i32, ptr %y, i64 %i64
  store i32 %r, ptr %q, align 4
  ret void
}

define void @computes(ptr %x, ptr %y, ptr %t) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %l
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  %v = load i32, ptr %p, align 4
  %s0 = lshr i32 %v, 0
  %m0 = and i32 %s0, 255
  %n0 = zext i32 %m0 to i64
  %g0 = getelementptr i32, ptr %t, i64 %n0
  %a0 = load i32, ptr %g0, align 4
  %c0 = add i32 %a0, %v
  %c1 = mul i32 %c0, %a0
  %c2 = mul i32 %c1, %v
  %c3 = mul i32 %c2, %a0
  %c4 = mul i32 %c3, %v
  %c5 = mul i32 %c4, %a0
  %c6 = mul i32 %c5, %v
  %c7 = mul i32 %c6, %a0
  %c8 = mul i32 %c7, %v
  %c9 = mul i32 %c8, %a0
  %c10 = mul i32 %c9, %v
  %c11 = mul i32 %c10, %a0
  %c12 = mul i32 %c11, %v
  %c13 = mul i32 %c12, %a0
  %c14 = mul i32 %c13, %v
  %c15 = mul i32 %c14, %a0
  %c16 = mul i32 %c15, %v
  %c17 = mul i32 %c16, %a0
  %c18 = mul i32 %c17, %v
  %c19 = mul i32 %c18, %a0
  %c20 = mul i32 %c19, %v
  %c21 = mul i32 %c20, %a0
  %c22 = mul i32 %c21, %v
  %c23 = mul i32 %c22, %a0
  %c24 = mul i32 %c23, %v
  %c25 = mul i32 %c24, %a0
  %c26 = mul i32 %c25, %v
  %c27 = mul i32 %c26, %a0
  %c28 = mul i32 %c27, %v
  %c29 = mul i32 %c28, %a0
  %r = mul i32 %c29, %v
  %q = getelementptr i32, ptr %y, i64 %i64
  store i32 %r, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @looks_up, !"kernel", i32 1}
!1 = !{ptr @computes, !"kernel", i32 1}
