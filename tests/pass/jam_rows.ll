; jam_rows: in a tile of known shape four rows go through the inner loop together, so that
; what they share is read once per round.
; RUN: %heddle opt -O2 --lanes=4 --start-after=copy_parameters --stop-after=jam_rows %s | %FileCheck %s

; CHECK-LABEL: define internal void @hd.kernel.k(
; CHECK: [[LOOP:r1.n[0-9]*]]:
; CHECK-COUNT-4: phi <4 x float>
; CHECK-COUNT-4: call <4 x float> @llvm.fma.v4f32
; CHECK: br i1 {{.*}}label %[[LOOP]]
@s = internal global [32 x float] undef, section ".heddle.shared"

define void @k(ptr %a, ptr %out) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul nuw nsw i32 %y, 4
  %at = add nuw nsw i32 %row, %x
  %at64 = zext i32 %at to i64
  %in = getelementptr float, ptr %a, i64 %at64
  %v = load float, ptr %in
  %mine = getelementptr float, ptr @s, i64 %at64
  store float %v, ptr %mine
  call void @llvm.nvvm.barrier0()
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %k64 = zext i32 %k to i64
  %row64 = zext i32 %row to i64
  %left = add nuw nsw i64 %row64, %k64
  %p = getelementptr float, ptr @s, i64 %left
  %scale = load float, ptr %p
  %under = shl i64 %k64, 2
  %x64 = zext i32 %x to i64
  %below = add nuw nsw i64 %under, %x64
  %q = getelementptr float, ptr @s, i64 %below
  %shared = load float, ptr %q
  %more = call float @llvm.fma.f32(float %scale, float %shared, float %sum)
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %done

done:
  %to = getelementptr float, ptr %out, i64 %at64
  store float %more, ptr %to
  ret void
}

attributes #0 = { "heddle-block"="4,8,1" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()
declare float @llvm.fma.f32(float, float, float)
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
