; The plan: which branches lanes may disagree on, which nodes have a mask, and that a loop
; whose rounds differ from lane to lane is linearised; uniform branches stay branches.
; RUN: %heddle opt --only=lower_lanes --print=plan --lanes=8 --library=none --target=x86_64-linux-gnu %s | %FileCheck %s

; CHECK: kernel k, any block: 8 lanes
; CHECK-NEXT: region 0: n0 n1 n2 n3 n4 n5; linearised: n[[ENTRY:[0-9]+]] n[[LOOP:[0-9]+]]; partial: n[[THEN:[0-9]+]] n[[LOOP]]
; CHECK: n[[ENTRY]] entry:
; CHECK: divergent br i1 %c, label %then
; CHECK: n[[THEN]] then:
; CHECK: uniform %f = icmp
; CHECK: uniform br i1 %f, label %far
; CHECK: n[[LOOP]] loop:
; CHECK: uniform %r = phi
; CHECK: vector %go = icmp
; CHECK: divergent br i1 %go, label %loop
define void @k(ptr %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %x, i64 %i
  %v = load i32, ptr %p, align 4
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %then, label %join
then:
  store i32 7, ptr %p, align 4
  br label %join
join:
  %f = icmp sgt i32 %n, 3
  br i1 %f, label %far, label %loop
far:
  store i32 8, ptr %x, align 4
  br label %loop
loop:
  %r = phi i32 [0, %join], [0, %far], [%next, %loop]
  %next = add nuw nsw i32 %r, 1
  %go = icmp slt i32 %next, %v
  br i1 %go, label %loop, label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
