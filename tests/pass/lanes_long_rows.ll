; lower_lanes: blocks side by side are one row if nobody can tell them apart.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.scale(
; CHECK: %row.end = mul i32 %{{.*}}, %run
; CHECK-NOT: %is.narrow
; CHECK-LABEL: @hd.kernel.first(
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
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @scale, !"kernel", i32 1}
!1 = !{ptr @first, !"kernel", i32 1}
