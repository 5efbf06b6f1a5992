; lower_lanes: on x86 integers are divided as floats with room for all their bits; 64 bits, and
; constants, are left to LLVM. Lanes that are not here divide by one.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --target=x86_64-linux-gnu --lanes=4 %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-divide --only=lower_lanes --library=none --target=x86_64-linux-gnu --lanes=4 %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --target=aarch64-linux-gnu --lanes=4 %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define internal void @hd.kernel.words(
; CHECK: [[X:%.*]] = sitofp <4 x i32> [[A:%.*]] to <4 x double>
; CHECK: [[Y:%.*]] = sitofp <4 x i32> [[B:%.*]] to <4 x double>
; CHECK: [[F:%.*]] = fdiv <4 x double> [[X]], [[Y]]
; CHECK: [[Q:%.*]] = fptosi <4 x double> [[F]] to <4 x i32>
; CHECK: [[M:%.*]] = mul <4 x i32> [[Q]], [[B]]
; CHECK: sub <4 x i32> [[A]], [[M]]
; OFF-LABEL: define internal void @hd.kernel.words(
; OFF: srem <4 x i32>
define void @words(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %w
  %x = load i32, ptr %a, align 4
  %b = getelementptr i8, ptr %a, i64 4096
  %y = load i32, ptr %b, align 4
  %r = srem i32 %x, %y
  store i32 %r, ptr %a, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.halves(
; CHECK: uitofp <4 x i16> {{.*}} to <4 x float>
; CHECK: fdiv <4 x float>
; CHECK: fptoui <4 x float> {{.*}} to <4 x i16>
define void @halves(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i16, ptr %p, i64 %w
  %x = load i16, ptr %a, align 2
  %b = getelementptr i8, ptr %a, i64 4096
  %y = load i16, ptr %b, align 2
  %r = udiv i16 %x, %y
  store i16 %r, ptr %a, align 2
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.long(
; CHECK: udiv <4 x i64>
; CHECK: udiv <4 x i32> {{.*}}, <i32 1000, i32 1000, i32 1000, i32 1000>
define void @long(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i64, ptr %p, i64 %w
  %x = load i64, ptr %a, align 8
  %b = getelementptr i8, ptr %a, i64 4096
  %y = load i64, ptr %b, align 8
  %r = udiv i64 %x, %y
  store i64 %r, ptr %a, align 8
  %c = getelementptr i32, ptr %q, i64 %w
  %z = load i32, ptr %c, align 4
  %s = udiv i32 %z, 1000
  store i32 %s, ptr %c, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.some(
; CHECK: [[BY:%.*]] = select <4 x i1> {{%.*}}, <4 x i32> {{%.*}}, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; CHECK: sitofp <4 x i32> [[BY]] to <4 x double>
define void @some(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %w
  %x = load i32, ptr %a, align 4
  %any = icmp ne i32 %x, 0
  br i1 %any, label %divide, label %end
divide:
  %r = sdiv i32 1000000, %x
  store i32 %r, ptr %a, align 4
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @words, !"kernel", i32 1}
!1 = !{ptr @halves, !"kernel", i32 1}
!2 = !{ptr @long, !"kernel", i32 1}
!3 = !{ptr @some, !"kernel", i32 1}
