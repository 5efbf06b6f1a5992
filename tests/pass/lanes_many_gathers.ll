; A loop that reads three members of structs from all over memory has as many lanes as a register
; of AVX-512; one that reads a single number has twice as many.
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --only=lower_lanes -O2 %s | %FileCheck %s

; CHECK-DAG: {{"heddle-entry"="three".*"heddle-entry-lanes"="16"}}
; CHECK-DAG: {{"heddle-entry"="one".*"heddle-entry-lanes"="32"}}
define void @three(ptr %out, ptr %list, ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext nneg i32 %t to i64
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %all, %loop ]
  %row = mul i32 %k, %n
  %i = add i32 %row, %t
  %i64 = sext i32 %i to i64
  %at = getelementptr i32, ptr %list, i64 %i64
  %which = load i32, ptr %at, align 4
  %w64 = sext i32 %which to i64
  %x = getelementptr {float, float, float, float}, ptr %p, i64 %w64
  %y = getelementptr {float, float, float, float}, ptr %p, i64 %w64, i32 1
  %z = getelementptr {float, float, float, float}, ptr %p, i64 %w64, i32 2
  %a = load float, ptr %x, align 16
  %b = load float, ptr %y, align 4
  %c = load float, ptr %z, align 8
  %ab = fmul float %a, %b
  %abc = fmul float %ab, %c
  %all = fadd float %sum, %abc
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr float, ptr %out, i64 %t64
  store float %all, ptr %o, align 4
  ret void
}

define void @one(ptr %out, ptr %list, ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext nneg i32 %t to i64
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %all, %loop ]
  %row = mul i32 %k, %n
  %i = add i32 %row, %t
  %i64 = sext i32 %i to i64
  %at = getelementptr i32, ptr %list, i64 %i64
  %which = load i32, ptr %at, align 4
  %w64 = sext i32 %which to i64
  %x = getelementptr float, ptr %p, i64 %w64
  %a = load float, ptr %x, align 4
  %all = fadd float %sum, %a
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr float, ptr %out, i64 %t64
  store float %all, ptr %o, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @three, !"kernel", i32 1}
!1 = !{ptr @one, !"kernel", i32 1}
