; lower_lanes: kernels with branches on what they have read may be faster one lane at a time,
; and are marked, unless a number of lanes was asked for; those with guards are not.
; RUN: %heddle opt --only=lower_lanes -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s --check-prefix=TOLD
; RUN: %heddle opt --only=lower_lanes -O2 -fno-heddle-measure %s | %FileCheck %s --check-prefix=TOLD

; CHECK: define {{.*}}@hd.kernel.reads(
; CHECK: %is.alone = icmp ne i64
; CHECK: define {{.*}}@hd.kernel.guard(
; CHECK-NOT: %is.alone
; CHECK-DAG: "heddle-entry"="reads"{{.*}} "heddle-entry-flags"="544"{{.*}} "heddle-entry-narrow-below"="0"
; CHECK-DAG: "heddle-entry"="guard"{{.*}} "heddle-entry-flags"="32"
; TOLD-NOT: is.alone
; TOLD-DAG: "heddle-entry"="reads"{{.*}} "heddle-entry-flags"="32"
; TOLD-DAG: "heddle-entry"="guard"{{.*}} "heddle-entry-flags"="32"

define void @reads(ptr %x, ptr %y) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %i64 = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %i64
  %v = load float, ptr %p, align 4
  %c = fcmp ogt float %v, 0.0
  br i1 %c, label %work, label %end

work:
  %q = getelementptr float, ptr %y, i64 %i64
  %s = call float @llvm.sqrt.f32(float %v)
  store float %s, ptr %q, align 4
  br label %end

end:
  ret void
}

define void @guard(ptr %x, ptr %y, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %work, label %end

work:
  %i64 = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %i64
  %v = load float, ptr %p, align 4
  %q = getelementptr float, ptr %y, i64 %i64
  store float %v, ptr %q, align 4
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare float @llvm.sqrt.f32(float)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @reads, !"kernel", i32 1}
!1 = !{ptr @guard, !"kernel", i32 1}
