; hoist_loops: the sum that every thread takes becomes a function of the kernel's
; parameters, and nothing of the loop is left; with an atomic in the kernel, all stays.
; RUN: %heddle opt -O2 --only=hoist_loops %s | %FileCheck %s

; CHECK-LABEL: define void @normalize(
; CHECK-NOT: phi
; CHECK: [[L:%.*]] = call { float } @hd.launch.normalize(ptr %out, ptr %in, i32 %n)
; CHECK: [[T:%.*]] = extractvalue { float } [[L]], 0
; CHECK: fdiv float %mine, [[T]]
define void @normalize(ptr %out, ptr %in, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %total = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done

body:
  %i64 = sext i32 %i to i64
  %p = getelementptr float, ptr %in, i64 %i64
  %v = load float, ptr %p
  %more = fadd float %total, %v
  %next = add i32 %i, 1
  br label %head

done:
  %q = getelementptr float, ptr %in, i64 %wide
  %mine = load float, ptr %q
  %part = fdiv float %mine, %total
  %to = getelementptr float, ptr %out, i64 %wide
  store float %part, ptr %to
  ret void
}

; CHECK-LABEL: define void @takes_numbers(
; CHECK-NOT: hd.launch
; CHECK: ret void
define void @takes_numbers(ptr %out, ptr %in, i32 %n) {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 1
  %v = load volatile i32, ptr %in
  %c = icmp slt i32 %next, %n
  br i1 %c, label %head, label %done

done:
  %old = atomicrmw add ptr %out, i32 %i seq_cst
  ret void
}

; CHECK-LABEL: define internal { float } @hd.launch.normalize(
; CHECK: phi float
; CHECK: insertvalue { float }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @normalize, !"kernel", i32 1}
!1 = !{ptr @takes_numbers, !"kernel", i32 1}
