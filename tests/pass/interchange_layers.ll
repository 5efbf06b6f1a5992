; interchange_layers: a loop through layers of memory gets a barrier between its rounds, and computes
; its index anew, if layers are far apart and rows long; beside it stands the loop as it was.
; Loops that carry much for what they read, are short, that threads leave one by one, or that not
; all come to stay alone; those who have returned do not count. Where the program says how long
; rows are, there is a version for that, which does not ask. Not on x86-64.
; RUN: %heddle opt -O2 --target=aarch64-linux-gnu --only=interchange_layers --library=none %s | %FileCheck %s
; RUN: %heddle opt -O1 --target=aarch64-linux-gnu --only=interchange_layers --library=none %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt -O2 --target=x86_64-linux-gnu --only=interchange_layers --library=none %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt -O2 -fno-heddle-layers --target=aarch64-linux-gnu --only=interchange_layers --library=none %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: call void @hd.barrier()

; CHECK-LABEL: define void @layers(
; CHECK: icmp uge i32 {{.*}}, 64
; CHECK: icmp uge i64 {{.*}}, 4096
; CHECK: loop:
; CHECK: [[R:%.*]] = phi i32
; CHECK-NOT: phi i32 [ %t
; CHECK: [[D:%.*]] = mul i32 [[R]], %layer
; CHECK: add i32 %t, [[D]]
; CHECK-NOT: call void @hd.barrier()
; CHECK: phi i32 {{.*}}[ %t,
; CHECK: call void @hd.barrier()
; CHECK-NEXT: br label %loop
; CHECK: }
define void @layers(ptr %a, ptr %b, ptr %to, i32 %layer, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %out = icmp sge i32 %t, %n
  br i1 %out, label %done, label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k1, %loop ]
  %c = phi i32 [ %t, %before ], [ %c1, %loop ]
  %sum = phi i32 [ 0, %before ], [ %sum1, %loop ]
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %sum1 = add i32 %x, %y
  %s = add i32 %sum, %sum1
  %r = getelementptr i32, ptr %to, i64 %w
  store i32 %s, ptr %r
  %k1 = add i32 %k, 1
  %c1 = add i32 %c, %layer
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @carries(
; CHECK-NOT: call void @hd.barrier()
; CHECK: }
define void @carries(ptr %a, ptr %b, ptr %d, ptr %to, i32 %layer, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %c = phi i32 [ %t, %entry ], [ %c1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %odd = phi i32 [ 0, %entry ], [ %odd1, %loop ]
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %o = getelementptr i32, ptr %d, i64 %w
  %z = load i32, ptr %o
  %xy = mul i32 %x, %y
  %sum1 = add i32 %sum, %xy
  %odd1 = xor i32 %odd, %z
  %k1 = add i32 %k, 1
  %c1 = add i32 %c, %layer
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %all = phi i32 [ %sum1, %loop ]
  %bits = phi i32 [ %odd1, %loop ]
  %both = add i32 %all, %bits
  %u = sext i32 %t to i64
  %r = getelementptr i32, ptr %to, i64 %u
  store i32 %both, ptr %r
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK-NOT: call void @hd.barrier()
; CHECK: }
define void @few(ptr %a, ptr %b, ptr %to, i32 %layer) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %d = mul i32 %k, %layer
  %c = add i32 %t, %d
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr %to, i64 %w
  store i32 %s, ptr %r
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @one_by_one(
; CHECK-NOT: call void @hd.barrier()
; CHECK: }
define void @one_by_one(ptr %a, ptr %b, ptr %to, i32 %layer, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %c = phi i32 [ %t, %entry ], [ %c1, %loop ]
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr %to, i64 %w
  store i32 %s, ptr %r
  %c1 = add i32 %c, %layer
  %more = icmp slt i32 %c1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @some_come(
; CHECK-NOT: call void @hd.barrier()
; CHECK: }
define void @some_come(ptr %a, ptr %b, ptr %to, i32 %layer, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %out = icmp sge i32 %t, %n
  br i1 %out, label %done, label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k1, %loop ]
  %c = phi i32 [ %t, %before ], [ %c1, %loop ]
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr %to, i64 %w
  store i32 %s, ptr %r
  %k1 = add i32 %k, 1
  %c1 = add i32 %c, %layer
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  br label %done
done:
  store i32 1, ptr %to
  ret void
}

; CHECK-LABEL: define void @rows(
; CHECK: icmp uge i32 {{.*}}, 64
; CHECK: call void @hd.barrier()
; CHECK: }
define void @rows(ptr %a, ptr %b, ptr %to, i32 %layer, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul i32 %v, %d
  %i = add i32 %row, %t
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %c = phi i32 [ %i, %entry ], [ %c1, %loop ]
  %w = sext i32 %c to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %w
  %y = load i32, ptr %q
  %s = add i32 %x, %y
  %r = getelementptr i32, ptr %to, i64 %w
  store i32 %s, ptr %r
  %k1 = add i32 %k, 1
  %c1 = add i32 %c, %layer
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @rows.known(
; CHECK-NOT: @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: call void @hd.barrier()
; CHECK: }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

attributes #0 = { "heddle-block"="64,4,1" }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @layers, !"kernel", i32 1}
!1 = !{ptr @carries, !"kernel", i32 1}
!2 = !{ptr @one_by_one, !"kernel", i32 1}
!3 = !{ptr @some_come, !"kernel", i32 1}
!4 = !{ptr @few, !"kernel", i32 1}
!5 = !{ptr @rows, !"kernel", i32 1}
