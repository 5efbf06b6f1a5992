; reuse_loads: a load from shared memory in front of a meeting of the warp gives what one behind it
; would; not so where somebody writes in between, or may do so between two meetings, nor in global
; memory, nor where there is another way to the second load.
; RUN: %heddle opt --only=reuse_loads -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=reuse_loads -O2 -fno-heddle-once %s | %FileCheck %s --check-prefix=OFF

@s = internal global [256 x i32] undef, section ".heddle.shared", align 4

; OFF-LABEL: define void @again
; OFF-COUNT-2: = load i32
; OFF: ret void
; CHECK-LABEL: define void @again
; CHECK: %x = load i32
; CHECK-NOT: = load i32
; CHECK: ret void
define void @again(i32 %i) {
  %p = getelementptr i32, ptr @s, i32 %i
  %x = load i32, ptr %p, align 4
  %m = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %c = icmp eq i32 %x, 0
  br i1 %c, label %some, label %all
some:
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, 1
  store i32 %z, ptr %p, align 4
  br label %all
all:
  ret void
}

; OFF-LABEL: define void @written
; CHECK-LABEL: define void @written
; CHECK-COUNT-2: = load i32
define void @written(i32 %i) {
  %p = getelementptr i32, ptr @s, i32 %i
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr @s, align 4
  %m = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, 1
  store i32 %z, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @two_meetings
; CHECK-COUNT-2: = load i32
define void @two_meetings(i32 %i) {
  %p = getelementptr i32, ptr @s, i32 %i
  %x = load i32, ptr %p, align 4
  %m = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %n = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, %x
  store i32 %z, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @barrier
; CHECK-COUNT-2: = load i32
define void @barrier(i32 %i) {
  %p = getelementptr i32, ptr @s, i32 %i
  %x = load i32, ptr %p, align 4
  call void @llvm.nvvm.barrier0()
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, %x
  store i32 %z, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @global
; CHECK-COUNT-2: = load i32
define void @global(ptr %p) {
  %x = load i32, ptr %p, align 4
  %m = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, %x
  store i32 %z, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @two_ways
; CHECK-COUNT-2: = load i32
define void @two_ways(i32 %i) {
  %p = getelementptr i32, ptr @s, i32 %i
  %x = load i32, ptr %p, align 4
  %c = icmp eq i32 %x, 0
  br i1 %c, label %some, label %all
some:
  store i32 1, ptr %p, align 4
  br label %all
all:
  %y = load i32, ptr %p, align 4
  %z = add i32 %y, %x
  store i32 %z, ptr @s, align 4
  ret void
}
declare i64 @hd.warp(i32, i32, i64, i32, i32)
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @again, !"kernel", i32 1}
!1 = !{ptr @written, !"kernel", i32 1}
!2 = !{ptr @barrier, !"kernel", i32 1}
!3 = !{ptr @global, !"kernel", i32 1}
!4 = !{ptr @two_ways, !"kernel", i32 1}
!5 = !{ptr @two_meetings, !"kernel", i32 1}
