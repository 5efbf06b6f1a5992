; exit_threads: where PTX ends a thread its kernel returns, and runs on where it does not.
; RUN: %heddle opt --only=exit_threads %s | %FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: br i1 %late, label %gone, label %stays
; CHECK: gone:
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: ret void
; CHECK: stays:
; CHECK-NEXT: store i32 2, ptr %p
; CHECK-NEXT: ret void
; CHECK-NOT: hd.exit
define void @k(ptr %p, i32 %n) {
entry:
  %late = icmp sgt i32 %n, 3
  br i1 %late, label %gone, label %stays
gone:
  store i32 1, ptr %p
  call void @hd.exit()
  unreachable
stays:
  store i32 2, ptr %p
  ret void
}

declare void @hd.exit() noreturn

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
