; The assembly of saxpy, n-body and Mandelbrot uses vectors of full width; what a processor has
; of which only the name is given is known, and lanes are chosen for it.
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v3 --lanes=8 --emit=asm %s -o %t.8
; RUN: %FileCheck --check-prefixes=CHECK,AVX2 %s < %t.8
; RUN: ! grep -E 'v(f?n?m(add|sub|ul)[0-9]*|sqrt|div|add|sub)ps.*%xmm' %t.8
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=16 --emit=asm %s -o %t.16
; RUN: %FileCheck --check-prefixes=CHECK,AVX512 %s < %t.16
; RUN: ! grep -E 'v(f?n?m(add|sub|ul)[0-9]*|sqrt|div|add|sub)ps.*%[xy]mm' %t.16
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=znver3 --emit=asm %s -o %t.zen3
; RUN: grep -E 'vfmadd[0-9]+ps.*%ymm' %t.zen3
; RUN: ! grep zmm %t.zen3
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=znver4 --emit=asm %s -o %t.zen4
; RUN: grep -E 'vfmadd[0-9]+ps.*%zmm' %t.zen4
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=westmere --emit=asm %s -o %t.sse
; RUN: ! grep -E 'vfmadd|ymm|call.*fma' %t.sse

; CHECK-LABEL: hd.kernel.saxpy:
; AVX2: vmovups ({{.*}}), %ymm[[X:[0-9]+]]
; AVX2-NEXT: vfmadd{{[0-9]+}}ps ({{.*}}), %ymm{{[0-9]+}}, %ymm[[X]]
; AVX2-NEXT: vmovups %ymm[[X]], ({{.*}})
; AVX512: vmovups ({{.*}}), %zmm[[X:[0-9]+]]
; AVX512-NEXT: vfmadd{{[0-9]+}}ps ({{.*}}), %zmm{{[0-9]+}}, %zmm[[X]]
; AVX512-NEXT: vmovups %zmm[[X]], ({{.*}})

; CHECK-LABEL: hd.kernel.nbody:
; AVX2-DAG: vfmadd{{[0-9]+}}ps {{.*}}%ymm
; AVX2-DAG: vsqrtps %ymm
; AVX2-DAG: vdivps {{.*}}%ymm
; AVX512-DAG: vfmadd{{[0-9]+}}ps {{.*}}%zmm
; AVX512-DAG: vsqrtps %zmm
; AVX512-DAG: vdivps {{.*}}%zmm

; CHECK-LABEL: hd.kernel.mandel:
; AVX2-DAG: vfmadd{{[0-9]+}}ps {{.*}}%ymm
; AVX2-DAG: vcmp{{[a-z]+}}ps {{.*}}%ymm
; AVX512-DAG: vfmadd{{[0-9]+}}ps {{.*}}%zmm
; AVX512-DAG: vcmp{{[a-z]+}}ps {{.*}}%zmm{{[0-9]+}}, %k


define void @saxpy(i32 %0, float %1, ptr %2, ptr %3) {
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %0
  br i1 %10, label %11, label %19

11:
  %12 = sext i32 %9 to i64
  %13 = getelementptr inbounds float, ptr %2, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = fmul contract float %14, %1
  %16 = getelementptr inbounds float, ptr %3, i64 %12
  %17 = load float, ptr %16, align 4
  %18 = fadd contract float %15, %17
  store float %18, ptr %16, align 4
  br label %19

19:
  ret void
}

define void @nbody(i32 %0, ptr %1, ptr %2, ptr %3) {
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %.not = icmp slt i32 %9, %0
  br i1 %.not, label %10, label %37

10:
  %11 = sext i32 %9 to i64
  %12 = getelementptr inbounds float, ptr %1, i64 %11
  %13 = load float, ptr %12, align 4
  %14 = getelementptr inbounds float, ptr %2, i64 %11
  %15 = load float, ptr %14, align 4
  br label %16

16:
  %.028 = phi i32 [ 0, %10 ], [ %34, %18 ]
  %.027 = phi float [ 0.000000e+00, %10 ], [ %33, %18 ]
  %17 = icmp slt i32 %.028, %0
  br i1 %17, label %18, label %35

18:
  %19 = zext nneg i32 %.028 to i64
  %20 = getelementptr inbounds float, ptr %1, i64 %19
  %21 = load float, ptr %20, align 4
  %22 = fsub contract float %21, %13
  %23 = getelementptr inbounds float, ptr %2, i64 %19
  %24 = load float, ptr %23, align 4
  %25 = fsub contract float %24, %15
  %26 = fmul contract float %22, %22
  %27 = fmul contract float %25, %25
  %28 = fadd contract float %26, %27
  %29 = fadd contract float %28, 0x3F847AE140000000
  %30 = call contract float @llvm.sqrt.f32(float %29)
  %31 = fmul contract float %29, %30
  %32 = fdiv contract float %22, %31
  %33 = fadd contract float %.027, %32
  %34 = add nuw nsw i32 %.028, 1
  br label %16

35:
  %36 = getelementptr inbounds float, ptr %3, i64 %11
  store float %.027, ptr %36, align 4
  br label %37

37:
  ret void
}

define void @mandel(i32 %0, i32 %1, ptr %2) {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = srem i32 %8, 64
  %10 = sitofp i32 %9 to float
  %11 = fmul contract float %10, 0x3FA47AE140000000
  %12 = fadd contract float %11, -2.000000e+00
  %13 = sdiv i32 %8, 64
  %14 = sitofp i32 %13 to float
  %15 = fmul contract float %14, 0x3FA47AE140000000
  %16 = fadd contract float %15, -1.000000e+00
  br label %17

17:
  %.023 = phi float [ 0.000000e+00, %3 ], [ %28, %24 ]
  %.022 = phi float [ 0.000000e+00, %3 ], [ %31, %24 ]
  %.0 = phi i32 [ 0, %3 ], [ %32, %24 ]
  %18 = icmp slt i32 %.0, %1
  %19 = fmul contract float %.023, %.023
  %20 = fmul contract float %.022, %.022
  %21 = fadd contract float %19, %20
  %22 = fcmp contract olt float %21, 4.000000e+00
  %23 = select i1 %18, i1 %22, i1 false
  br i1 %23, label %24, label %33

24:
  %25 = fmul contract float %.023, %.023
  %26 = fmul contract float %.022, %.022
  %27 = fsub contract float %25, %26
  %28 = fadd contract float %27, %12
  %29 = fmul contract float %.023, 2.000000e+00
  %30 = fmul contract float %29, %.022
  %31 = fadd contract float %30, %16
  %32 = add nuw nsw i32 %.0, 1
  br label %17

33:
  %34 = icmp slt i32 %8, %0
  br i1 %34, label %35, label %38

35:
  %36 = sext i32 %8 to i64
  %37 = getelementptr inbounds i32, ptr %2, i64 %36
  store i32 %.0, ptr %37, align 4
  br label %38

38:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare float @llvm.sqrt.f32(float)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @saxpy, !"kernel", i32 1}
!1 = !{ptr @nbody, !"kernel", i32 1}
!2 = !{ptr @mandel, !"kernel", i32 1}
