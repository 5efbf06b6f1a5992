; unguard_blocks: a block of 16x4 threads whose x are all less than %n, and at least 0, does not ask;
; others do. Comparisons that say nothing about where the block is stay.
; RUN: %heddle opt -O2 --only=unguard_blocks --library=none %s | %FileCheck %s

; CHECK-LABEL: define void @k.known(
; CHECK: [[LAST:%.*]] = or disjoint i32 [[BASE:%.*]], 15
; CHECK: [[ALL:%.*]] = icmp slt i32 [[LAST]], %n
; CHECK: br i1 [[ALL]], label %[[INNER:.*]], label %[[EDGE:.*]], !prof
; CHECK: [[EDGE]]:
; CHECK: icmp slt i32 %x, %n
; CHECK: icmp ult i32 %t, 7
; CHECK: [[INNER]]:
; CHECK-NOT: icmp slt
; CHECK: barrier0
; CHECK: icmp ult i32 {{.*}}, 7
; CHECK: store i32
; CHECK: }
define void @k.known(ptr %out, i32 %n) "heddle-known"="16,4,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %b, 16
  %x = add i32 %base, %t
  %is = icmp slt i32 %x, %n
  br i1 %is, label %yes, label %done
yes:
  call void @llvm.nvvm.barrier0()
  %some = icmp ult i32 %t, 7
  %v = select i1 %some, i32 %x, i32 5
  %w = sext i32 %x to i64
  %p = getelementptr i32, ptr %out, i64 %w
  store i32 %v, ptr %p
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
