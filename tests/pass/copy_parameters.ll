; copy_parameters: a struct parameter that is written is a copy; one that is read is not.
; RUN: %heddle opt --only=copy_parameters --paranoid %s | %FileCheck %s
%S = type { i32, i32 }

; CHECK-LABEL: @writes
; CHECK: %own = alloca %S
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 16 %own, ptr align 1 %s, i64 8
; CHECK: store i32 1, ptr %own
define void @writes(ptr byval(%S) %s) {
  store i32 1, ptr %s
  ret void
}

; CHECK-LABEL: @reads
; CHECK-NOT: alloca
; CHECK: load i32, ptr %p
define void @reads(ptr byval(%S) %s, ptr %out) {
  %p = getelementptr %S, ptr %s, i32 0, i32 1
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @writes, !"kernel", i32 1}
!1 = !{ptr @reads, !"kernel", i32 1}
