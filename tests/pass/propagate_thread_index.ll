; propagate_thread_index: behind threadIdx.x == 31 an address is computed from 31; behind a condition
; on blockIdx.x * 32 + threadIdx.x, from what threadIdx.x must be then.
; RUN: %heddle opt -O2 --only=propagate_thread_index %s | %FileCheck %s

; CHECK-LABEL: define void @edge(
; CHECK: last:
; CHECK: [[I:%.*]] = add i32 %base, 31
; CHECK: [[W:%.*]] = sext i32 [[I]] to i64
; CHECK: [[P:%.*]] = getelementptr float, ptr %in, i64 [[W]]
; CHECK: load float, ptr [[P]]
; CHECK: right:
; CHECK: [[T:%.*]] = sub i32 %n, %base
; CHECK: store i32 [[T]], ptr %out
; CHECK: done:
; CHECK: store i32 %x, ptr %out
define void @edge(ptr %in, ptr %out, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %block, 32
  %i = add i32 %base, %x
  %wide = sext i32 %i to i64
  %p = getelementptr float, ptr %in, i64 %wide
  %is_last = icmp eq i32 %x, 31
  br i1 %is_last, label %last, label %more

last:
  %v = load float, ptr %p
  store float %v, ptr %out
  br label %more

more:
  %not_right = icmp ne i32 %i, %n
  br i1 %not_right, label %done, label %right

right:
  store i32 %x, ptr %out
  br label %done

done:
  store i32 %x, ptr %out
  ret void
}

; x > 0 is false for the first thread only, and x < 15 for the last of 16.
; CHECK-LABEL: define void @sides(
; CHECK: first:
; CHECK: store i32 0, ptr %out
; CHECK: last:
; CHECK: store i32 15, ptr %out
; CHECK: two:
; CHECK: store i32 %x, ptr %out
define void @sides(ptr %out) "heddle-known"="16,4,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %right = icmp sgt i32 %x, 0
  br i1 %right, label %more, label %first

first:
  store i32 %x, ptr %out
  br label %more

more:
  %left = icmp slt i32 %x, 15
  br i1 %left, label %then, label %last

last:
  store i32 %x, ptr %out
  br label %then

then:
  %few = icmp ult i32 %x, 2
  br i1 %few, label %two, label %done

two:
  store i32 %x, ptr %out
  br label %done

done:
  ret void
}

; Nobody knows how many threads there are.
; CHECK-LABEL: define void @any_width(
; CHECK: last:
; CHECK: store i32 %x, ptr %out
define void @any_width(ptr %out) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %left = icmp slt i32 %x, 15
  br i1 %left, label %done, label %last

last:
  store i32 %x, ptr %out
  br label %done

done:
  ret void
}

; A barrier behind the condition: left alone.
; CHECK-LABEL: define void @waits(
; CHECK: store i32 %x, ptr %out
define void @waits(ptr %out) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %x, 3
  br i1 %c, label %one, label %done

one:
  call void @llvm.nvvm.barrier0()
  store i32 %x, ptr %out
  br label %done

done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
