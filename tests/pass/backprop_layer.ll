; The layer of a network that tests/run/barrier/barrier_needed.cu has, in blocks of 8 x 8 threads:
; the barrier behind node and the one behind the sums go, and so do the first store to
; weights and the load that reads it back. Those that order something stay.
; RUN: %heddle opt -O2 --only=eliminate_barriers,forward_across_barriers %s | %FileCheck %s
@node = external global [8 x float], section ".heddle.shared"
@weights = external global [8 x [8 x float]], section ".heddle.shared"

; CHECK-LABEL: define void @layer(
; CHECK: store float %first, ptr %node.y
; CHECK: go:
; CHECK-NEXT: [[W:%.*]] = load float, ptr %p.w
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: [[NODE:%.*]] = load float, ptr %p.node
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul float [[W]], [[NODE]]
; CHECK-NEXT: store float [[PRODUCT]], ptr %own
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK: loop:
; CHECK: store float %more, ptr %own
; CHECK: next:
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK: sums:
; CHECK-NEXT: [[SUM:%.*]] = load float, ptr %own
; CHECK-NEXT: store float [[SUM]], ptr %p.w
; CHECK-NOT: barrier0
; CHECK: ret void
define void @layer(ptr noalias %in, ptr noalias %w, ptr noalias %out) "heddle-known"="8,8,1" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %b8 = shl i32 %b, 3
  %row = add i32 %b8, %y
  %row8 = shl i32 %row, 3
  %i = add i32 %row8, %x
  %iw = sext i32 %i to i64
  %p.w = getelementptr inbounds float, ptr %w, i64 %iw
  %yw = sext i32 %y to i64
  %xw = sext i32 %x to i64
  %p.node = getelementptr inbounds [8 x float], ptr @node, i64 0, i64 %yw
  %own = getelementptr inbounds [8 x [8 x float]], ptr @weights, i64 0, i64 %yw, i64 %xw
  %roww = zext i32 %row to i64
  %is0 = icmp eq i32 %x, 0
  br i1 %is0, label %read, label %go

read:
  %p.in = getelementptr inbounds float, ptr %in, i64 %roww
  %first = load float, ptr %p.in
  %node.y = getelementptr inbounds [8 x float], ptr @node, i64 0, i64 %yw
  store float %first, ptr %node.y
  br label %go

go:
  call void @llvm.nvvm.barrier0() ; unnecessary
  %wi = load float, ptr %p.w
  store float %wi, ptr %own ; unnecessary
  call void @llvm.nvvm.barrier0()
  %back = load float, ptr %own ; unnecessary
  %n = load float, ptr %p.node
  %product = fmul float %back, %n
  store float %product, ptr %own
  call void @llvm.nvvm.barrier0()
  br label %loop

loop:
  %k = phi i32 [ 1, %go ], [ %k1, %next ]
  %high = shl nsw i32 -1, %k
  %low = xor i32 %high, -1
  %rest = and i32 %y, %low
  %even = icmp eq i32 %rest, 0
  br i1 %even, label %add, label %next

add:
  %before = add nsw i32 %k, -1
  %step = shl nuw i32 1, %before
  %other = add nsw i32 %y, %step
  %otherw = sext i32 %other to i64
  %q = getelementptr inbounds [8 x [8 x float]], ptr @weights, i64 0, i64 %otherw, i64 %xw
  %theirs = load float, ptr %q
  %mine = load float, ptr %own
  %more = fadd float %mine, %theirs
  store float %more, ptr %own
  br label %next

next:
  call void @llvm.nvvm.barrier0()
  %k1 = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k, 3
  br i1 %again, label %loop, label %sums

sums:
  %sum = load float, ptr %own
  store float %sum, ptr %p.w
  call void @llvm.nvvm.barrier0() ; unnecessary
  br i1 %is0, label %last, label %end

last:
  %p.sum = getelementptr inbounds [8 x [8 x float]], ptr @weights, i64 0, i64 0, i64 %yw
  %s = load float, ptr %p.sum
  %p.out = getelementptr inbounds float, ptr %out, i64 %roww
  store float %s, ptr %p.out
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
