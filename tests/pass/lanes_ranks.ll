; lower_lanes: lanes that add to one place take part in one atomic, whether they look at what was
; there or not; in shared memory in one load and store. Where places or operations differ, each
; lane has its own.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=4 %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-ranks -fno-heddle-sums --only=lower_lanes --library=none --lanes=4 %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define internal void @hd.kernel.ticket(
; CHECK: [[A:%.*]] = shufflevector <4 x i32> [[X:%.*]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: [[B:%.*]] = add <4 x i32> [[X]], [[A]]
; CHECK: [[C:%.*]] = shufflevector <4 x i32> [[B]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; CHECK: [[SUMS:%.*]] = add <4 x i32> [[B]], [[C]]
; CHECK: [[ALL:%.*]] = extractelement <4 x i32> [[SUMS]], i32 3
; CHECK-NEXT: atomicrmw add ptr {{.*}}, i32 [[ALL]] monotonic
; CHECK-NOT: atomicrmw
; CHECK: store <4 x i32>
; OFF-LABEL: define internal void @hd.kernel.ticket(
; OFF-COUNT-4: atomicrmw add ptr
define void @ticket(ptr %p, ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %w
  %x = load i32, ptr %a, align 4
  %old = atomicrmw add ptr %p, i32 %x monotonic, align 4
  %b = getelementptr i32, ptr %out, i64 %w
  store i32 %old, ptr %b, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.shared(
; CHECK-NOT: atomicrmw
; CHECK: [[ALL:%.*]] = call i32 @llvm.vector.reduce.smax.v4i32
; CHECK: [[OLD:%.*]] = load i32, ptr [[S:%.*]], align 4
; CHECK: [[MORE:%.*]] = icmp sgt i32 [[OLD]], [[ALL]]
; CHECK: [[NEW:%.*]] = select i1 [[MORE]], i32 [[OLD]], i32 [[ALL]]
; CHECK: store i32 [[NEW]], ptr [[S]], align 4
@s = internal global i32 undef, section ".heddle.shared"
define void @shared(ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %w
  %x = load i32, ptr %a, align 4
  %old = atomicrmw max ptr @s, i32 %x monotonic, align 4
  ret void
}

; Floats one after the other, as if each lane had come by itself.
; CHECK-LABEL: define internal void @hd.kernel.floats(
; CHECK: [[FIRST:%.*]] = load atomic float, ptr [[P:%.*]] monotonic, align 4
; CHECK: sum{{.*}}:
; CHECK: [[WAS:%.*]] = phi float [ [[FIRST]], {{.*}} ], [ [[FOUND:%.*]], %sum{{.*}} ]
; CHECK: [[NOW:%.*]] = call float @llvm.vector.reduce.fadd.v4f32(float [[WAS]], <4 x float> {{%.*}})
; CHECK: cmpxchg weak ptr [[P]], i32 {{%.*}}, i32 {{%.*}} monotonic monotonic
; OFF-LABEL: define internal void @hd.kernel.floats(
; OFF-COUNT-4: atomicrmw fadd ptr
define void @floats(ptr %p, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr float, ptr %in, i64 %w
  %x = load float, ptr %a, align 4
  %old = atomicrmw fadd ptr %p, float %x monotonic, align 4
  ret void
}

; Who looks at what was there has an atomic for itself; what idle lanes add changes nothing.
; CHECK-LABEL: define internal void @hd.kernel.some(
; CHECK: [[ADDS:%.*]] = select <4 x i1> {{%.*}}, <4 x float> {{%.*}}, <4 x float> <float -0.000000e+00,
; CHECK: [[HAS:%.*]] = load float, ptr %shared, align 4
; CHECK: [[GETS:%.*]] = call float @llvm.vector.reduce.fadd.v4f32(float [[HAS]], <4 x float> [[ADDS]])
; CHECK: store float [[GETS]], ptr %shared, align 4
@r = internal global float undef, section ".heddle.shared"
define void @some(ptr %p, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr float, ptr %in, i64 %w
  %x = load float, ptr %a, align 4
  %big = fcmp ogt float %x, 1.0
  br i1 %big, label %add, label %end
add:
  %old = atomicrmw fadd ptr @r, float %x monotonic, align 4
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.apart(
; CHECK-COUNT-4: atomicrmw add ptr
define void @apart(ptr %p, ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %w
  %x = load i32, ptr %a, align 4
  %at = sext i32 %x to i64
  %c = getelementptr i32, ptr %p, i64 %at
  %old = atomicrmw add ptr %c, i32 1 monotonic, align 4
  %b = getelementptr i32, ptr %out, i64 %w
  store i32 %old, ptr %b, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.last(
; CHECK-COUNT-4: atomicrmw xchg ptr
define void @last(ptr %p, ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %a = getelementptr i32, ptr %in, i64 %w
  %x = load i32, ptr %a, align 4
  %old = atomicrmw xchg ptr %p, i32 %x monotonic, align 4
  %b = getelementptr i32, ptr %out, i64 %w
  store i32 %old, ptr %b, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @ticket, !"kernel", i32 1}
!1 = !{ptr @shared, !"kernel", i32 1}
!2 = !{ptr @apart, !"kernel", i32 1}
!3 = !{ptr @last, !"kernel", i32 1}
!4 = !{ptr @floats, !"kernel", i32 1}
!5 = !{ptr @some, !"kernel", i32 1}
