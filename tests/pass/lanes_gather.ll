; Elements from all over memory: AVX-512 loads them at once, others lane by lane.
; RUN: %heddle opt -fno-heddle-columns --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=16 --emit=asm %s -o - | %FileCheck --check-prefix=ONE %s
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v3 --lanes=16 --emit=asm %s -o - | %FileCheck --check-prefix=LANES %s
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=4 --emit=asm %s -o - | %FileCheck --check-prefix=FOUR %s

; ONE-LABEL: hd.kernel.look_up:
; ONE: vpgatherdd {{.*}}%zmm
; ONE-LABEL: hd.kernel.put:
; ONE: vpscatterdd %zmm
; ONE-LABEL: hd.kernel.bytes:
; ONE-NOT: vpgatherqd
; ONE: vpgatherdd {{.*}}4), %zmm
; ONE-LABEL: hd.kernel.tile:
; ONE-NOT: vpgatherqd
; ONE: vpgatherdd {{.*}}%zmm
; ONE-LABEL: hd.kernel.column:
; ONE: vpgatherdd {{.*}}%zmm
; ONE-NOT: vpscatterdd
; ONE: vpgatherdd {{.*}}%zmm
; ONE: vpscatterdd %zmm
; ONE-LABEL: hd.kernel.some:
; ONE: vpgatherdd {{.*}}%zmm
; ONE: vpscatterdd %zmm
; FOUR-LABEL: hd.kernel.bytes:
; FOUR: vpgather
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

; out[i] = table[in[i]], of bytes
define void @bytes(ptr %out, ptr %in, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %k = load i32, ptr %from, align 4
  %k64 = sext i32 %k to i64
  %at = getelementptr i8, ptr %table, i64 %k64
  %x = load i8, ptr %at, align 1
  %to = getelementptr i8, ptr %out, i64 %i
  store i8 %x, ptr %to, align 1
  ret void
}

@s = internal addrspace(3) global [16 x [17 x i32]] undef

; out[i] = s[in[i]][in[i + 1]]
define void @tile(ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %next = getelementptr i8, ptr %from, i64 4
  %r = load i32, ptr %from, align 4
  %c = load i32, ptr %next, align 4
  %r64 = sext i32 %r to i64
  %c64 = sext i32 %c to i64
  %at = getelementptr [16 x [17 x i32]], ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 0, i64 %r64, i64 %c64
  %x = load i32, ptr %at, align 4
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %x, ptr %to, align 4
  ret void
}

; out[17 * i] = table[17 * i]: a stride is read at once, and written lane by lane; at the end
; of a row it is written at once, too
define void @column(ptr %out, ptr %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %far = mul nuw nsw i64 %i, 17
  %from = getelementptr i32, ptr %table, i64 %far
  %x = load i32, ptr %from, align 4
  %to = getelementptr i32, ptr %out, i64 %far
  store i32 %x, ptr %to, align 4
  ret void
}

; if (in[i] > 0) table[17 * i] += in[i]: strides, too, where each lane has to be asked
define void @some(ptr %table, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %from, align 4
  %is = icmp sgt i32 %x, 0
  br i1 %is, label %add, label %end
add:
  %far = mul nuw nsw i64 %i, 17
  %at = getelementptr i32, ptr %table, i64 %far
  %old = load i32, ptr %at, align 4
  %new = add i32 %old, %x
  store i32 %new, ptr %at, align 4
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @look_up, !"kernel", i32 1}
!1 = !{ptr @put, !"kernel", i32 1}
!2 = !{ptr @bytes, !"kernel", i32 1}
!3 = !{ptr @tile, !"kernel", i32 1}
!4 = !{ptr @some, !"kernel", i32 1}
!5 = !{ptr @column, !"kernel", i32 1}
