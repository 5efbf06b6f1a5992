; lower_lanes: a barrier cuts the kernel into regions; what is cheap is recomputed behind
; it, what is loaded is kept, and kept in front of what is made from it.
; RUN: %heddle opt --only=lower_lanes --lanes=1 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: switch i32 %cont{{.*}}, label %block.next [
; CHECK-NEXT: i32 1, label %region1
; CHECK: r0.n0:
; CHECK: [[V:%.*]] = load i32, ptr %q
; CHECK-NEXT: store i32 [[V]], ptr %group{{.*}}
; CHECK: sext i32 [[V]] to i64
; CHECK: store i32 1, ptr %cont
; CHECK: [[KEPT:%.*]] = load i32, ptr %group
; CHECK: sext i32 [[KEPT]] to i64
; CHECK: {{"heddle-entry"="k".*"heddle-entry-context"="16"}}
define void @k(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %q
  %wide = sext i32 %v to i64
  store i64 %wide, ptr %out
  call void @llvm.nvvm.barrier0()
  %p = getelementptr i64, ptr %out, i32 %t
  store i64 %wide, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() convergent
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
