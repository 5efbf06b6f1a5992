; lower_lanes: an index that is mirrored at the edges of an array is one vector load where no
; lane is at an edge. normalize makes a choice of absolute values, which the lowering sees
; through. Of a guard that all lanes pass, behind stores, the copy without masks is entered at
; once.
; RUN: %heddle opt --only=normalize %s | %FileCheck --check-prefix=CHOICE %s
; RUN: %heddle opt --target=aarch64-linux-gnu --only=lower_lanes --lanes=8 %s | %FileCheck %s

; CHOICE-LABEL: define void @absolute
; CHOICE-NOT: call i32 @llvm.abs
; CHOICE: [[LESS:%.*]] = icmp slt i32 [[X:%.*]], 0
; CHOICE: [[MINUS:%.*]] = sub nsw i32 0, [[X]]
; CHOICE: select i1 [[LESS]], i32 [[MINUS]], i32 [[X]]
define void @absolute(ptr %in, ptr %out, i32 %first) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = add nsw i32 %first, %t
  %i = call i32 @llvm.abs.i32(i32 %x, i1 true)
  %w = zext nneg i32 %i to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %p, align 4
  %tw = zext i32 %t to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %tw
  store i32 %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.mirror
; CHECK: fast:
; CHECK: load <8 x i32>, ptr %{{.*}}, align 4
define void @mirror(ptr %in, ptr %out, i32 %first, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = add nsw i32 %first, %t
  %c = icmp slt i32 %x, 0
  %minus = sub nsw i32 0, %x
  %i = select i1 %c, i32 %minus, i32 %x
  %over = icmp sgt i32 %i, %n
  %back = sub nsw i32 %n, %i
  %j = select i1 %over, i32 %back, i32 %i
  %w = sext i32 %j to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %p, align 4
  %tw = zext i32 %t to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %tw
  store i32 %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.behind
; CHECK: fast:
; CHECK: store <8 x i32>
; CHECK: br i1 %{{.*}}, label %[[WAY:edge[0-9]*]], label %mixed
; CHECK: [[WAY]]:
; CHECK-NEXT: br label %full
define void @behind(ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tw = zext i32 %t to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %tw
  store i32 %t, ptr %q, align 4
  %b = add i32 %t, 256
  %c = icmp slt i32 %b, %n
  br i1 %c, label %some, label %done
some:
  %bw = sext i32 %b to i64
  %p = getelementptr inbounds i32, ptr %out, i64 %bw
  store i32 %n, ptr %p, align 4
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.abs.i32(i32, i1)

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @absolute, !"kernel", i32 1}
!1 = !{ptr @mirror, !"kernel", i32 1}
!2 = !{ptr @behind, !"kernel", i32 1}
