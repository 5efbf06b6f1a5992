; Elements from all over memory: AVX-512 loads them at once, others lane by lane.
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=16 --emit=asm %s -o - | %FileCheck --check-prefix=ONE %s
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v3 --lanes=16 --emit=asm %s -o - | %FileCheck --check-prefix=LANES %s

; ONE-LABEL: hd.kernel.look_up:
; ONE: vpgatherdd {{.*}}%zmm
; ONE-LABEL: hd.kernel.put:
; ONE: vpscatterdd %zmm
; LANES-LABEL: hd.kernel.look_up:
; LANES-NOT: vpgather
; LANES: vpinsrd
; LANES-NOT: vpscatter

; out[i] = table[in[i]]
define void @look_up(ptr %out, ptr %in, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %from, align 4
  %k64 = sext i32 %k to i64
  %at = getelementptr i32, ptr %table, i64 %k64
  %x = load i32, ptr %at, align 4
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %x, ptr %to, align 4
  ret void
}


; out[in[i]] = i
define void @put(ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %from, align 4
  %k64 = sext i32 %k to i64
  %to = getelementptr i32, ptr %out, i64 %k64
  store i32 %t, ptr %to, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @look_up, !"kernel", i32 1}
!1 = !{ptr @put, !"kernel", i32 1}
