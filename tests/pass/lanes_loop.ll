; lower_lanes with 4 lanes: in a loop that each lane leaves in its own iteration the counter
; stays one scalar, and what leaves the loop is blended. Who leaves when is not taken down: all
; who came in are there when the loop has ended. The first and the last lane tell that it has,
; without a look at the mask.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 %s | %FileCheck %s

; CHECK-LABEL: @hd.kernel.k
; CHECK: r0.n0{{.*}} ; preds = %slow
; CHECK: %next{{.*}} = add i32 %{{.*}}, 3
; CHECK: %mask{{.*}} = select <4 x i1>
; CHECK: %monotone{{.*}} = icmp
; CHECK: br i1 %{{.*}}, label %[[OVER:edge.*]], label %mixed
; CHECK: call i1 @llvm.vector.reduce.or.v4i1
; CHECK-NEXT: br i1 %{{.*}}, label %{{.*}}, label %[[EXIT:loop.exit.*]]
; CHECK: store <4 x i1> %{{.*}}, ptr %came
; CHECK: [[OVER]]:
; CHECK: %blend{{.*}} = select <4 x i1>
; CHECK: br label %[[EXIT]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: %came{{.*}} = load <4 x i1>, ptr %came
define void @k(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %j, 3
  %more = icmp slt i32 %next, %t
  br i1 %more, label %loop, label %done
done:
  %last = phi i32 [ %next, %loop ]
  %w = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %w
  store i32 %last, ptr %p
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
