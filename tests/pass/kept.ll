; What lanes have put into known places of shared memory is taken from registers: the second
; step of a tree reads what the first one wrote, and what is written again before anybody reads
; it is not written at all. Not where somebody may have read or written in between.
; RUN: %heddle opt -O2 -fno-heddle-columns --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --start-after=merge_host --emit=ll %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-kept -fno-heddle-columns --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --start-after=merge_host --emit=ll %s | %FileCheck %s --check-prefix=OFF

; Every other one of x and y, and the others; the first writes are dead behind that.
; OFF-LABEL: @tree(
; OFF-COUNT-2: mask.gather
; CHECK-LABEL: @tree(
; CHECK-NOT: mask.gather
; CHECK: %[[A:.*]] = shufflevector <16 x i32> %x, <16 x i32> %y, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
; CHECK: %[[B:.*]] = shufflevector <16 x i32> %x, <16 x i32> %y, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
; CHECK: %[[S:.*]] = add <16 x i32> %[[B]], %[[A]]
; CHECK-NOT: mask.scatter
; CHECK: mask.scatter{{.*}}%[[A]]
; CHECK: mask.scatter{{.*}}%[[S]]
; CHECK-NOT: mask.scatter
; CHECK: ret void
define void @tree(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, <16 x i32> %y) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 268, i32 284, i32 300, i32 316, i32 332, i32 348, i32 364, i32 380, i32 396, i32 412, i32 428, i32 444, i32 460, i32 476, i32 492, i32 508>, <16 x i32> %y, i32 1)
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 44, i32 76, i32 108, i32 140, i32 172, i32 204, i32 236, i32 268, i32 300, i32 332, i32 364, i32 396, i32 428, i32 460, i32 492>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  %b = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 28, i32 60, i32 92, i32 124, i32 156, i32 188, i32 220, i32 252, i32 284, i32 316, i32 348, i32 380, i32 412, i32 444, i32 476, i32 508>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  %s = add <16 x i32> %a, %b
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 44, i32 76, i32 108, i32 140, i32 172, i32 204, i32 236, i32 268, i32 300, i32 332, i32 364, i32 396, i32 428, i32 460, i32 492>, <16 x i32> %a, i32 1)
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 28, i32 60, i32 92, i32 124, i32 156, i32 188, i32 220, i32 252, i32 284, i32 316, i32 348, i32 380, i32 412, i32 444, i32 476, i32 508>, <16 x i32> %s, i32 1)
  ret void
}

; Of lanes that are not there nothing has to be known; a word.
; CHECK-LABEL: @some_lanes(
; CHECK-NOT: mask.gather
; CHECK-NOT: load i32
; CHECK: extractelement <16 x i32> %x, i64 3
; CHECK: ret <16 x i32>
define <16 x i32> @some_lanes(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, <16 x i32> %y) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 44, i32 76, i32 108, i32 140, i32 172, i32 204, i32 236, i32 268, i32 300, i32 332, i32 364, i32 396, i32 428, i32 460, i32 492>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, i32 1)
  %p = getelementptr i8, ptr %shared, i64 60
  %w = load i32, ptr %p, align 4
  %r = insertelement <16 x i32> %a, i32 %w, i64 9
  ret <16 x i32> %r
}

; An index that nobody knows.
; CHECK-LABEL: @somewhere(
; CHECK: mask.gather
; CHECK: ret <16 x i32>
define <16 x i32> @somewhere(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, i64 %i) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  %p = getelementptr i32, ptr %shared, i64 %i
  store i32 1, ptr %p, align 4
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  ret <16 x i32> %a
}

; A byte of one of the words.
; CHECK-LABEL: @byte(
; CHECK: mask.gather
; CHECK: ret <16 x i32>
define <16 x i32> @byte(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  %p = getelementptr i8, ptr %shared, i64 29
  store i8 1, ptr %p, align 1
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  ret <16 x i32> %a
}

; A pointer from memory may point anywhere; one of the launch's arguments may not.
; CHECK-LABEL: @pointer(
; CHECK: mask.gather
; CHECK: ret <16 x i32>
define <16 x i32> @pointer(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, ptr %g) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  %p = load ptr, ptr %g, align 8
  store i32 1, ptr %p, align 4
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  ret <16 x i32> %a
}

; CHECK-LABEL: @argument(
; CHECK-NOT: mask.gather
; CHECK: ret <16 x i32> %x
define <16 x i32> @argument(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x) #0 {
  %args = getelementptr i8, ptr %frame, i64 48
  %all = load ptr, ptr %args, align 8
  %p = load ptr, ptr %all, align 8
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  store i32 1, ptr %p, align 4
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  ret <16 x i32> %a
}

; Only where all ways agree.
; CHECK-LABEL: @ways(
; CHECK: mask.gather
; CHECK-NOT: mask.gather
; CHECK: ret <16 x i32>
define <16 x i32> @ways(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, <16 x i32> %y, i1 %c) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 268, i32 284, i32 300, i32 316, i32 332, i32 348, i32 364, i32 380, i32 396, i32 412, i32 428, i32 444, i32 460, i32 476, i32 492, i32 508>, <16 x i32> %y, i32 1)
  br i1 %c, label %one, label %other
one:
  %p = getelementptr i8, ptr %shared, i64 28
  store i32 1, ptr %p, align 4
  br label %meet
other:
  store volatile i32 1, ptr %frame, align 4
  br label %meet
meet:
  %a = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  %b = call <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32> poison, ptr %shared, <16 x i32> <i32 268, i32 284, i32 300, i32 316, i32 332, i32 348, i32 364, i32 380, i32 396, i32 412, i32 428, i32 444, i32 460, i32 476, i32 492, i32 508>, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 1)
  %s = add <16 x i32> %a, %b
  ret <16 x i32> %s
}

; Somebody reads in between: what is written again has to be there.
; CHECK-LABEL: @read(
; CHECK-COUNT-2: mask.scatter
; CHECK: ret i32
define i32 @read(ptr noalias %frame, ptr noalias %shared, <16 x i32> %x, <16 x i32> %y, i64 %i) #0 {
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %x, i32 1)
  %p = getelementptr i32, ptr %shared, i64 %i
  %w = load i32, ptr %p, align 4
  call void @llvm.x86.avx512.mask.scatter.dpi.512(ptr %shared, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> <i32 12, i32 28, i32 44, i32 60, i32 76, i32 92, i32 108, i32 124, i32 140, i32 156, i32 172, i32 188, i32 204, i32 220, i32 236, i32 252>, <16 x i32> %y, i32 1)
  ret i32 %w
}

declare <16 x i32> @llvm.x86.avx512.mask.gather.dpi.512(<16 x i32>, ptr, <16 x i32>, <16 x i1>, i32 immarg)
declare void @llvm.x86.avx512.mask.scatter.dpi.512(ptr, <16 x i1>, <16 x i32>, <16 x i32>, i32 immarg)

attributes #0 = { "heddle-entry"="k" }
