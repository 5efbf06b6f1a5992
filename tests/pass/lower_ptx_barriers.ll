; RUN: %heddle opt --only=lower_ptx %s | %FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; Barriers of some warps: one lane of each warp counts for 32, then all wait; the kernel
; begins by clearing them. Those of the whole block are the block's own.
; CHECK-LABEL: define void @barriers
; CHECK: call void @hd_ptx_barrier_clear(ptr addrspacecast (ptr addrspace(3) @hd.ptx.barriers to ptr), i32 %{{.*}})
; CHECK-NEXT: call void @hd.barrier()
; CHECK: call void @hd.ptx(i32 %n)
; CHECK: call void @hd.ptx.1()
; CHECK-LABEL: define internal void @hd.ptx(
; CHECK: %[[WHOLE:.*]] = call i1 @hd.ptx.is_whole(i32 %{{.*}})
; CHECK: br i1 %[[WHOLE]], label %all, label %some
; CHECK: %[[PHASE:.*]] = call i32 @hd_ptx_barrier_phase(ptr getelementptr (i64, ptr addrspacecast (ptr addrspace(3) @hd.ptx.barriers to ptr), i64 3))
; CHECK: %[[WHO:.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
; CHECK: arrive:
; CHECK: call void @hd_ptx_barrier_arrive(ptr getelementptr ({{.*}}), i32 %{{.*}})
; CHECK: again:
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 %[[WHO]])
; CHECK: %[[OVER:.*]] = icmp ne i32 %{{.*}}, %[[PHASE]]
; CHECK: call i1 @llvm.nvvm.vote.any.sync(i32 %[[WHO]], i1 %[[OVER]])
; CHECK-LABEL: define internal void @hd.ptx.1(
; CHECK: call void @hd.barrier()
define void @barriers(i32 %n) {
  call void asm sideeffect "bar.sync 3, $0;", "r,~{memory}"(i32 %n)
  call void asm sideeffect "bar.sync 3;", "~{memory}"()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @barriers, !"kernel", i32 1}
