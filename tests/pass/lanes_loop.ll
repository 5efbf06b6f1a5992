; lower_lanes with 4 lanes: in a loop that each lane leaves in its own iteration the counter
; stays one scalar, and what leaves the loop is blended. Who leaves when is not taken down: all
; who came in are there when the loop has ended. The first and the last lane tell that it has,
; without a look at the mask.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 -fno-heddle-over %s | %FileCheck %s --check-prefix=UNTIL
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 -fno-heddle-twins %s | %FileCheck %s --check-prefix=APART

; UNTIL-LABEL: @hd.kernel.k
; UNTIL: r0.n0{{.*}} ; preds = %slow
; UNTIL: %mask{{.*}} = select <4 x i1>
; UNTIL-NOT: %monotone
; UNTIL: call i1 @llvm.vector.reduce.or.v4i1
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

; A sum is kept once, at the head of its loop, where lanes that have left keep theirs.
; APART-LABEL: @hd.kernel.sums
; APART: masked:
; APART: %[[NOW:blend.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}}
; APART-NEXT: store <4 x i32> %[[NOW]], ptr %slot
; CHECK-LABEL: @hd.kernel.sums
; CHECK: fast:
; CHECK: store <4 x i32> zeroinitializer, ptr %[[HEAD:slot.*]], align 16
; CHECK: masked:
; CHECK: %[[MORE:.*]] = add <4 x i32> %[[SUM:.*]], %{{.*}}
; CHECK: %[[OLD:.*]] = load <4 x i32>, ptr %[[HEAD]]
; CHECK: %[[NOW:blend.*]] = select <4 x i1> %{{.*}}, <4 x i32> %[[MORE]], <4 x i32> %[[OLD]]
; CHECK: store <4 x i32> %[[NOW]], ptr %[[HEAD]]
; CHECK-NEXT: br label
; CHECK: loop.exit:
; CHECK: %[[ALL:.*]] = load <4 x i32>, ptr %[[HEAD]]
; CHECK-NEXT: store <4 x i32> %[[ALL]], ptr %slot
define void @sums(ptr %out, ptr %in, ptr %count) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %c = getelementptr i32, ptr %count, i64 %w
  %n = load i32, ptr %c, align 4
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %k = add i32 %t, %j
  %k64 = zext i32 %k to i64
  %p = getelementptr i32, ptr %in, i64 %k64
  %v = load i32, ptr %p, align 4
  %more = add i32 %sum, %v
  %next = add i32 %j, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %all = phi i32 [ %more, %loop ]
  %q = getelementptr i32, ptr %out, i64 %w
  store i32 %all, ptr %q, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @sums, !"kernel", i32 1}
