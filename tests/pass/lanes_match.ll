; Who has the same value in a warp: digits are compared as bytes, which AArch64 puts into words
; bit by bit, and others have as bits at once.
; RUN: %heddle opt --library=none --target=aarch64-linux-gnu --lanes=32 --emit=asm %s -o - | %FileCheck --check-prefix=ARM %s
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v3 --lanes=32 --emit=asm %s -o - | %FileCheck --check-prefix=X86 %s

; ARM-LABEL: hd.kernel.digits:
; ARM-NOT: hd_abi_warp_vector
; ARM: sri v{{.*}}.16b, v{{.*}}.16b, #7
; ARM-NOT: hd_abi_warp_vector
; ARM: zip2 v{{.*}}.8h
; ARM-LABEL: hd.kernel.words:
; ARM: sri v{{.*}}.4s, v{{.*}}.4s, #31
; X86-LABEL: hd.kernel.digits:
; X86: vpcmpeqb
; X86: vpmovmskb
define void @digits(ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %p, align 4
  %d = and i32 %x, 255
  %w = zext i32 %d to i64
  %r = call i64 @hd.warp(i32 9, i32 -1, i64 %w, i32 8, i32 0)
  %s = trunc i64 %r to i32
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %q, align 4
  ret void
}

define void @words(ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %p, align 4
  %w = zext i32 %x to i64
  %r = call i64 @hd.warp(i32 9, i32 -1, i64 %w, i32 0, i32 0)
  %s = trunc i64 %r to i32
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %q, align 4
  ret void
}
declare i64 @hd.warp(i32, i32, i64, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @digits, !"kernel", i32 1}
!1 = !{ptr @words, !"kernel", i32 1}
