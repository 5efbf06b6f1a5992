; lower_lanes with 16 lanes: where an address is a sum of x / 17 and x % 17, lanes that lie in two rows
; take two accesses under masks, of lane 0's row and the next one. Not where sums of 32 bits may wrap
; around before they are extended, where the lanes of a row do not lie side by side, where groups may
; lie in three rows, or with -fno-heddle-folds. What might be less than zero is asked for first.
; RUN: %heddle opt -O2 --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --only=lower_lanes --lanes=16 %s | %FileCheck %s
; RUN: %heddle opt -O2 --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --only=lower_lanes --lanes=16 -fno-heddle-folds %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: %in.other

; CHECK-LABEL: define internal void @hd.kernel.window
; CHECK: %quotient = udiv i32 [[X:%.*]], 17
; CHECK: %left{{[0-9]*}} = sub i32 17, %rest
; CHECK: %in.row{{[0-9]*}} = icmp ult <16 x i32> {{.*}}i32 15>
; CHECK: %in.other = xor <16 x i1> %in.row
; CHECK-NOT: %counted
; CHECK: [[A:%.*]] = call <16 x float> @llvm.masked.load{{.*}}<16 x i1> %in.row
; CHECK: call <16 x float> @llvm.masked.load{{.*}}<16 x i1> %in.other{{.*}}, <16 x float> [[A]])
; CHECK: call void @llvm.masked.store{{.*}}<16 x i1> %in.row
; CHECK: call void @llvm.masked.store{{.*}}<16 x i1> %in.other
; CHECK: {{^}}}
define void @window(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = udiv i32 %t, 17
  %x = urem i32 %t, 17
  %row = mul nuw nsw i32 %y, 40
  %at = add nuw nsw i32 %row, %x
  %w = zext nneg i32 %at to i64
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %more = mul nuw nsw i32 %y, 3
  %to = add nuw nsw i32 %more, %t
  %tw = zext nneg i32 %to to i64
  %q = getelementptr float, ptr %out, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.below
; CHECK: %counted = icmp sge i32
; CHECK: br i1 %counted, label %wide, label %lanes
; CHECK: {{^}}}
define void @below(ptr %in, ptr %out, i32 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %t, %from
  %y = sdiv i32 %i, 17
  %x = srem i32 %i, 17
  %row = mul nsw i32 %y, 40
  %at = add nsw i32 %row, %x
  %w = sext i32 %at to i64
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %tw = zext nneg i32 %t to i64
  %q = getelementptr float, ptr %out, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.wraps
; CHECK-NOT: %in.other
; CHECK-LABEL: define internal void @hd.kernel.upright
; CHECK-NOT: %in.other
; CHECK-LABEL: define internal void @hd.kernel.short
; CHECK-NOT: %in.other
; CHECK: {{^}}}
define void @wraps(ptr %in, ptr %out, i32 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = udiv i32 %t, 17
  %x = urem i32 %t, 17
  %row = mul nuw nsw i32 %y, 40
  %at = add nuw nsw i32 %row, %x
  %far = add i32 %at, %from
  %w = zext i32 %far to i64
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %tw = zext nneg i32 %t to i64
  %q = getelementptr float, ptr %out, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

define void @upright(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = udiv i32 %t, 17
  %x = urem i32 %t, 17
  %row = mul nuw nsw i32 %x, 40
  %at = add nuw nsw i32 %row, %y
  %w = zext nneg i32 %at to i64
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %tw = zext nneg i32 %t to i64
  %q = getelementptr float, ptr %out, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

define void @short(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = udiv i32 %t, 15
  %x = urem i32 %t, 15
  %row = mul nuw nsw i32 %y, 40
  %at = add nuw nsw i32 %row, %x
  %w = zext nneg i32 %at to i64
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %tw = zext nneg i32 %t to i64
  %q = getelementptr float, ptr %out, i64 %tw
  store float %v, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @window, !"kernel", i32 1}
!1 = !{ptr @below, !"kernel", i32 1}
!2 = !{ptr @wraps, !"kernel", i32 1}
!3 = !{ptr @upright, !"kernel", i32 1}
!4 = !{ptr @short, !"kernel", i32 1}
