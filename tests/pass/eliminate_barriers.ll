; eliminate_barriers: barriers stay where a thread touches what another one has touched on
; the other side, and go where none does.
; RUN: %heddle opt -O2 --only=eliminate_barriers %s | %FileCheck %s
@s = external global [64 x float], section ".heddle.shared"
@u = external global [64 x float], section ".heddle.shared"
@tile = external global [8 x [8 x float]], section ".heddle.shared"
@wide = external global [8 x [9 x float]], section ".heddle.shared"
@one = external global float, section ".heddle.shared"
@k = external constant [64 x float]

; Each thread has its own element.
; CHECK-LABEL: define void @own(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @own(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %x = load float, ptr %p
  %q = getelementptr float, ptr %out, i32 %t
  store float %x, ptr %q
  ret void
}

; Of an unknown block nobody knows that it has one row.
; CHECK-LABEL: define void @rows(
; CHECK: barrier0
; CHECK: ret void
define void @rows(ptr %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %x = load float, ptr %p
  ret void
}

; And in a block of two dimensions, threads of all rows share s[threadIdx.x].
; CHECK-LABEL: define void @rows_known(
; CHECK: barrier0
; CHECK: ret void
define void @rows_known(ptr %out) #2 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %x = load float, ptr %p
  ret void
}

; The number of the thread in its block: for any shape.
; CHECK-LABEL: define void @number(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @number(ptr noalias %a) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %plane = mul i32 %z, %ny
  %line = add i32 %plane, %y
  %row = mul i32 %line, %nx
  %n = add i32 %row, %x
  %first = mul i32 %b, 1024
  %i = add i32 %first, %n
  %w = zext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %w
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %v = load float, ptr %p
  store float %v, ptr %p
  ret void
}

; The same without z: a block may have several planes.
; CHECK-LABEL: define void @number_xy(
; CHECK: barrier0
; CHECK: ret void
define void @number_xy(ptr noalias %a) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = mul i32 %y, %nx
  %n = add i32 %row, %x
  %p = getelementptr float, ptr %a, i32 %n
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %v = load float, ptr %p
  ret void
}

; The neighbour's element.
; CHECK-LABEL: define void @neighbour(
; CHECK: barrier0
; CHECK: ret void
define void @neighbour(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %t1 = add nuw nsw i32 %t, 1
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %t1
  %x = load float, ptr %q
  ret void
}

; Further away than the block is wide.
; CHECK-LABEL: define void @halves(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @halves(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %t1 = add nuw nsw i32 %t, 32
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %t1
  %x = load float, ptr %q
  ret void
}

; Two threads have the same t / 2, and another t ^ 1; t ^ 32 is nobody's.
; CHECK-LABEL: define void @half(
; CHECK: barrier0
; CHECK: ret void
define void @half(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %h = lshr i32 %t, 1
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %h
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %x = load float, ptr %p
  ret void
}
; CHECK-LABEL: define void @flip(
; CHECK: barrier0
; CHECK: ret void
define void @flip(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %h = xor i32 %t, 1
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %h
  %x = load float, ptr %q
  ret void
}
; CHECK-LABEL: define void @flip_far(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @flip_far(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %h = xor i32 %t, 32
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %h
  %x = load float, ptr %q
  ret void
}

; Elements of eight bytes, four bytes apart: neighbours overlap.
; CHECK-LABEL: define void @overlap(
; CHECK: barrier0
; CHECK: ret void
define void @overlap(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store double 1.0, ptr %p, align 4
  call void @llvm.nvvm.barrier0()
  %x = load double, ptr %p, align 4
  ret void
}

; A tile and its transpose; a column of a tile, whatever the row.
; CHECK-LABEL: define void @transpose(
; CHECK: barrier0
; CHECK: ret void
define void @transpose(ptr %out) #2 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %p = getelementptr [8 x [8 x float]], ptr @tile, i32 0, i32 %y, i32 %x
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr [8 x [8 x float]], ptr @tile, i32 0, i32 %x, i32 %y
  %v = load float, ptr %q
  ret void
}
; CHECK-LABEL: define void @column(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @column(i32 %n, i32 %m) #3 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [8 x [9 x float]], ptr @wide, i32 0, i32 %n, i32 %x
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr [8 x [9 x float]], ptr @wide, i32 0, i32 %m, i32 %x
  %v = load float, ptr %q
  ret void
}
; The rows are too short for the block.
; CHECK-LABEL: define void @column_short(
; CHECK: barrier0
; CHECK: ret void
define void @column_short(i32 %n, i32 %m) #1 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [8 x [9 x float]], ptr @wide, i32 0, i32 %n, i32 %x
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr [8 x [9 x float]], ptr @wide, i32 0, i32 %m, i32 %x
  %v = load float, ptr %q
  ret void
}
; Narrow arithmetic that may wrap around says nothing about rows.
; CHECK-LABEL: define void @column_wraps(
; CHECK: barrier0
; CHECK: ret void
define void @column_wraps(i32 %n, i32 %m) #3 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rn = mul i32 %n, 9
  %i = add i32 %rn, %x
  %iw = zext i32 %i to i64
  %p = getelementptr float, ptr @wide, i64 %iw
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %rm = mul i32 %m, 9
  %j = add i32 %rm, %x
  %jw = zext i32 %j to i64
  %q = getelementptr float, ptr @wide, i64 %jw
  %v = load float, ptr %q
  ret void
}

; Different variables; constant memory; what is only read.
; CHECK-LABEL: define void @apart(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @apart(ptr %in, i32 %n) #0 {
  store float 1.0, ptr @s
  %a = load float, ptr %in
  call void @llvm.nvvm.barrier0()
  store float 1.0, ptr @u
  %p = getelementptr float, ptr %in, i32 %n
  %b = load float, ptr %p
  %q = getelementptr float, ptr @k, i32 %n
  %c = load float, ptr %q
  ret void
}

; Two pointers from the host, of which nothing is known, and one that is restricted.
; CHECK-LABEL: define void @pointers(
; CHECK: barrier0
; CHECK: ret void
define void @pointers(ptr %a, ptr %b) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr float, ptr %b, i32 %t
  %x = load float, ptr %q
  ret void
}
; CHECK-LABEL: define void @restricted(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @restricted(ptr noalias %a, ptr %b) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr float, ptr %b, i32 %t
  %x = load float, ptr %q
  ret void
}
; A pointer from a pointer.
; CHECK-LABEL: define void @list(
; CHECK: barrier0
; CHECK: ret void
define void @list(ptr noalias %a, ptr %b) #1 {
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  %q = load ptr, ptr %b
  %x = load float, ptr %q
  ret void
}

; The first barrier of a round is between a write and a read of others; the second one too,
; around the loop.
; CHECK-LABEL: define void @around(
; CHECK: barrier0
; CHECK: barrier0
; CHECK: ret void
define void @around(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %i
  %x = load float, ptr %q
  call void @llvm.nvvm.barrier0()
  %j = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %j, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
; One barrier a round is enough, with two variables in turn: the other one orders the same.
; Alone it is between the write of a round and the read of the next.
; CHECK-LABEL: define void @around_alone(
; CHECK: barrier0
; CHECK: ret void
define void @around_alone(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %i
  %x = load float, ptr %q
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  %j = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %j, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
; In turns: what a thread reads lies behind the barrier, and what it writes before it is
; not written again before the next.
; CHECK-LABEL: define void @around_own(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @around_own(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %x = load float, ptr %p
  %y = fadd float %x, 1.0
  store float %y, ptr %p
  call void @llvm.nvvm.barrier0()
  %j = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %j, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Of two in a row one stays: the one that is not in a loop.
; CHECK-LABEL: define void @subsumed(
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier0
; CHECK-NOT: barrier0
; CHECK: ret void
define void @subsumed(i32 %n) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  call void @llvm.nvvm.barrier0()
  %q = getelementptr [64 x float], ptr @s, i32 0, i32 %i
  %x = load float, ptr %q
  %j = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; At the beginning and at the end there is nothing to order.
; CHECK-LABEL: define void @ends(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @ends() #0 {
  call void @llvm.nvvm.barrier0()
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  ret void
}

; Atomics, volatile memory, fences, calls, votes.
; CHECK-LABEL: define void @atomic(
; CHECK: barrier0
; CHECK: ret void
define void @atomic(ptr %count) #1 {
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  %x = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}
; CHECK-LABEL: define void @volatile(
; CHECK: barrier0
; CHECK: ret void
define void @volatile(ptr noalias %a) #1 {
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  %x = load volatile i32, ptr %a
  ret void
}
; CHECK-LABEL: define void @fence(
; CHECK: barrier0
; CHECK: ret void
define void @fence(ptr noalias %a) #1 {
  store float 1.0, ptr %a
  fence seq_cst
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK-LABEL: define void @call(
; CHECK: barrier0
; CHECK: ret void
define void @call() #1 {
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  call void @anything()
  ret void
}
; CHECK-LABEL: define void @vote(
; CHECK: barrier0.popc
; CHECK: ret void
define void @vote(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.barrier0.popc(i32 %t)
  store i32 %n, ptr %out
  ret void
}

; Only some threads come here: each half has its own barrier.
; CHECK-LABEL: define void @divergent(
; CHECK: barrier0
; CHECK: barrier0
; CHECK: ret void
define void @divergent() #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier0()
  br label %b
b:
  store float 1.0, ptr @s
  call void @llvm.nvvm.barrier0()
  ret void
}

; One thread writes what it reads; another one reads it.
; CHECK-LABEL: define void @first(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @first() #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %a, label %b
a:
  store float 1.0, ptr @s
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %d, label %e
d:
  %x = load float, ptr @s
  br label %e
e:
  ret void
}
; CHECK-LABEL: define void @first_to_all(
; CHECK: barrier0
; CHECK: ret void
define void @first_to_all() #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %a, label %b
a:
  store float 1.0, ptr @s
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  %x = load float, ptr @s
  ret void
}

; Who has returned has left something for the others.
; CHECK-LABEL: define void @leaves(
; CHECK: barrier0
; CHECK: ret void
define void @leaves(ptr noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 3
  br i1 %c, label %a, label %b
a:
  %p = getelementptr [64 x float], ptr @s, i32 0, i32 %t
  store float 1.0, ptr %p
  ret void
b:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr @s
  store float %y, ptr %out
  ret void
}
; CHECK-LABEL: define void @leaves_nothing(
; CHECK-NOT: barrier0
; CHECK: ret void
define void @leaves_nothing(ptr noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 3
  br i1 %c, label %a, label %b
a:
  store float 1.0, ptr @one
  ret void
b:
  call void @llvm.nvvm.barrier0()
  %y = load float, ptr @s
  store float %y, ptr %out
  ret void
}

; Who is not below 2 is not 0 either, and goes to the end at once.
; CHECK-LABEL: define void @nested(
; CHECK: br i1 %two, label %a, label %e
; CHECK: br i1 %one, label %d, label %e
; CHECK: ret void
define void @nested(ptr %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %two = icmp ult i32 %t, 1
  br i1 %two, label %a, label %b
a:
  store float 1.0, ptr @s
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  %one = icmp eq i32 %t, 0
  br i1 %one, label %d, label %e
d:
  %x = load float, ptr @s
  store float %x, ptr %out
  br label %e
e:
  ret void
}
; Not so where some are, or where the way there has something else to do.
; CHECK-LABEL: define void @not_nested(
; CHECK: br i1 %two, label %a, label %b
; CHECK: br i1 %one, label %d, label %e
; CHECK: br i1 %late, label %f, label %g
; CHECK: ret void
define void @not_nested(ptr noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %two = icmp ult i32 %t, 2
  br i1 %two, label %a, label %b
a:
  store float 1.0, ptr @s
  br label %b
b:
  call void @llvm.nvvm.barrier0()
  %one = icmp eq i32 %t, 2
  br i1 %one, label %d, label %e
d:
  store float 2.0, ptr @u
  br label %e
e:
  store float 2.0, ptr @one
  %late = icmp ult i32 %t, 1
  br i1 %late, label %f, label %g
f:
  store float 3.0, ptr @u
  br label %g
g:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @anything()

; Any shape, and known ones.
attributes #0 = { "heddle-known"="0,0,0" }
attributes #1 = { "heddle-known"="32,1,1" }
attributes #2 = { "heddle-known"="8,8,1" }
attributes #3 = { "heddle-known"="9,1,1" }
