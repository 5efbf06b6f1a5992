; lower_lanes: a thread becomes an iteration, coordinates come from the loops, arguments
; from the frame.
; RUN: %heddle opt --only=lower_lanes %s | %FileCheck %s

; CHECK-LABEL: define internal void @hd.kernel.k(ptr noalias %frame, ptr noalias %shared, ptr noalias %context, i64 %first, i64 %count)
; CHECK: [[OUT:%.*]] = load ptr, ptr %args
; CHECK: block.body:
; CHECK: store volatile i32 %ctaid
; CHECK: [[TID:%tid.x[0-9]*]] = load i32, ptr %tid.x
; CHECK: [[P:%.*]] = getelementptr i32, ptr [[OUT]], i32 [[TID]]
; CHECK-NEXT: store i32 [[TID]], ptr [[P]]
; CHECK-NOT: llvm.nvvm.read
define void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %t, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
