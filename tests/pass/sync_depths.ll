; sync_warps: meetings say how deep inside of branches they are that only some threads may take;
; branches that all threads take alike do not count. Without any barrier, an element that is found
; in another way than the own one is another thread's.
; RUN: %heddle opt --only=sync_warps -O2 %s | %FileCheck %s

@s = external global [96 x i32], section ".heddle.shared"

; CHECK-LABEL: define void @branch
; CHECK: store i32 %t
; CHECK: call i64 @hd.warp(i32 64, i32 0, i64 1, i32 0, i32 0)
; CHECK-NEXT: %a = load i32
; CHECK: call i64 @hd.warp(i32 64, i32 0, i64 1, i32 0, i32 0)
; CHECK-NEXT: store i32 %a
; CHECK: odd:
; CHECK: call i64 @hd.warp(i32 64, i32 0, i64 1, i32 1, i32 0)
; CHECK-NEXT: %b = load i32
define void @branch(ptr %out, i1 %any) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %own = getelementptr inbounds i32, ptr @s, i64 %i
  %next = getelementptr inbounds i32, ptr %own, i64 1
  br i1 %any, label %some, label %done
some:
  store i32 %t, ptr %own, align 4
  %a = load i32, ptr %next, align 4
  store i32 %a, ptr %own, align 4
  %bit = and i32 %t, 1
  %is = icmp eq i32 %bit, 0
  br i1 %is, label %done, label %odd
odd:
  %b = load i32, ptr %next, align 4
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %b, ptr %q, align 4
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @turned
; CHECK: store i32 %t
; CHECK: call i64 @hd.warp(
; CHECK-NEXT: load i32
define void @turned(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %own = getelementptr inbounds i32, ptr @s, i64 %i
  store i32 %t, ptr %own, align 4
  %low = and i32 %t, 3
  %high = lshr i32 %t, 2
  %row = mul nuw nsw i32 %low, 8
  %at = add nuw nsw i32 %row, %high
  %w = zext nneg i32 %at to i64
  %other = getelementptr inbounds i32, ptr @s, i64 %w
  %a = load i32, ptr %other, align 4
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %a, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @branch, !"kernel", i32 1}
!1 = !{ptr @turned, !"kernel", i32 1}
