; reorder_for_locality: rows of elements that lie one behind the other are read row by row,
; with a barrier between them. Not so if the second row lies elsewhere, is read by every
; other thread, is short, or the kernel has no barrier; nor where the block is not known.
; RUN: %heddle opt -O2 --only=reorder_for_locality %s | %FileCheck %s

; CHECK-LABEL: define void @rows(
; CHECK: [[A:%.*]] = load float, ptr %pa
; CHECK: call void @hd.barrier()
; CHECK-NEXT: [[B:%.*]] = load float, ptr %pb
; CHECK: call void @hd.barrier()
; CHECK-NEXT: [[C:%.*]] = load float, ptr %pc
; CHECK: call void @hd.barrier()
; CHECK-NEXT: ret void
define void @rows(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %c, 768
  %i = add i32 %first, %t
  %w = sext i32 %i to i64
  %pa = getelementptr float, ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 1024
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %pc = getelementptr i8, ptr %pa, i64 2048
  %x = load float, ptr %pc
  %abc = fadd float %ab, %x
  %q = getelementptr float, ptr %out, i64 %w
  store float %abc, ptr %q
  call void @hd.barrier()
  ret void
}

; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: @hd.barrier
; CHECK: fadd
; CHECK: call void @hd.barrier()
; CHECK-NOT: @hd.barrier
; CHECK: ret void
define void @elsewhere(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr float, ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 4096
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %q = getelementptr float, ptr %out, i64 %w
  store float %ab, ptr %q
  call void @hd.barrier()
  ret void
}

; CHECK-LABEL: define void @every_other(
; CHECK-NOT: @hd.barrier
; CHECK: fadd
; CHECK: call void @hd.barrier()
; CHECK-NOT: @hd.barrier
; CHECK: ret void
define void @every_other(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr [2 x float], ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 1024
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %q = getelementptr float, ptr %out, i64 %w
  store float %ab, ptr %q
  call void @hd.barrier()
  ret void
}

; CHECK-LABEL: define void @short(
; CHECK-NOT: @hd.barrier
; CHECK: fadd
; CHECK: call void @hd.barrier()
; CHECK-NOT: @hd.barrier
; CHECK: ret void
define void @short(ptr %in, ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr float, ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 256
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %q = getelementptr float, ptr %out, i64 %w
  store float %ab, ptr %q
  call void @hd.barrier()
  ret void
}

; CHECK-LABEL: define void @no_barrier(
; CHECK-NOT: @hd.barrier
; CHECK: ret void
define void @no_barrier(ptr %in, ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr float, ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 1024
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %q = getelementptr float, ptr %out, i64 %w
  store float %ab, ptr %q
  ret void
}

; CHECK-LABEL: define void @any_block(
; CHECK-NOT: @hd.barrier
; CHECK: fadd
; CHECK: call void @hd.barrier()
; CHECK-NOT: @hd.barrier
; CHECK: ret void
define void @any_block(ptr %in, ptr %out) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pa = getelementptr float, ptr %in, i64 %w
  %a = load float, ptr %pa
  %pb = getelementptr i8, ptr %pa, i64 1024
  %b = load float, ptr %pb
  %ab = fadd float %a, %b
  %q = getelementptr float, ptr %out, i64 %w
  store float %ab, ptr %q
  call void @hd.barrier()
  ret void
}

declare void @hd.barrier()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

attributes #0 = { "heddle-known"="256,1,1" }
attributes #1 = { "heddle-known"="64,1,1" }
attributes #2 = { "heddle-known"="0,0,0" }
