; Gathers from places that are known are loads under masks of one bit: a column, eight floats of
; one, places in no order, the first of them only; not where nobody knows which lanes are masked or
; an index, of double words, or without `columns`.
; RUN: %heddle opt -O2 --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --start-after=merge_host --emit=asm %s -o - | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-columns --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --start-after=merge_host --emit=asm %s -o - | %FileCheck %s --check-prefix=OFF

; OFF-NOT: vbroadcastss{{.*}}{%k

; CHECK-LABEL: column:
; CHECK-DAG: vmovss (%rdi), %xmm
; CHECK-DAG: vbroadcastss 132(%rdi), %xmm{{[0-9]+}} {%k
; CHECK-DAG: vbroadcastss 1980(%rdi), %xmm{{[0-9]+}} {%k
; CHECK-NOT: gather
; CHECK: ret
define <16 x float> @column(ptr %p) {
  %r = call <16 x float> @llvm.x86.avx512.mask.gather.dps.512(<16 x float> poison, ptr %p, <16 x i32> <i32 0, i32 33, i32 66, i32 99, i32 132, i32 165, i32 198, i32 231, i32 264, i32 297, i32 330, i32 363, i32 396, i32 429, i32 462, i32 495>, <16 x i1> splat (i1 true), i32 4)
  ret <16 x float> %r
}

; What is stored in between is read: the loads stay between the two.
; CHECK-LABEL: order:
; CHECK: movl $7, 40(%rdi)
; CHECK: vbroadcastss 40(%rdi), %xmm{{[0-9]+}} {%k
; CHECK: movl $8, 40(%rdi)
; CHECK-NOT: gather
; CHECK: ret
define <8 x i32> @order(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 40
  store i32 7, ptr %q
  %r = call <8 x i32> @llvm.x86.avx512.mask.gather3siv8.si(<8 x i32> poison, ptr %p, <8 x i32> <i32 0, i32 40, i32 -8, i32 400, i32 12, i32 4, i32 444, i32 80>, <8 x i1> splat (i1 true), i32 1)
  store i32 8, ptr %q
  ret <8 x i32> %r
}

; Twelve of sixteen lanes: the last four read nothing, two idle ones what the first reads.
; CHECK-LABEL: some:
; CHECK: vmovss (%rdi), %xmm
; CHECK-NEXT: vbroadcastss (%rdi), %xmm
; CHECK-NEXT: vbroadcastss 66(%rdi), %xmm
; CHECK: vmovss 132(%rdi), %xmm
; CHECK-NEXT: vbroadcastss 165(%rdi), %xmm
; CHECK-NEXT: vbroadcastss (%rdi), %xmm
; CHECK: vmovss 264(%rdi), %xmm
; CHECK-NOT: vmovss
; CHECK: ret
define <16 x float> @some(ptr %p) {
  %r = call <16 x float> @llvm.x86.avx512.mask.gather.dps.512(<16 x float> poison, ptr %p, <16 x i32> <i32 0, i32 33, i32 66, i32 99, i32 132, i32 165, i32 198, i32 231, i32 264, i32 297, i32 330, i32 363, i32 396, i32 429, i32 462, i32 495>, <16 x i1> <i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, i32 1)
  ret <16 x float> %r
}

; CHECK-LABEL: masked:
; CHECK: vgatherdps
; CHECK: ret
define <16 x float> @masked(ptr %p, <16 x i1> %m) {
  %r = call <16 x float> @llvm.x86.avx512.mask.gather.dps.512(<16 x float> poison, ptr %p, <16 x i32> <i32 0, i32 33, i32 66, i32 99, i32 132, i32 165, i32 198, i32 231, i32 264, i32 297, i32 330, i32 363, i32 396, i32 429, i32 462, i32 495>, <16 x i1> %m, i32 4)
  ret <16 x float> %r
}

; CHECK-LABEL: anywhere:
; CHECK: vgatherdps
; CHECK: ret
define <16 x float> @anywhere(ptr %p, <16 x i32> %at) {
  %r = call <16 x float> @llvm.x86.avx512.mask.gather.dps.512(<16 x float> poison, ptr %p, <16 x i32> %at, <16 x i1> splat (i1 true), i32 4)
  ret <16 x float> %r
}

; CHECK-LABEL: doubles:
; CHECK: vgatherdpd
; CHECK: ret
define <8 x double> @doubles(ptr %p) {
  %r = call <8 x double> @llvm.x86.avx512.mask.gather.dpd.512(<8 x double> poison, ptr %p, <8 x i32> <i32 0, i32 33, i32 66, i32 99, i32 132, i32 165, i32 198, i32 231>, <8 x i1> splat (i1 true), i32 8)
  ret <8 x double> %r
}

declare <16 x float> @llvm.x86.avx512.mask.gather.dps.512(<16 x float>, ptr, <16 x i32>, <16 x i1>, i32)
declare <8 x i32> @llvm.x86.avx512.mask.gather3siv8.si(<8 x i32>, ptr, <8 x i32>, <8 x i1>, i32)
declare <8 x double> @llvm.x86.avx512.mask.gather.dpd.512(<8 x double>, ptr, <8 x i32>, <8 x i1>, i32)
