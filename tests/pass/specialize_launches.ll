; specialize_launches: a kernel with barriers gets a second version, in which the shape of the
; block is known; one without does not.
; RUN: %heddle opt --only=specialize_launches %s | %FileCheck %s

; CHECK-LABEL: define void @k(ptr %out)
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-LABEL: define void @free(ptr %out)
; CHECK-NOT: @free.known
; CHECK-LABEL: define void @k.known(ptr %{{.*}})
; CHECK-NOT: ntid
; CHECK-NOT: tid.y
; CHECK: [[T:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[S:%.*]] = phi i32 [ 64, %{{.*}} ], [ [[N:%.*]], %{{.*}} ]
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: [[N]] = lshr i32 [[S]], 1
; CHECK: add i32 [[T]], 0
define void @k(ptr %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop

loop:
  %s = phi i32 [ %n, %entry ], [ %half, %loop ]
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %s, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %loop, label %done

done:
  %sum = add i32 %t, %y
  %p = getelementptr i32, ptr %out, i32 %sum
  store i32 %half, ptr %p
  ret void
}

define void @free(ptr %out) #0 {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %n, ptr %out
  ret void
}

attributes #0 = { "heddle-block"="64,1,1" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @free, !"kernel", i32 1}
