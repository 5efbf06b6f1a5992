; unroll_loops: a short loop with a barrier, of the block or of the warp, becomes straight code;
; longer ones, those whose number of rounds is not known, and loops without barriers stay as
; they are.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O1 %s | %FileCheck %s --check-prefix=OFF

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

; A warp's sum: amounts by which lanes shuffle are known then.
; CHECK-LABEL: define void @shuffles
; CHECK: call i64 @hd.warp(i32 3, i32 -1, i64 %{{.*}}, i32 16, i32 31)
; CHECK: call i64 @hd.warp(i32 3, i32 -1, i64 %{{.*}}, i32 8, i32 31)
; CHECK: call i64 @hd.warp(i32 3, i32 -1, i64 %{{.*}}, i32 4, i32 31)
; CHECK: call i64 @hd.warp(i32 3, i32 -1, i64 %{{.*}}, i32 2, i32 31)
; CHECK: call i64 @hd.warp(i32 3, i32 -1, i64 %{{.*}}, i32 1, i32 31)
define void @shuffles(ptr %p, i32 %v) {
  br label %loop
loop:
  %k = phi i32 [ 16, %0 ], [ %half, %loop ]
  %sum = phi i32 [ %v, %0 ], [ %more, %loop ]
  %wide = zext i32 %sum to i64
  %r = call i64 @hd.warp(i32 3, i32 -1, i64 %wide, i32 %k, i32 31)
  %other = trunc i64 %r to i32
  %more = add i32 %sum, %other
  %half = lshr i32 %k, 1
  %last = icmp ult i32 %k, 2
  br i1 %last, label %done, label %loop
done:
  store i32 %more, ptr %p, align 4
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
declare i64 @hd.warp(i32, i32, i64, i32, i32)
