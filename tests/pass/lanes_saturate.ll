; lower_lanes: conversions of lanes to integers, as far as these reach, are one instruction on
; AArch64. An x86 has none: what does not fit is put right around one that it has.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=8 --target=aarch64-linux-gnu %s | %FileCheck %s --check-prefix=ARM
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=8 --target=x86_64-linux-gnu %s | %FileCheck %s

; ARM-LABEL: define internal void @hd.kernel.signed(
; ARM: call <8 x i32> @llvm.fptosi.sat.v8i32.v8f32(
; CHECK-LABEL: define internal void @hd.kernel.signed(
; CHECK-NOT: llvm.fptosi.sat.v8
; CHECK: %big = fcmp oge <8 x float> [[X:%.*]], <float 0x41E0000000000000,
; CHECK: fcmp ogt <8 x float> [[X]], <float 0xC1E0000000000000,
; CHECK: [[I:%.*]] = fptosi <8 x float> {{%.*}} to <8 x i32>
; CHECK: [[J:%.*]] = select <8 x i1> %big, <8 x i32> <i32 2147483647,{{.*}}>, <8 x i32> [[I]]
; CHECK: [[NAN:%.*]] = fcmp uno <8 x float> [[X]], [[X]]
; CHECK: select <8 x i1> [[NAN]], <8 x i32> zeroinitializer, <8 x i32> [[J]]
define void @signed(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr float, ptr %in, i64 %w
  %x = load float, ptr %a, align 4
  %i = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %b = getelementptr i32, ptr %out, i64 %w
  store i32 %i, ptr %b, align 4
  ret void
}

; ARM-LABEL: define internal void @hd.kernel.unsigned(
; ARM: call <8 x i64> @llvm.fptoui.sat.v8i64.v8f64(
; CHECK-LABEL: define internal void @hd.kernel.unsigned(
; CHECK-NOT: llvm.fptoui.sat.v8
; CHECK: = fcmp oge <8 x double> [[X:%.*]], <double 0x43F0000000000000,
; CHECK: fcmp ogt <8 x double> [[X]], zeroinitializer
; CHECK: fptoui <8 x double> {{%.*}} to <8 x i64>
; CHECK: select <8 x i1> {{%.*}}, <8 x i64> <i64 -1,
define void @unsigned(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr double, ptr %in, i64 %w
  %x = load double, ptr %a, align 8
  %i = call i64 @llvm.fptoui.sat.i64.f64(double %x)
  %b = getelementptr i64, ptr %out, i64 %w
  store i64 %i, ptr %b, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i64 @llvm.fptoui.sat.i64.f64(double)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @signed, !"kernel", i32 1}
!1 = !{ptr @unsigned, !"kernel", i32 1}
