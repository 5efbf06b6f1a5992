; lower_nvvm: fences and cached loads become plain LLVM; coordinates and barriers stay.
; RUN: %heddle opt --only=lower_nvvm --paranoid %s | %FileCheck %s

; CHECK-LABEL: @k
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: add i32 {{.*}}, 32
define i32 @k() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.barrier0()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %r = add i32 %t, %w
  ret i32 %r
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.barrier0()
