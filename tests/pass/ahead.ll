; What the host reads of what was copied from the device is asked for ahead, where a loop goes
; through all of it, in any function that gets it.
; RUN: %heddle opt -O2 --library=none --target=x86_64-linux-gnu --start-after=merge_host --emit=ll %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-ahead --library=none --target=x86_64-linux-gnu --start-after=merge_host --emit=ll %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt -O1 --library=none --target=x86_64-linux-gnu --start-after=merge_host --emit=ll %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt -O2 --library=none --target=aarch64-linux-gnu --start-after=merge_host --emit=ll %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: @llvm.prefetch

; Four words of each record of 64 bytes: one line.
; CHECK-LABEL: @records(
; CHECK: getelementptr i8, ptr %{{.*}}, i64 2048
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; CHECK-NOT: prefetch
; CHECK: ret void
define void @records(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, 64
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %o1 = add i64 %o, 8
  %q1 = getelementptr i8, ptr %p, i64 %o1
  %x1 = load i32, ptr %q1, align 4
  call void @use(i32 %x1)
  %o2 = add i64 %o, 16
  %q2 = getelementptr i8, ptr %p, i64 %o2
  %x2 = load i32, ptr %q2, align 4
  call void @use(i32 %x2)
  %o3 = add i64 %o, 40
  %q3 = getelementptr i8, ptr %p, i64 %o3
  %x3 = load i32, ptr %q3, align 4
  call void @use(i32 %x3)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Words that lie in two lines.
; CHECK-LABEL: @two_lines(
; CHECK-COUNT-2: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; CHECK-NOT: prefetch
; CHECK: ret void
define void @two_lines(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, 68
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %o1 = add i64 %o, 4
  %q1 = getelementptr i8, ptr %p, i64 %o1
  %x1 = load i32, ptr %q1, align 4
  call void @use(i32 %x1)
  %o2 = add i64 %o, 8
  %q2 = getelementptr i8, ptr %p, i64 %o2
  %x2 = load i32, ptr %q2, align 4
  call void @use(i32 %x2)
  %o3 = add i64 %o, 12
  %q3 = getelementptr i8, ptr %p, i64 %o3
  %x3 = load i32, ptr %q3, align 4
  call void @use(i32 %x3)
  %o4 = add i64 %o, 16
  %q4 = getelementptr i8, ptr %p, i64 %o4
  %x4 = load i32, ptr %q4, align 4
  call void @use(i32 %x4)
  %o5 = add i64 %o, 20
  %q5 = getelementptr i8, ptr %p, i64 %o5
  %x5 = load i32, ptr %q5, align 4
  call void @use(i32 %x5)
  %o6 = add i64 %o, 24
  %q6 = getelementptr i8, ptr %p, i64 %o6
  %x6 = load i32, ptr %q6, align 4
  call void @use(i32 %x6)
  %o7 = add i64 %o, 28
  %q7 = getelementptr i8, ptr %p, i64 %o7
  %x7 = load i32, ptr %q7, align 4
  call void @use(i32 %x7)
  %o8 = add i64 %o, 32
  %q8 = getelementptr i8, ptr %p, i64 %o8
  %x8 = load i32, ptr %q8, align 4
  call void @use(i32 %x8)
  %o9 = add i64 %o, 36
  %q9 = getelementptr i8, ptr %p, i64 %o9
  %x9 = load i32, ptr %q9, align 4
  call void @use(i32 %x9)
  %o10 = add i64 %o, 40
  %q10 = getelementptr i8, ptr %p, i64 %o10
  %x10 = load i32, ptr %q10, align 4
  call void @use(i32 %x10)
  %o11 = add i64 %o, 44
  %q11 = getelementptr i8, ptr %p, i64 %o11
  %x11 = load i32, ptr %q11, align 4
  call void @use(i32 %x11)
  %o12 = add i64 %o, 48
  %q12 = getelementptr i8, ptr %p, i64 %o12
  %x12 = load i32, ptr %q12, align 4
  call void @use(i32 %x12)
  %o13 = add i64 %o, 52
  %q13 = getelementptr i8, ptr %p, i64 %o13
  %x13 = load i32, ptr %q13, align 4
  call void @use(i32 %x13)
  %o14 = add i64 %o, 56
  %q14 = getelementptr i8, ptr %p, i64 %o14
  %x14 = load i32, ptr %q14, align 4
  call void @use(i32 %x14)
  %o15 = add i64 %o, 60
  %q15 = getelementptr i8, ptr %p, i64 %o15
  %x15 = load i32, ptr %q15, align 4
  call void @use(i32 %x15)
  %o16 = add i64 %o, 64
  %q16 = getelementptr i8, ptr %p, i64 %o16
  %x16 = load i32, ptr %q16, align 4
  call void @use(i32 %x16)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Backwards.
; CHECK-LABEL: @backwards(
; CHECK: getelementptr i8, ptr %{{.*}}, i64 -2048
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
; CHECK: ret void
define void @backwards(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, -4
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; One word of 64 bytes: other columns of the matrix are read after this one, from the cache.
; CHECK-LABEL: @column(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @column(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, 64
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; What nobody has copied.
; CHECK-LABEL: @own(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @own(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, 4
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; What was copied to the device, and within it.
; CHECK-LABEL: @to_device(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @to_device(ptr %p, i64 %n) noinline {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = mul i64 %i, 4
  %o0 = add i64 %o, 0
  %q0 = getelementptr i8, ptr %p, i64 %o0
  %x0 = load i32, ptr %q0, align 4
  call void @use(i32 %x0)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; What an inner loop reads steps in that one.
; CHECK-LABEL: @inner(
; CHECK: rows:
; CHECK-NOT: prefetch
; CHECK: row:
; CHECK: call void @llvm.prefetch
; CHECK-NOT: prefetch
; CHECK: ret void
define void @inner(ptr %p, i64 %n, i64 %m) noinline {
entry:
  br label %rows

rows:
  %y = phi i64 [ 0, %entry ], [ %y1, %next ]
  call void @use(i32 1)
  %o = mul i64 %y, %m
  %q = getelementptr i32, ptr %p, i64 %o
  br label %row

row:
  %x = phi i64 [ 0, %rows ], [ %x1, %row ]
  %r = getelementptr i32, ptr %q, i64 %x
  %v = load i32, ptr %r
  call void @use(i32 %v)
  %x1 = add i64 %x, 1
  %on = icmp ult i64 %x1, %m
  br i1 %on, label %row, label %next

next:
  %y1 = add i64 %y, 1
  %more = icmp ult i64 %y1, %n
  br i1 %more, label %rows, label %done

done:
  ret void
}

; A variable of the function itself is small, or it would not be there.
; CHECK-LABEL: @variable(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @variable(ptr %d) noinline {
entry:
  %p = alloca [1000 x i32]
  %e = call i32 @cudaMemcpy(ptr %p, ptr %d, i64 4000, i32 2)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %q
  call void @use(i32 %x)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 1000
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Who fills what it is given fills it for who calls it, also where that may throw.
; CHECK-LABEL: @copies(
; CHECK: ret void
define void @copies(ptr %to, ptr %d, i64 %n) noinline {
  call void @use(i32 0)
  %e = call i32 @cudaMemcpyAsync(ptr %to, ptr %d, i64 %n, i32 4, ptr null)
  ret void
}

; CHECK-LABEL: @throws(
; CHECK: invoke void @copies
; CHECK: call void @llvm.prefetch
; CHECK: ret void
define void @throws(ptr %d, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  %p = load ptr, ptr @global
  invoke void @copies(ptr %p, ptr %d, i64 %n) to label %loop unwind label %bad

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %q
  call void @use(i32 %x)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  ret void

bad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @use(i32 2)
  ret void
}

; CHECK-LABEL: @calls(
define void @calls(ptr %a, ptr %b, ptr %c, ptr %d, i64 %n) {
  %e1 = call i32 @cudaMemcpy(ptr %a, ptr %d, i64 %n, i32 2)
  %e2 = call i32 @cudaMemcpy(ptr %d, ptr %b, i64 %n, i32 1)
  %e3 = call i32 @cudaMemcpy(ptr %b, ptr %d, i64 %n, i32 3)
  call void @records(ptr %a, i64 %n)
  call void @two_lines(ptr %a, i64 %n)
  call void @backwards(ptr %a, i64 %n)
  call void @column(ptr %a, i64 %n)
  call void @inner(ptr %a, i64 %n, i64 %n)
  call void @own(ptr %c, i64 %n)
  call void @to_device(ptr %b, i64 %n)
  call void @variable(ptr %d)
  call void @throws(ptr %d, i64 %n)
  ret void
}

@global = external global ptr
declare void @use(i32)
declare i32 @__gxx_personality_v0(...)
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)
declare i32 @cudaMemcpyAsync(ptr, ptr, i64, i32, ptr)
