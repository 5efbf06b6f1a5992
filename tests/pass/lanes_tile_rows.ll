; lower_lanes with 16 lanes and blocks of 16 x 4: the rows of a tile behind a barrier are to become
; straight code where they ask which row they are, as then nobody has to ask; not where they do not
; ask, with fewer lanes than a row has, or without `steps`.
; RUN: %heddle opt -O2 --lanes=16 --start-after=copy_parameters --stop-after=lower_lanes %s | %FileCheck %s
; RUN: %heddle opt -O2 --lanes=8 --start-after=copy_parameters --stop-after=lower_lanes %s | %FileCheck --check-prefix=OFF %s
; RUN: %heddle opt -O2 --lanes=16 -fno-heddle-steps --start-after=copy_parameters --stop-after=lower_lanes %s | %FileCheck --check-prefix=OFF %s

; CHECK-LABEL: @hd.kernel.asks
; CHECK: br label %tid.y.head{{.*}}, !llvm.loop [[HOW:![0-9]+]]
; CHECK-LABEL: @hd.kernel.does_not_ask
; CHECK-NOT: br label %tid.y.head{{.*}}, !llvm.loop
; CHECK: [[HOW]] = distinct !{[[HOW]], [[FULL:![0-9]+]]
; CHECK: [[FULL]] = !{!"llvm.loop.unroll.full"
; OFF-NOT: llvm.loop.unroll.full
@s = internal global [64 x float] undef, section ".heddle.shared"

define void @asks(ptr %in, ptr %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 4
  %at = add nuw nsw i32 %row, %x
  %w = zext nneg i32 %at to i64
  %from = getelementptr inbounds float, ptr %in, i64 %w
  %mine = getelementptr inbounds float, ptr @s, i64 %w
  %v = load float, ptr %from, align 4
  store float %v, ptr %mine, align 4
  call void @llvm.nvvm.barrier0()
  %before = add nsw i32 %y, -1
  %inside = icmp ult i32 %before, 2
  br i1 %inside, label %some, label %done

some:
  %up = add nsw i32 %at, -16
  %uw = sext i32 %up to i64
  %other = getelementptr inbounds float, ptr @s, i64 %uw
  %o = load float, ptr %other, align 4
  %to = getelementptr inbounds float, ptr %out, i64 %w
  store float %o, ptr %to, align 4
  br label %done

done:
  ret void
}

define void @does_not_ask(ptr %in, ptr %out) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 4
  %at = add nuw nsw i32 %row, %x
  %w = zext nneg i32 %at to i64
  %from = getelementptr inbounds float, ptr %in, i64 %w
  %mine = getelementptr inbounds float, ptr @s, i64 %w
  %v = load float, ptr %from, align 4
  store float %v, ptr %mine, align 4
  call void @llvm.nvvm.barrier0()
  %up = xor i32 %at, 16
  %uw = zext nneg i32 %up to i64
  %other = getelementptr inbounds float, ptr @s, i64 %uw
  %o = load float, ptr %other, align 4
  %to = getelementptr inbounds float, ptr %out, i64 %w
  store float %o, ptr %to, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()

attributes #0 = { "heddle-block"="16,4,1" }
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @asks, !"kernel", i32 1}
!1 = !{ptr @does_not_ask, !"kernel", i32 1}
