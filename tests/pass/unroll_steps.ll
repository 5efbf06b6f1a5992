; unroll_steps: a short loop with a barrier becomes straight code; longer ones, those whose
; number of rounds is not known, and loops without barriers stay as they are.
; RUN: %heddle opt --only=unroll_steps -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_steps -O1 %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define void @halves
; CHECK-COUNT-3: call void @llvm.nvvm.barrier0()
; CHECK-NOT: call void @llvm.nvvm.barrier0()
; CHECK: ret void
; OFF-LABEL: define void @halves
; OFF-COUNT-1: call void @llvm.nvvm.barrier0()
; OFF-NOT: call void @llvm.nvvm.barrier0()
; OFF: ret void
define void @halves(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 4, %0 ], [ %half, %next ]
  %c = icmp slt i32 %t, %k
  br i1 %c, label %add, label %next
add:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %k, ptr %a, align 4
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %k, 1
  %more = icmp ugt i32 %k, 1
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @many
; CHECK: loop:
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK-NOT: call void @llvm.nvvm.barrier0()
; CHECK: ret void
define void @many(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %n, %loop ]
  %a = getelementptr i32, ptr %p, i32 %t
  store volatile i32 %k, ptr %a, align 4
  call void @llvm.nvvm.barrier0()
  %n = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @unknown
; CHECK: loop:
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK-NOT: call void @llvm.nvvm.barrier0()
; CHECK: ret void
define void @unknown(ptr %p, i32 %to) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %n, %loop ]
  %a = getelementptr i32, ptr %p, i32 %t
  store volatile i32 %k, ptr %a, align 4
  call void @llvm.nvvm.barrier0()
  %n = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %n, %to
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @plain
; CHECK: loop:
; CHECK: store volatile i32
; CHECK-NOT: store volatile i32
; CHECK: ret void
define void @plain(ptr %p) {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %n, %loop ]
  store volatile i32 %k, ptr %p, align 4
  %n = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %n, 4
  br i1 %more, label %loop, label %steps
steps:
  %j = phi i32 [ 0, %loop ], [ %i, %steps ]
  store i32 %j, ptr %p, align 4
  call void @llvm.nvvm.barrier0()
  %i = add nuw nsw i32 %j, 1
  %again = icmp ult i32 %i, 2
  br i1 %again, label %steps, label %done
done:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
