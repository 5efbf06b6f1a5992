; lower_lanes: a kernel that goes along more rows than processors keep track of asks for each of
; them ahead, once for accesses that are near each other. With fewer rows nothing is asked for.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-prefetch --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: call void @llvm.prefetch
; CHECK-LABEL: define internal void @hd.kernel.few(
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define internal void @hd.kernel.many(
; CHECK: getelementptr i8, ptr {{.*}}, i64 192
; CHECK: call void @llvm.prefetch.p0
; CHECK: load <8 x float>
; CHECK-NOT: call void @llvm.prefetch
; CHECK: load <8 x float>
; CHECK: call void @llvm.prefetch.p0
; CHECK: load <8 x float>
; CHECK: call void @llvm.prefetch.p0
; CHECK: load <8 x float>

define void @few(ptr %in, ptr %out, i64 %w) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %b, %n
  %x = add i32 %m, %t
  %i = sext i32 %x to i64
  %p0 = getelementptr float, ptr %in, i64 %i
  %s0 = load float, ptr %p0, align 4
  %i1 = add i64 %i, 1
  %p1 = getelementptr float, ptr %in, i64 %i1
  %v1 = load float, ptr %p1, align 4
  %s1 = fadd float %s0, %v1
  %i2 = add i64 %i, %w
  %p2 = getelementptr float, ptr %in, i64 %i2
  %v2 = load float, ptr %p2, align 4
  %s2 = fadd float %s1, %v2
  %i3 = add i64 %i2, %w
  %p3 = getelementptr float, ptr %in, i64 %i3
  %v3 = load float, ptr %p3, align 4
  %s3 = fadd float %s2, %v3
  %i4 = add i64 %i3, %w
  %p4 = getelementptr float, ptr %in, i64 %i4
  %v4 = load float, ptr %p4, align 4
  %s4 = fadd float %s3, %v4
  %i5 = add i64 %i4, %w
  %p5 = getelementptr float, ptr %in, i64 %i5
  %v5 = load float, ptr %p5, align 4
  %s5 = fadd float %s4, %v5
  %i6 = add i64 %i5, %w
  %p6 = getelementptr float, ptr %in, i64 %i6
  %v6 = load float, ptr %p6, align 4
  %s6 = fadd float %s5, %v6
  %i7 = add i64 %i6, %w
  %p7 = getelementptr float, ptr %in, i64 %i7
  %v7 = load float, ptr %p7, align 4
  %s7 = fadd float %s6, %v7
  %i8 = add i64 %i7, %w
  %p8 = getelementptr float, ptr %in, i64 %i8
  %v8 = load float, ptr %p8, align 4
  %s8 = fadd float %s7, %v8
  %i9 = add i64 %i8, %w
  %p9 = getelementptr float, ptr %in, i64 %i9
  %v9 = load float, ptr %p9, align 4
  %s9 = fadd float %s8, %v9
  %i10 = add i64 %i9, %w
  %p10 = getelementptr float, ptr %in, i64 %i10
  %v10 = load float, ptr %p10, align 4
  %s10 = fadd float %s9, %v10
  %i11 = add i64 %i10, %w
  %p11 = getelementptr float, ptr %in, i64 %i11
  %v11 = load float, ptr %p11, align 4
  %s11 = fadd float %s10, %v11
  %i12 = add i64 %i11, %w
  %p12 = getelementptr float, ptr %in, i64 %i12
  %v12 = load float, ptr %p12, align 4
  %s12 = fadd float %s11, %v12
  %to = getelementptr float, ptr %out, i64 %i
  store float %s12, ptr %to, align 4
  ret void
}

define void @many(ptr %in, ptr %out, i64 %w) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %b, %n
  %x = add i32 %m, %t
  %i = sext i32 %x to i64
  %p0 = getelementptr float, ptr %in, i64 %i
  %s0 = load float, ptr %p0, align 4
  %i1 = add i64 %i, 1
  %p1 = getelementptr float, ptr %in, i64 %i1
  %v1 = load float, ptr %p1, align 4
  %s1 = fadd float %s0, %v1
  %i2 = add i64 %i, %w
  %p2 = getelementptr float, ptr %in, i64 %i2
  %v2 = load float, ptr %p2, align 4
  %s2 = fadd float %s1, %v2
  %i3 = add i64 %i2, %w
  %p3 = getelementptr float, ptr %in, i64 %i3
  %v3 = load float, ptr %p3, align 4
  %s3 = fadd float %s2, %v3
  %i4 = add i64 %i3, %w
  %p4 = getelementptr float, ptr %in, i64 %i4
  %v4 = load float, ptr %p4, align 4
  %s4 = fadd float %s3, %v4
  %i5 = add i64 %i4, %w
  %p5 = getelementptr float, ptr %in, i64 %i5
  %v5 = load float, ptr %p5, align 4
  %s5 = fadd float %s4, %v5
  %i6 = add i64 %i5, %w
  %p6 = getelementptr float, ptr %in, i64 %i6
  %v6 = load float, ptr %p6, align 4
  %s6 = fadd float %s5, %v6
  %i7 = add i64 %i6, %w
  %p7 = getelementptr float, ptr %in, i64 %i7
  %v7 = load float, ptr %p7, align 4
  %s7 = fadd float %s6, %v7
  %i8 = add i64 %i7, %w
  %p8 = getelementptr float, ptr %in, i64 %i8
  %v8 = load float, ptr %p8, align 4
  %s8 = fadd float %s7, %v8
  %i9 = add i64 %i8, %w
  %p9 = getelementptr float, ptr %in, i64 %i9
  %v9 = load float, ptr %p9, align 4
  %s9 = fadd float %s8, %v9
  %i10 = add i64 %i9, %w
  %p10 = getelementptr float, ptr %in, i64 %i10
  %v10 = load float, ptr %p10, align 4
  %s10 = fadd float %s9, %v10
  %i11 = add i64 %i10, %w
  %p11 = getelementptr float, ptr %in, i64 %i11
  %v11 = load float, ptr %p11, align 4
  %s11 = fadd float %s10, %v11
  %i12 = add i64 %i11, %w
  %p12 = getelementptr float, ptr %in, i64 %i12
  %v12 = load float, ptr %p12, align 4
  %s12 = fadd float %s11, %v12
  %i13 = add i64 %i12, %w
  %p13 = getelementptr float, ptr %in, i64 %i13
  %v13 = load float, ptr %p13, align 4
  %s13 = fadd float %s12, %v13
  %i14 = add i64 %i13, %w
  %p14 = getelementptr float, ptr %in, i64 %i14
  %v14 = load float, ptr %p14, align 4
  %s14 = fadd float %s13, %v14
  %i15 = add i64 %i14, %w
  %p15 = getelementptr float, ptr %in, i64 %i15
  %v15 = load float, ptr %p15, align 4
  %s15 = fadd float %s14, %v15
  %i16 = add i64 %i15, %w
  %p16 = getelementptr float, ptr %in, i64 %i16
  %v16 = load float, ptr %p16, align 4
  %s16 = fadd float %s15, %v16
  %i17 = add i64 %i16, %w
  %p17 = getelementptr float, ptr %in, i64 %i17
  %v17 = load float, ptr %p17, align 4
  %s17 = fadd float %s16, %v17
  %i18 = add i64 %i17, %w
  %p18 = getelementptr float, ptr %in, i64 %i18
  %v18 = load float, ptr %p18, align 4
  %s18 = fadd float %s17, %v18
  %i19 = add i64 %i18, %w
  %p19 = getelementptr float, ptr %in, i64 %i19
  %v19 = load float, ptr %p19, align 4
  %s19 = fadd float %s18, %v19
  %i20 = add i64 %i19, %w
  %p20 = getelementptr float, ptr %in, i64 %i20
  %v20 = load float, ptr %p20, align 4
  %s20 = fadd float %s19, %v20
  %i21 = add i64 %i20, %w
  %p21 = getelementptr float, ptr %in, i64 %i21
  %v21 = load float, ptr %p21, align 4
  %s21 = fadd float %s20, %v21
  %i22 = add i64 %i21, %w
  %p22 = getelementptr float, ptr %in, i64 %i22
  %v22 = load float, ptr %p22, align 4
  %s22 = fadd float %s21, %v22
  %i23 = add i64 %i22, %w
  %p23 = getelementptr float, ptr %in, i64 %i23
  %v23 = load float, ptr %p23, align 4
  %s23 = fadd float %s22, %v23
  %i24 = add i64 %i23, %w
  %p24 = getelementptr float, ptr %in, i64 %i24
  %v24 = load float, ptr %p24, align 4
  %s24 = fadd float %s23, %v24
  %i25 = add i64 %i24, %w
  %p25 = getelementptr float, ptr %in, i64 %i25
  %v25 = load float, ptr %p25, align 4
  %s25 = fadd float %s24, %v25
  %i26 = add i64 %i25, %w
  %p26 = getelementptr float, ptr %in, i64 %i26
  %v26 = load float, ptr %p26, align 4
  %s26 = fadd float %s25, %v26
  %to = getelementptr float, ptr %out, i64 %i
  store float %s26, ptr %to, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @few, !"kernel", i32 1}
!1 = !{ptr @many, !"kernel", i32 1}
