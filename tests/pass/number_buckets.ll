; number_buckets: lanes that number themselves among those with the same digit, and of which the
; first one counts them in memory, take their numbers in one operation. Not if somebody looks
; at a counter, if something else happens in between, if it is the counter of another number
; than the one that was compared, or if the first one adds something else.
; RUN: %heddle opt --only=number_buckets -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=number_buckets -O2 -fno-heddle-numbers %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: hd.warp(i32 19
; OFF-NOT: hd.warp(i32 20
; OFF: define void @adds_something_else

@s = internal global [4 x [256 x i32]] undef, section ".heddle.shared", align 4

; CHECK-LABEL: define void @take
; CHECK-NOT: hd.warp(i32 9
; CHECK: %[[P:.*]] = getelementptr [4 x [256 x i32]], ptr @s, i64 0, i64 %warp, i64 0
; CHECK: %[[B:.*]] = ptrtoint ptr %[[P]] to i64
; CHECK: %[[N:.*]] = call i64 @hd.warp(i32 19, i32 -1, i64 %[[B]], i32 %d, i32 %before)
; CHECK: %number = trunc i64 %[[N]] to i32
; CHECK-NOT: br i1
; CHECK: store i32 %number, ptr %out
; CHECK: ret void
define void @take(ptr %out, i32 %key, i64 %warp, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr [4 x [256 x i32]], ptr @s, i64 0, i64 %warp, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  %w = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %again = load i32, ptr %p, align 4
  %sum = add i32 %again, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  store i32 %to, ptr %out, align 4
  ret void
}

; Lanes that are not there have digit 0; the number is asked of its rank; read once.
; CHECK-LABEL: define void @others
; CHECK-NOT: hd.warp(i32 8
; CHECK-NOT: hd.warp(i32 9
; CHECK: call i64 @hd.warp(i32 20, i32 -1, i64 %{{.*}}, i32 %d, i32 %before)
; CHECK-NOT: br i1
; CHECK: ret void
define void @others(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 15
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 4, i32 0)
  %t = trunc i64 %m to i32
  %b = call i64 @hd.warp(i32 8, i32 -1, i64 1, i32 0, i32 0)
  %here = trunc i64 %b to i32
  %z = icmp eq i32 %d, 0
  %gone = xor i32 %here, -1
  %o = select i1 %z, i32 %gone, i32 0
  %same = or i32 %o, %t
  %mine = and i32 %before, %same
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %rank, %old
  %c = icmp ne i32 %rank, 0
  br i1 %c, label %all, label %first
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %sum = add i32 %n, %old
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  store i32 %to, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @looked_at
; CHECK-NOT: hd.warp(i32 19
; CHECK: ret void
define void @looked_at(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %sum = add i32 %old, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  %both = mul i32 %to, %old
  store i32 %both, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @in_between
; CHECK-NOT: hd.warp(i32 19
; CHECK: ret void
define void @in_between(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  store i32 %to, ptr %out, align 4
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %sum = add i32 %old, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  ret void
}

; CHECK-LABEL: define void @two_meetings
; CHECK-NOT: hd.warp(i32 19
; CHECK: ret void
define void @two_meetings(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  %w = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %v = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %sum = add i32 %old, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  store i32 %to, ptr %out, align 4
  ret void
}

; What was compared has 8 bits, the counter is that of the whole key.
; CHECK-LABEL: define void @another_counter
; CHECK-NOT: hd.warp(i32 19
; CHECK: ret void
define void @another_counter(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %y = zext i32 %key to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %y
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %same)
  %sum = add i32 %old, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  store i32 %to, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @adds_something_else
; CHECK-NOT: hd.warp(i32 19
; CHECK: ret void
define void @adds_something_else(ptr %out, i32 %key, ptr %counts, i32 %before) {
  %d = and i32 %key, 255
  %x = zext i32 %d to i64
  %m = call i64 @hd.warp(i32 9, i32 -1, i64 %x, i32 0, i32 0)
  %same = trunc i64 %m to i32
  %mine = and i32 %same, %before
  %rank = call i32 @llvm.ctpop.i32(i32 %mine)
  %p = getelementptr i32, ptr %counts, i64 %x
  %old = load i32, ptr %p, align 4
  %to = add i32 %old, %rank
  %c = icmp eq i32 %mine, 0
  br i1 %c, label %first, label %all
first:
  %n = call i32 @llvm.ctpop.i32(i32 %before)
  %sum = add i32 %old, %n
  store i32 %sum, ptr %p, align 4
  br label %all
all:
  store i32 %to, ptr %out, align 4
  ret void
}

declare i64 @hd.warp(i32, i32, i64, i32, i32)
declare i32 @llvm.ctpop.i32(i32)
