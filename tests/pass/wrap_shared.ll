; wrap_shared: unsigned indices of shared memory that count backwards are negative; those of other
; memory, and those that cannot be below zero, stay as they are.
; RUN: %heddle opt --only=wrap_shared -O2 %s | %FileCheck %s

@s = external global [64 x float], section ".heddle.shared"

; CHECK-LABEL: define void @back
; CHECK: %back = sext i32 %b to i64
; CHECK-NEXT: getelementptr inbounds float, ptr %middle, i64 %back
; CHECK: sext i32 %not to i64
; CHECK: getelementptr inbounds float, ptr %x, i64 %i
; CHECK: getelementptr inbounds float, ptr %middle, i64 %k
define void @back(ptr %x, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %middle = getelementptr inbounds float, ptr @s, i64 32
  %b = sub i32 %t, %n
  %i = zext i32 %b to i64
  %p = getelementptr inbounds float, ptr %middle, i64 %i
  %not = xor i32 %t, -1
  %j = zext i32 %not to i64
  %q = getelementptr inbounds float, ptr %middle, i64 %j
  %r = getelementptr inbounds float, ptr %x, i64 %i
  %c = sub nuw i32 %t, %n
  %k = zext i32 %c to i64
  %o = getelementptr inbounds float, ptr %middle, i64 %k
  %a = load float, ptr %p, align 4
  store float %a, ptr %q, align 4
  %d = load float, ptr %r, align 4
  store float %d, ptr %o, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @back, !"kernel", i32 1}
