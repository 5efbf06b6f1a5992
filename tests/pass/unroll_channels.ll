; unroll_loops: loops over channels that lie in each other become straight code; not those that go
; along a row.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O2 -fno-heddle-channels %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define void @colours
; CHECK-NOT: phi
; CHECK-COUNT-3: store i8
; CHECK: ret void
; OFF-LABEL: define void @colours
; OFF: phi
; OFF: ret void
define void @colours(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %t, 3
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %n, %loop ]
  %at = add nsw i32 %i, %c
  %w = sext i32 %at to i64
  %p = getelementptr inbounds i8, ptr %x, i64 %w
  %v = load i8, ptr %p, align 1
  %q = getelementptr inbounds i8, ptr %y, i64 %w
  store i8 %v, ptr %q, align 1
  %n = add nuw nsw i32 %c, 1
  %more = icmp ult i32 %n, 3
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @row
; CHECK: phi
; CHECK: ret void
define void @row(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %n, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.1, %loop ]
  %at = add nsw i32 %t, %c
  %w = sext i32 %at to i64
  %p = getelementptr inbounds i8, ptr %x, i64 %w
  %v = load i8, ptr %p, align 1
  %s.1 = add i8 %s, %v
  %n = add nuw nsw i32 %c, 1
  %more = icmp ult i32 %n, 3
  br i1 %more, label %loop, label %done
done:
  %to = sext i32 %t to i64
  %q = getelementptr inbounds i8, ptr %y, i64 %to
  store i8 %s.1, ptr %q, align 1
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @colours, !"kernel", i32 1}
!1 = !{ptr @row, !"kernel", i32 1}
