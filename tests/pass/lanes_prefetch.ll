; lower_lanes: a loop over the grid asks for what it needs later; one whose step is an
; argument, such as over the layers of a volume, does not.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: define internal void @hd.kernel.over_layers
; CHECK-NOT: llvm.prefetch
; CHECK-LABEL: define internal void @hd.kernel.over_grid
; CHECK: %ahead = mul i64 %{{.*}}, 3
; CHECK: call void @llvm.prefetch.p0(
define void @over_layers(ptr %x, ptr %y, i32 %n, i32 %layer) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %next = add nsw i32 %i, %layer
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  %total = phi float [ %sum1, %loop ]
  %tw = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %tw
  store float %total, ptr %q, align 4
  ret void
}

define void @over_grid(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %b, %g
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %next = add nsw i32 %i, %step
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  %total = phi float [ %sum1, %loop ]
  %tw = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %tw
  store float %total, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @over_layers, !"kernel", i32 1}
!1 = !{ptr @over_grid, !"kernel", i32 1}
