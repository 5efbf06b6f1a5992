; lower_lanes: values in a circle that only an undefined one enters are the same for all lanes.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: select i1 %{{.*}}, i8 5, i8
; CHECK-NOT: <8 x i8>
; CHECK: {{"heddle-entry"="k".*"heddle-entry-lanes"="8"}}
define void @k(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %first = phi i1 [ true, %0 ], [ false, %more ]
  %old = phi i8 [ undef, %0 ], [ %new, %more ]
  br i1 %first, label %more, label %other
more:
  %a = load i64, ptr %x, align 8
  %c = icmp sgt i64 %a, 1
  %new = select i1 %c, i8 5, i8 %old
  br i1 %c, label %left, label %loop
other:
  %b = load i8, ptr %x, align 1
  br label %out
left:
  %kept = phi i8 [ %new, %more ]
  br label %out
out:
  %r = phi i8 [ %b, %other ], [ %kept, %left ]
  %w = zext i8 %r to i32
  %s = add i32 %w, %t
  %p = getelementptr inbounds i32, ptr %y, i32 %t
  store i32 %s, ptr %p, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
