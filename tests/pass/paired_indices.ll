; Indices of lanes that are all over memory are taken out of vectors two at a time, on AArch64.
; RUN: %heddle opt --library=none --target=aarch64-linux-gnu --lanes=16 --emit=asm %s -o - | %FileCheck %s
; RUN: %heddle opt --library=none -fno-heddle-indices --target=aarch64-linux-gnu --lanes=16 --emit=asm %s -o - | %FileCheck %s --check-prefix=OFF

; OFF: mov w{{[0-9]+}}, v{{[0-9]+}}.s[3]
; CHECK-LABEL: hd.kernel.look_up:
; CHECK: mov x[[P:[0-9]+]], v{{[0-9]+}}.d[1]
; CHECK: asr x{{[0-9]+}}, x{{[0-9]+}}, #32
; CHECK-NOT: mov w{{[0-9]+}}, v{{[0-9]+}}.s[3]
; CHECK: ret

; out[i] = table[in[i]]
define void @look_up(ptr %out, ptr %in, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = mul i32 %b, 256
  %x = add i32 %n, %t
  %i = zext i32 %x to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %from, align 4
  %k64 = sext i32 %k to i64
  %at = getelementptr i32, ptr %table, i64 %k64
  %v = load i32, ptr %at, align 4
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %to, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @look_up, !"kernel", i32 1}
