; unsign_divisions: places in blocks and grids are divided without a sign; what may be negative is not.
; RUN: %heddle opt --only=unsign_divisions --paranoid %s | %FileCheck %s
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; CHECK-LABEL: @thread
; CHECK: udiv i32 %t, 16
; CHECK: urem i32 %t, 16
; CHECK: urem i32 %linear, 48
; CHECK: sdiv i32 %t, -2
define void @thread(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = sdiv i32 %t, 16
  %column = srem i32 %t, 16
  %rows = mul i32 %y, %n
  %linear = add i32 %rows, %t
  %rest = srem i32 %linear, 48
  %minus = sdiv i32 %t, -2
  store volatile i32 %row, ptr %p
  store volatile i32 %column, ptr %p
  store volatile i32 %rest, ptr %p
  store volatile i32 %minus, ptr %p
  ret void
}

; Without nsw, what the grid counts may have come around.
; CHECK-LABEL: @grid
; CHECK: sdiv i32 %i, 16
; CHECK: udiv i32 %j, 16
; CHECK: sdiv i32 %k, 16
define void @grid(ptr %p, i32 %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %b, 256
  %i = add i32 %first, %t
  %from = mul nsw i32 %b, 256
  %j = add nsw i32 %from, %t
  %k = add nsw i32 %t, %a
  %x = sdiv i32 %i, 16
  %y = sdiv i32 %j, 16
  %z = sdiv i32 %k, 16
  store volatile i32 %x, ptr %p
  store volatile i32 %y, ptr %p
  store volatile i32 %z, ptr %p
  ret void
}

; A loop over the places of a tile counts up; one that counts down does not stay above zero.
; CHECK-LABEL: @loop
; CHECK: udiv i32 %i, 16
; CHECK: srem i32 %d, 16
define void @loop(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %body
body:
  %i = phi i32 [ %t, %entry ], [ %next, %body ]
  %d = phi i32 [ %t, %entry ], [ %less, %body ]
  %x = sdiv i32 %i, 16
  %y = srem i32 %d, 16
  store volatile i32 %x, ptr %p
  store volatile i32 %y, ptr %p
  %next = add nsw i32 %i, 64
  %less = add nsw i32 %d, -64
  %go = icmp slt i32 %next, 1024
  br i1 %go, label %body, label %exit
exit:
  ret void
}

; What is assumed of a phi is forgotten when it turns out wrong.
; CHECK-LABEL: @wrong
; CHECK: sdiv i32 %both, 16
define void @wrong(ptr %p, i32 %a) {
entry:
  br label %body
body:
  %i = phi i32 [ %a, %entry ], [ %next, %body ]
  %both = and i32 %i, %i
  %x = sdiv i32 %both, 16
  store volatile i32 %x, ptr %p
  %next = add nsw i32 %i, 64
  %go = icmp slt i32 %next, 1024
  br i1 %go, label %body, label %exit
exit:
  ret void
}
