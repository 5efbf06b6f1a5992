; lower_lanes: of lanes that write to one place, the last one's value is written, once.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

@found = internal global i32 undef, section ".heddle.shared", align 4

; CHECK-LABEL: @hd.kernel.k(
; CHECK: %who = bitcast <8 x i1> %{{.*}} to i8
; CHECK: %any = icmp ne i8 %who, 0
; CHECK: call i8 @llvm.ctlz.i8(i8 %who, i1 true)
; CHECK: %last = sub i8 7, %{{.*}}
; CHECK: %[[AT:.*]] = zext i8 %last to i32
; CHECK: %[[BY:.*]] = mul i32 %[[AT]], 1
; CHECK: %[[V:.*]] = add i32 %{{.*}}, %[[BY]]
; CHECK: store i32 %[[V]]
define void @k(ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i64 = sext i32 %t to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  %v = load i32, ptr %p, align 4
  %is = icmp eq i32 %v, 5
  br i1 %is, label %do, label %end
do:
  store i32 %t, ptr @found, align 4
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
