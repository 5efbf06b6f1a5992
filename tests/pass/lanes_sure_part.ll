; lower_lanes: in a long row, groups in the part where guards on x are known have a loop that asks
; nothing: it begins behind the constant and ends before the bound. A guard that fails for a row
; fails for those of the block that follow.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-sure --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: sure.loop
; CHECK-LABEL: define internal void @hd.kernel.inner(
; CHECK: tid.y.body:
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK: icmp slt i64 1073741824, [[N]]
; CHECK: [[FROM:%.*]] = sub i64 1, %first
; CHECK: icmp sgt i64 [[FROM]], 0
; CHECK: %sure.from = trunc
; CHECK: tid.x.body:
; CHECK: is.sure
; CHECK: br i1 {{.*}}, label %sure, label %not.sure
; CHECK: sure.loop:
; CHECK: call void @llvm.assume(
; CHECK: br label %r0.n0
; CHECK: sure.next:
; CHECK: br i1 {{.*}}, label %sure.loop, label %sure.over
; CHECK: r0.n0:
; CHECK-NOT: br i1
; CHECK: br label %r0.n1
; CHECK: r0.n1:
; CHECK-NOT: br i1
; CHECK: br label %r0.n2
define void @inner(ptr %p, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %b, %w
  %x = add i32 %m, %t
  %in = icmp slt i32 %x, %n
  br i1 %in, label %some, label %done
some:
  %first = icmp eq i32 %x, 0
  br i1 %first, label %done, label %go
go:
  %i = sext i32 %x to i64
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q, align 4
  %y = mul i32 %v, 3
  store i32 %y, ptr %q, align 4
  br label %done
done:
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.rows(
; CHECK: store i1 false, ptr %end.rows
; CHECK: tid.x.exit:
; CHECK: [[END:%.*]] = load i1, ptr %end.rows
; CHECK: select i1 [[END]]
; CHECK: store i1 true, ptr %end,
; CHECK: store i1 %goes.on{{.*}}, ptr %end.rows
define void @rows(ptr %p, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %b, %w
  %x = add i32 %m, %t
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %wy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %my = mul i32 %by, %wy
  %y = add i32 %my, %ty
  %in = icmp slt i32 %y, %n
  br i1 %in, label %go, label %done
go:
  %r = mul i32 %y, %n
  %k = add i32 %r, %x
  %i = sext i32 %k to i64
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q, align 4
  %z = mul i32 %v, 3
  store i32 %z, ptr %q, align 4
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @inner, !"kernel", i32 1}
!1 = !{ptr @rows, !"kernel", i32 1}
