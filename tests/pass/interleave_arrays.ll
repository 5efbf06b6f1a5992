; interleave_arrays: indices of a private array are multiplied by the number of lanes, and the
; array is marked with the size of its elements; lower_lanes reads and writes vectors of it then.
; Arrays with elements of two sizes, whose address somebody has, whose bytes are copied, or of
; which most accesses have an index of the thread's own, stay as they are.
; RUN: %heddle opt --only=interleave_arrays -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=interleave_arrays -O2 -fno-heddle-interleave %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt --only=interleave_arrays,lower_lanes --lanes=4 -O2 %s | %FileCheck %s --check-prefix=LANES

; OFF-NOT: vscale
; OFF-NOT: heddle.word

; CHECK-LABEL: define void @row
; CHECK: alloca [40 x float], align 4, !heddle.word
; CHECK: [[N:%.*]] = call i64 @llvm.vscale.i64()
; CHECK: [[I:%.*]] = mul i64 {{%.*}}, [[N]]
; CHECK: [[P:%.*]] = getelementptr inbounds i32, ptr %v, i64 [[I]]
; CHECK: store float {{.*}}, ptr [[P]]
; LANES-LABEL: define {{.*}}@hd.kernel.row
; LANES-NOT: vscale
; LANES: store <4 x float>
define void @row(ptr %p, i64 %n, float %x) {
entry:
  %v = alloca [40 x float], align 4
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = uitofp i32 %t to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr inbounds [40 x float], ptr %v, i64 0, i64 %k
  store float %f, ptr %a, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %w = zext i32 %t to i64
  %own = getelementptr inbounds float, ptr %v, i64 %w
  %before = getelementptr i8, ptr %own, i64 -4
  %r = load float, ptr %before, align 4
  %to = getelementptr float, ptr %p, i64 %w
  store float %r, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define void @zeros
; CHECK-NOT: memset
; CHECK: set:
; CHECK: [[K:%.*]] = phi i64
; CHECK: mul i64 [[K]],
; CHECK: store i32 16843009, ptr
; CHECK: icmp ult i64 {{%.*}}, 32
; CHECK: ret void
define void @zeros(ptr %p, i64 %k) {
  %v = alloca [32 x i32], align 4
  call void @llvm.memset.p0.i64(ptr %v, i8 1, i64 128, i1 false)
  %a = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %k
  %r = load i32, ptr %a, align 4
  store i32 %r, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @few
; CHECK-NOT: memset
; CHECK-COUNT-4: store i16 0, ptr
; CHECK: ret void
define void @few(ptr %p, i64 %k) {
  %v = alloca [4 x i16], align 2
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 8, i1 false)
  %a = getelementptr inbounds [4 x i16], ptr %v, i64 0, i64 %k
  %r = load i16, ptr %a, align 2
  store i16 %r, ptr %p, align 2
  ret void
}

; CHECK-LABEL: define void @sizes
; CHECK-NOT: vscale
; CHECK: ret void
define void @sizes(ptr %p, i64 %k) {
  %v = alloca [32 x i32], align 4
  %a = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %k
  store i32 1, ptr %a, align 4
  %r = load i64, ptr %v, align 8
  store i64 %r, ptr %p, align 8
  ret void
}

; CHECK-LABEL: define void @between
; CHECK-NOT: vscale
; CHECK: ret void
define void @between(ptr %p, i64 %k) {
  %v = alloca [32 x i32], align 4
  %a = getelementptr inbounds i8, ptr %v, i64 %k
  store i32 1, ptr %a, align 1
  %r = load i32, ptr %v, align 4
  store i32 %r, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @known
; CHECK-NOT: vscale
; CHECK: ret void
define void @known(ptr %p, i64 %k) {
  %v = alloca [32 x i32], align 4
  %a = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %k
  store i32 1, ptr %a, align 4
  store ptr %v, ptr %p, align 8
  ret void
}

; CHECK-LABEL: define void @copied
; CHECK-NOT: vscale
; CHECK: ret void
define void @copied(ptr %p, i64 %k) {
  %v = alloca [32 x i32], align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %p, i64 128, i1 false)
  %a = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %k
  %r = load i32, ptr %a, align 4
  store i32 %r, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @own
; CHECK-NOT: vscale
; CHECK: ret void
define void @own(ptr %p, ptr %in) {
  %v = alloca [32 x i32], align 4
  %i = load i64, ptr %in, align 8
  %a = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %i
  store i32 1, ptr %a, align 4
  %n = load i64, ptr %p, align 8
  %b = getelementptr inbounds [32 x i32], ptr %v, i64 0, i64 %n
  %r = load i32, ptr %b, align 4
  store i32 %r, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @row, !"kernel", i32 1}
!1 = !{ptr @zeros, !"kernel", i32 1}
!2 = !{ptr @few, !"kernel", i32 1}
!3 = !{ptr @sizes, !"kernel", i32 1}
!4 = !{ptr @between, !"kernel", i32 1}
!5 = !{ptr @known, !"kernel", i32 1}
!6 = !{ptr @copied, !"kernel", i32 1}
!7 = !{ptr @own, !"kernel", i32 1}
