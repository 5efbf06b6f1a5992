; A loop in which each lane goes along a row of its own has half as many lanes as one in which
; lanes lie side by side.
; RUN: %heddle opt --library=none --target=aarch64-linux-gnu --only=lower_lanes -O2 %s | %FileCheck %s

; CHECK-DAG: {{"heddle-entry"="rows".*"heddle-entry-lanes"="8"}}
; CHECK-DAG: {{"heddle-entry"="columns".*"heddle-entry-lanes"="16"}}
define void @rows(ptr %out, ptr %in, ptr %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext nneg i32 %t to i64
  %row = mul i32 %t, %n
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %all, %loop ]
  %i = add i32 %row, %k
  %i64 = sext i32 %i to i64
  %at = getelementptr float, ptr %in, i64 %i64
  %a = load float, ptr %at, align 4
  %k64 = zext i32 %k to i64
  %with = getelementptr float, ptr %x, i64 %k64
  %b = load float, ptr %with, align 4
  %ab = fmul float %a, %b
  %all = fadd float %sum, %ab
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr float, ptr %out, i64 %t64
  store float %all, ptr %o, align 4
  ret void
}

define void @columns(ptr %out, ptr %in, ptr %x, i32 %n) {
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
  %at = getelementptr float, ptr %in, i64 %i64
  %a = load float, ptr %at, align 4
  %k64 = zext i32 %k to i64
  %with = getelementptr float, ptr %x, i64 %k64
  %b = load float, ptr %with, align 4
  %ab = fmul float %a, %b
  %all = fadd float %sum, %ab
  %next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr float, ptr %out, i64 %t64
  store float %all, ptr %o, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @rows, !"kernel", i32 1}
!1 = !{ptr @columns, !"kernel", i32 1}
