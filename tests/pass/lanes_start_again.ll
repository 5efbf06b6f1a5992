; lower_lanes with 8 lanes: behind a loop, neither a branch for one lane of a group nor one on
; what lanes have read sends the group back to start again in the masked copy; without a loop it
; does, as there is little to do again, and a guard does, about which few groups disagree.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.behind
; CHECK-NOT: label %bail
; CHECK-LABEL: @hd.kernel.before
; CHECK: label %bail
; CHECK-LABEL: @hd.kernel.read
; CHECK-NOT: label %bail
; CHECK-LABEL: @hd.kernel.guarded
; CHECK: label %bail
define void @behind(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %m = mul i32 %k, 32
  %i = add i32 %m, %lane
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %end
end:
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %do, label %done
do:
  store float %more, ptr %y, align 4
  br label %done
done:
  ret void
}

define void @before(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = sext i32 %t to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %first = icmp eq i32 %t, %n
  br i1 %first, label %do, label %done
do:
  store float %v, ptr %y, align 4
  br label %done
done:
  ret void
}

define void @read(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %m = mul i32 %k, 64
  %i = add i32 %m, %t
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %end
end:
  %go = fcmp olt float %more, 1.0
  br i1 %go, label %do, label %done
do:
  store float %more, ptr %y, align 4
  br label %done
done:
  ret void
}

define void @guarded(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %m = mul i32 %k, 64
  %i = add i32 %m, %t
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %on = icmp slt i32 %next, %n
  br i1 %on, label %loop, label %end
end:
  %go = icmp slt i32 %t, %n
  br i1 %go, label %do, label %done
do:
  store float %more, ptr %y, align 4
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @behind, !"kernel", i32 1}
!1 = !{ptr @before, !"kernel", i32 1}
!2 = !{ptr @read, !"kernel", i32 1}
!3 = !{ptr @guarded, !"kernel", i32 1}
