; lower_lanes: threads that have returned count as arrived; the others go on together.
; RUN: %heddle opt --only=lower_lanes %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: %returned = icmp eq i32 {{.*}}, -1
; CHECK-NEXT: br i1 %returned, label %group.next{{.*}}, label %alive
; CHECK: {{"heddle-entry"="k".*"heddle-entry-flags"="1"}}
define void @k(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sge i32 %t, %n
  br i1 %c, label %gone, label %go
gone:
  ret void
go:
  call void @llvm.nvvm.barrier0()
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %t, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() convergent
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
