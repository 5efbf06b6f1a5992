; A loop over all that the threads have just written waits for them, where a barrier of the
; kernel shows that all pass; the same after a barrier needs none. Blocks that read what
; others wrote are marked.
; RUN: %heddle opt --only=sync_blocks %s | %FileCheck %s
@s = external global [64 x float], section ".heddle.shared"

define void @missing(ptr %out) {
; CHECK-LABEL: @missing(
; CHECK: store float 1.000000e+00
; CHECK-NEXT: call void @hd.barrier()
; CHECK-NEXT: br label %loop
; CHECK-NOT: @hd.barrier
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  store float 1.0, ptr %own
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %at = getelementptr [64 x float], ptr @s, i64 0, i64 %k
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i64 %k, 1
  %go = icmp ult i64 %next, 64
  br i1 %go, label %loop, label %done
done:
  call void @llvm.nvvm.barrier0()
  store float %more, ptr %out
  ret void
}

define void @there(ptr %out) {
; CHECK-LABEL: @there(
; CHECK-NOT: @hd.barrier
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %own = getelementptr [64 x float], ptr @s, i64 0, i64 %i
  store float 1.0, ptr %own
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %at = getelementptr [64 x float], ptr @s, i64 0, i64 %k
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i64 %k, 1
  %go = icmp ult i64 %next, 64
  br i1 %go, label %loop, label %done
done:
  store float %more, ptr %out
  ret void
}

; CHECK-LABEL: @blocks(
; CHECK-SAME: [[PACED:#[0-9]+]]
define void @blocks(ptr %a, i32 %n, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %b, %w
  %i = add i32 %base, %t
  %own = getelementptr float, ptr %a, i32 %i
  store float 1.0, ptr %own
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %at = getelementptr float, ptr %a, i32 %k
  %x = load float, ptr %at
  %more = fadd float %sum, %x
  %next = add i32 %k, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  store float %more, ptr %out
  ret void
}
; CHECK: attributes [[PACED]] = { {{.*}}"heddle-paced"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @missing, !"kernel", i32 1}
!1 = !{ptr @there, !"kernel", i32 1}
!2 = !{ptr @blocks, !"kernel", i32 1}
