; lower_lanes with 8 lanes and blocks of 32: where it is known that only the first 16 threads
; have something to do between two barriers, there is no loop over more; where it is 4 of
; them, the one group left reads and writes those four, without a mask. What the block leaves
; in shared memory is nobody's.
; RUN: %heddle opt -O2 --lanes=8 --start-after=copy_parameters --stop-after=lower_lanes %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: call void @llvm.lifetime.end.p0(i64 128, ptr %shared)
; CHECK: icmp ult i32 %tid.x{{.*}}, 32
; CHECK: icmp ult i32 %tid.x{{.*}}, 16
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: icmp ult i32 %tid.x{{.*}}, 8
; CHECK-DAG: load <4 x float>
; CHECK-DAG: store <4 x float>
@s = internal global [32 x float] undef, section ".heddle.shared"

define void @k(ptr %in) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = zext nneg i32 %x to i64
  %from = getelementptr inbounds float, ptr %in, i64 %at
  %mine = getelementptr inbounds float, ptr @s, i64 %at
  %v = load float, ptr %from, align 4
  store float %v, ptr %mine, align 4
  call void @llvm.nvvm.barrier0()
  %half = icmp ult i32 %x, 16
  br i1 %half, label %some, label %after

some:
  %over = add nuw nsw i32 %x, 16
  %over64 = zext nneg i32 %over to i64
  %other = getelementptr inbounds float, ptr @s, i64 %over64
  %a = load float, ptr %other, align 4
  %b = fadd float %a, 1.0
  store float %b, ptr %mine, align 4
  br label %after

after:
  call void @llvm.nvvm.barrier0()
  %few = icmp slt i32 %x, 4
  br i1 %few, label %first, label %done

first:
  %next = add nuw nsw i32 %x, 4
  %next64 = zext nneg i32 %next to i64
  %last = getelementptr inbounds float, ptr @s, i64 %next64
  %c = load float, ptr %last, align 4
  %d = fadd float %c, 2.0
  store float %d, ptr %from, align 4
  br label %done

done:
  ret void
}

attributes #0 = { "heddle-block"="32,1,1" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
