; What only unlikely code needs is computed there: the vector of indices that both loads need
; when lanes do not lie side by side.
; RUN: %heddle opt -O2 --library=none --target=aarch64-linux-gnu --lanes=8 --emit=ll %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-cold --library=none --target=aarch64-linux-gnu --lanes=8 --emit=ll %s | %FileCheck %s --check-prefix=OFF

; OFF-LABEL: define internal void @hd.kernel.twice
; OFF: {{^}}r0.n0
; OFF-NEXT: insertelement <8 x i32>
; CHECK-LABEL: define internal void @hd.kernel.twice
; CHECK: {{^}}r0.n0
; CHECK-NOT: <8 x i32>
; CHECK: {{^}}lanes
; CHECK: select <8 x i1>
; CHECK: {{^}}next
; CHECK-NOT: <8 x i32>
; CHECK: {{^}}lanes
; CHECK: select <8 x i1>
; CHECK: {{^}}next
; CHECK-NOT: <8 x i32>
; CHECK: fadd <8 x float>
; CHECK-NOT: <8 x i32>
; CHECK: store <8 x float>
define void @twice(ptr %a, ptr %b, ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %before = add i32 %t, -1
  %i = select i1 %first, i32 %n, i32 %before
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %w
  %x = load float, ptr %p, align 4
  %j = add i32 %i, %n
  %v = sext i32 %j to i64
  %q = getelementptr float, ptr %b, i64 %v
  %y = load float, ptr %q, align 4
  %s = fadd float %x, %y
  %u = zext i32 %t to i64
  %r = getelementptr float, ptr %out, i64 %u
  store float %s, ptr %r, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr @twice, !"kernel", i32 1}
