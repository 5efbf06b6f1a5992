; lower_lanes: barriers under a condition that threads disagree on: each group has its own
; continuation and the block steps them. Under one they agree on, it has none.
; RUN: %heddle opt --only=lower_lanes %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.apart
; CHECK: step:
; CHECK: switch i32 %state{{.*}}, label %group.next [
; CHECK-NEXT: i32 0, label %region0
; CHECK-NEXT: i32 1, label %region1
; CHECK-NEXT: i32 2, label %region2
define void @apart(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 32
  br i1 %c, label %low, label %high
low:
  call void @llvm.nvvm.barrier0()
  br label %done
high:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  store i32 %t, ptr %out
  ret void
}

; CHECK-LABEL: @hd.kernel.together
; CHECK: {{"heddle-entry"="apart".*"heddle-entry-flags"="5"}}
; CHECK: {{"heddle-entry"="together".*"heddle-entry-flags"="1"}}
define void @together(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %n, 32
  br i1 %c, label %low, label %high
low:
  call void @llvm.nvvm.barrier0()
  br label %done
high:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  store i32 %t, ptr %out
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() convergent
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @apart, !"kernel", i32 1}
!1 = !{ptr @together, !"kernel", i32 1}
