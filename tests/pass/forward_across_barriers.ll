; forward_across_barriers: loads of what the same thread has stored, stores that nobody
; reads, variables that are a register; and what comes close.
; RUN: %heddle opt -O2 --only=forward_across_barriers %s | %FileCheck %s
@s = external global [64 x float], section ".heddle.shared"
@u = external global [64 x float], section ".heddle.shared"
@one = external global float, section ".heddle.shared"

; The store is for this load alone: both go.
; CHECK-LABEL: define void @back(
; CHECK-NOT: @s
; CHECK: store float %x, ptr %out
; CHECK: ret void
define void @back(ptr %out, float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

; Others need it too: keeping it for the load as well would pay nothing.
; CHECK-LABEL: define void @needed(
; CHECK: store float %x, ptr %p
; CHECK: barrier0
; CHECK: %y = load float, ptr %p
; CHECK: ret void
define void @needed(ptr %out, float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  %t1 = add nuw nsw i32 %t, 1
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %t1
  %z = load float, ptr %q
  %sum = fadd float %y, %z
  store float %sum, ptr %out
  ret void
}

; Two threads store there.
; CHECK-LABEL: define void @shared_by_two(
; CHECK: store float %x, ptr %p
; CHECK: load float, ptr %p
; CHECK: ret void
define void @shared_by_two(ptr %out, float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = lshr i32 %t, 1
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %h
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

; In blocks of 8 x 8 threads, eight share an element.
; CHECK-LABEL: define void @rows(
; CHECK: store float %x, ptr %p
; CHECK: load float, ptr %p
; CHECK: ret void
define void @rows(ptr %out, float %x) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

; Between the two, another thread has written its neighbour's element.
; CHECK-LABEL: define void @overwritten(
; CHECK: store float %x, ptr %p
; CHECK: store float 0.000000e+00, ptr %q
; CHECK: load float, ptr %p
; CHECK: ret void
define void @overwritten(ptr %out, float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %t1 = xor i32 %t, 1
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %t1
  store float 0.0, ptr %q
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

; This thread itself has, on one of the ways.
; CHECK-LABEL: define void @on_a_way(
; CHECK: store float %x, ptr %p
; CHECK: store float 0.000000e+00, ptr %p
; CHECK: load float, ptr %p
; CHECK: ret void
define void @on_a_way(ptr %out, float %x, i1 %c) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %a, label %b
a:
  store float 0.0, ptr %p
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

; The store comes around the loop, with another element.
; CHECK-LABEL: define void @moves(
; CHECK: load float, ptr %q
; CHECK: store float %x, ptr %p
; CHECK: ret void
define void @moves(ptr %out, float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %loop ]
  %at = phi i32 [ %t, %0 ], [ %at1, %loop ]
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %at
  %y = load float, ptr %q
  store float %y, ptr %out
  call void @llvm.nvvm.barrier0()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %at
  store float %x, ptr %p
  call void @llvm.nvvm.barrier0()
  %at1 = xor i32 %at, 1
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i1, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Written again before anybody reads it; but not where somebody does.
; CHECK-LABEL: define void @twice(
; CHECK-NOT: store float 1.000000e+00
; CHECK: store float 2.000000e+00, ptr %p
; CHECK: ret void
define void @twice(ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  store float 2.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr @s
  store float %y, ptr %out
  ret void
}
; CHECK-LABEL: define void @twice_read(
; CHECK: store float 1.000000e+00, ptr %p
; CHECK: store float 2.000000e+00, ptr %p
; CHECK: ret void
define void @twice_read(ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %z = load float, ptr getelementptr (i8, ptr @s, i64 20)
  store float %z, ptr %out
  call void @llvm.nvvm.barrier0()
  store float 2.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr @s
  store float %y, ptr %out
  ret void
}
; Not all threads write again.
; CHECK-LABEL: define void @twice_some(
; CHECK: store float 1.000000e+00, ptr %p
; CHECK: store float 2.000000e+00, ptr %p
; CHECK: ret void
define void @twice_some(ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %c = icmp ult i32 %t, 3
  br i1 %c, label %a, label %b
a:
  store float 2.0, ptr %p
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr getelementptr (i8, ptr @s, i64 20)
  store float %y, ptr %out
  ret void
}

; A thread that returns leaves something for the others.
; CHECK-LABEL: define void @leaves(
; CHECK: store float 1.000000e+00, ptr %p
; CHECK: ret void
define void @leaves(ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  %c = icmp ult i32 %t, 3
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr @s
  store float %y, ptr %out
  ret void
}

; Nobody ever reads it.
; CHECK-LABEL: define void @unread(
; CHECK-NOT: store float
; CHECK: ret void
define void @unread(ptr %out, i32 %n) #2 {
  store float 1.0, ptr @one
  call void @llvm.nvvm.barrier0()
  %p = getelementptr [64 x float], ptr @u, i32 0, i32 %n
  store float 1.0, ptr %p
  ret void
}
; A call may, and whoever gets its address.
; CHECK-LABEL: define void @called(
; CHECK: store float 1.000000e+00, ptr @one
; CHECK: ret void
define void @called(ptr %out, i32 %n) #2 {
  store float 1.0, ptr @one
  call void @llvm.nvvm.barrier0()
  call void @anything()
  ret void
}
; CHECK-LABEL: define void @escapes(
; CHECK: store float 1.000000e+00, ptr @one
; CHECK: ret void
define void @escapes(ptr %out, i1 %c) #2 {
  store float 1.0, ptr @one
  call void @llvm.nvvm.barrier0()
  %p = select i1 %c, ptr @one, ptr @u
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}
; Volatile stores stay.
; CHECK-LABEL: define void @volatile(
; CHECK: store volatile float
; CHECK: ret void
define void @volatile() #2 {
  store volatile float 1.0, ptr @one
  call void @llvm.nvvm.barrier0()
  ret void
}

; The own element, stored on two ways: a register.
; CHECK-LABEL: define void @register(
; CHECK-NOT: @s
; CHECK: [[Y:%.*]] = phi float
; CHECK: store float [[Y]], ptr %out
; CHECK: ret void
define void @register(ptr %out, float %x, i1 %c) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %a, label %b
a:
  store float 0.0, ptr %p
  br label %d
b:
  store float %x, ptr %p
  br label %d
d:
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}
; Across a barrier it would have to be kept as well.
; CHECK-LABEL: define void @register_kept(
; CHECK: load float, ptr %p
; CHECK: ret void
define void @register_kept(ptr %out, float %x, i1 %c) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  br i1 %c, label %a, label %b
a:
  store float 0.0, ptr %p
  br label %d
b:
  store float %x, ptr %p
  br label %d
d:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}
; Those from the sixth thread on share one.
; CHECK-LABEL: define void @register_shared(
; CHECK: load float, ptr %p
; CHECK: ret void
define void @register_shared(ptr %out, float %x, i1 %c) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 5
  %i = select i1 %low, i32 %t, i32 5
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %i
  %is0 = icmp eq i32 %t, 0
  call void @llvm.nvvm.barrier0()
  br i1 %is0, label %a, label %b
a:
  store float 0.0, ptr %p
  br label %d
b:
  store float %x, ptr %p
  br label %d
d:
  %y = load float, ptr %p
  store float %y, ptr %out
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @anything()

attributes #0 = { "heddle-known"="32,1,1" }
attributes #1 = { "heddle-known"="8,8,1" }
attributes #2 = { "heddle-known"="0,0,0" }
