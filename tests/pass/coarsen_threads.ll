; coarsen_threads: four rows of a block of 8x4 threads that read the same elements of %b in a loop are
; one; where y < n does not hold for all of them, or for none, they come one after the other. A
; loop whose length depends on y stays as it is, and so does one in which each row reads its own.
; RUN: %heddle opt -O2 --only=coarsen_threads --library=none %s | %FileCheck %s

; CHECK-NOT: @own.known
; CHECK-NOT: @long.known
; CHECK-LABEL: define void @product.known(
; CHECK-SAME: [[ATTR:#[0-9]+]]
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof
; CHECK-DAG: icmp eq i32 [[ROW:%.*]], 4
; CHECK-DAG: [[ROW]] = add {{.*}}, 1
; CHECK-DAG: phi float
; CHECK-DAG: phi float
; CHECK-DAG: phi float
; CHECK-DAG: phi float
; CHECK-DAG: phi float
; CHECK-DAG: attributes [[ATTR]] = {{.*}}"heddle-rows"="4"
define void @product(ptr %a, ptr %b, ptr %c, i32 %n) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %first, label %done
first:
  %row = mul i32 %y, %n
  br label %loop
loop:
  %k = phi i32 [ 0, %first ], [ %next, %loop ]
  %sum = phi float [ 0.0, %first ], [ %all, %loop ]
  %i = add i32 %row, %k
  %i64 = sext i32 %i to i64
  %pa = getelementptr float, ptr %a, i64 %i64
  %va = load float, ptr %pa, align 4
  %down = mul i32 %k, %n
  %j = add i32 %down, %x
  %j64 = sext i32 %j to i64
  %pb = getelementptr float, ptr %b, i64 %j64
  %vb = load float, ptr %pb, align 4
  %ab = fmul float %va, %vb
  %all = fadd float %sum, %ab
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %last
last:
  %o = add i32 %row, %x
  %o64 = sext i32 %o to i64
  %pc = getelementptr float, ptr %c, i64 %o64
  store float %all, ptr %pc, align 4
  br label %done
done:
  ret void
}

define void @own(ptr %b, ptr %c, i32 %n) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %all, %loop ]
  %row = add i32 %k, %y
  %down = mul i32 %row, %n
  %j = add i32 %down, %x
  %j64 = sext i32 %j to i64
  %pb = getelementptr float, ptr %b, i64 %j64
  %vb = load float, ptr %pb, align 4
  %all = fadd float %sum, %vb
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %last
last:
  %up = shl i32 %y, 3
  %o = add i32 %up, %x
  %o64 = sext i32 %o to i64
  %pc = getelementptr float, ptr %c, i64 %o64
  store float %all, ptr %pc, align 4
  ret void
}

define void @long(ptr %b, ptr %c, i32 %n) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %all, %loop ]
  %down = mul i32 %k, %n
  %j = add i32 %down, %x
  %j64 = sext i32 %j to i64
  %pb = getelementptr float, ptr %b, i64 %j64
  %vb = load float, ptr %pb, align 4
  %all = fadd float %sum, %vb
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k, %y
  br i1 %more, label %loop, label %last
last:
  %up = shl i32 %y, 3
  %o = add i32 %up, %x
  %o64 = sext i32 %o to i64
  %pc = getelementptr float, ptr %c, i64 %o64
  store float %all, ptr %pc, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

attributes #0 = { "heddle-block"="8,4,1" }

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @product, !"kernel", i32 1}
!1 = !{ptr @own, !"kernel", i32 1}
!2 = !{ptr @long, !"kernel", i32 1}
