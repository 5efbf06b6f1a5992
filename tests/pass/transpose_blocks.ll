; transpose_blocks: threads that are neighbours in memory along y have x and y exchanged. Not those
; that already lie along x, not where several threads write one element, and not with atomics.
; RUN: %heddle opt -O2 --only=transpose_blocks --library=none %s | %FileCheck %s

; CHECK-LABEL: define void @down(
; CHECK-SAME: [[DOWN:#[0-9]+]]
; CHECK: %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK: %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
; CHECK: %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
; CHECK: %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @down(ptr %a, ptr %c, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %s = mul i32 %b, %w
  %i = add i32 %s, %x
  %r = mul i32 %i, %n
  %at = add i32 %r, %y
  %at64 = sext i32 %at to i64
  %pa = getelementptr float, ptr %a, i64 %at64
  %v = load float, ptr %pa, align 4
  %pc = getelementptr float, ptr %c, i64 %at64
  store float %v, ptr %pc, align 4
  ret void
}

; CHECK-LABEL: define void @along(
; CHECK: %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @along(ptr %a, ptr %c, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = mul i32 %y, %n
  %at = add i32 %r, %x
  %at64 = sext i32 %at to i64
  %pa = getelementptr float, ptr %a, i64 %at64
  %v = load float, ptr %pa, align 4
  %pc = getelementptr float, ptr %c, i64 %at64
  store float %v, ptr %pc, align 4
  ret void
}

; All x write what y says.
; CHECK-LABEL: define void @same(
; CHECK: %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @same(ptr %a, ptr %c, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = mul i32 %x, %n
  %at = add i32 %r, %y
  %at64 = sext i32 %at to i64
  %pa = getelementptr float, ptr %a, i64 %at64
  %v = load float, ptr %pa, align 4
  %y64 = sext i32 %y to i64
  %pc = getelementptr float, ptr %c, i64 %y64
  store float %v, ptr %pc, align 4
  ret void
}

; CHECK-LABEL: define void @count(
; CHECK: %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @count(ptr %a, ptr %c, i32 %n) #0 {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = mul i32 %x, %n
  %at = add i32 %r, %y
  %at64 = sext i32 %at to i64
  %pa = getelementptr i32, ptr %a, i64 %at64
  %v = load i32, ptr %pa, align 4
  %old = atomicrmw add ptr %c, i32 %v monotonic
  ret void
}

; CHECK: attributes [[DOWN]] = {{.*}}"heddle-block"="8,32,1"{{.*}}"heddle-turned"="y"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

attributes #0 = { "heddle-block"="32,8,1" }

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @down, !"kernel", i32 1}
!1 = !{ptr @along, !"kernel", i32 1}
!2 = !{ptr @same, !"kernel", i32 1}
!3 = !{ptr @count, !"kernel", i32 1}
