; The plan: in which way each access goes to memory, with gather instructions and without.
; RUN: %heddle opt --only=lower_lanes --print=plan --lanes=8 --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 %s | %FileCheck %s --check-prefixes=CHECK,V4
; RUN: %heddle opt --only=lower_lanes --print=plan --lanes=8 --library=none --target=x86_64-linux-gnu -fno-heddle-mem.interleaved -fno-heddle-mem.stride-2 %s | %FileCheck %s --check-prefixes=CHECK,OFF
; CHECK: kernel ways, any block: 8 lanes
; CHECK-NOT: kernel
; CHECK: row{{.*}} %k = load
; CHECK: one for all %u = load
; CHECK: uniform %u1 = add
; V4: stride 2, gather %s = load
; OFF: lane by lane %s = load
; V4: {{ }}gather %g = load
; OFF: lane by lane %g = load
; CHECK: vector %sum = add
; CHECK: row store i32 %sum2, ptr %p
; V4: scatter store i32 %u1, ptr %q
; OFF: lane by lane store i32 %u1, ptr %q
define void @ways(ptr noalias %x, ptr noalias %y, ptr noalias %z) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %x, i64 %i
  %k = load i32, ptr %p, align 4
  %u = load i32, ptr %y, align 4
  %u1 = add i32 %u, 1
  %i2 = shl nuw nsw i64 %i, 1
  %ps = getelementptr inbounds i32, ptr %y, i64 %i2
  %s = load i32, ptr %ps, align 4
  %k64 = sext i32 %k to i64
  %q = getelementptr inbounds i32, ptr %z, i64 %k64
  %g = load i32, ptr %q, align 4
  %sum = add i32 %g, %s
  %sum2 = add i32 %sum, %u1
  store i32 %sum2, ptr %p, align 4
  store i32 %u1, ptr %q, align 4
  ret void
}

; What lies in each other is stored together only if none is missing.
; CHECK: kernel colours, any block
; V4: interleaved %a = load
; V4: interleaved %b = load
; V4: interleaved %c = load
; V4: interleaved store i8 %c
; V4: interleaved store i8 %b
; V4: interleaved store i8 %a
; OFF-NOT: interleaved
; CHECK: kernel two
; V4: interleaved %a = load
; V4: interleaved %b = load
; V4-NOT: interleaved
; CHECK: kernel two, narrow
define void @colours(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %i3 = mul nuw nsw i64 %i, 3
  %p = getelementptr inbounds i8, ptr %x, i64 %i3
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %q = getelementptr inbounds i8, ptr %y, i64 %i3
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %q2 = getelementptr inbounds i8, ptr %q, i64 2
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %p1, align 1
  %c = load i8, ptr %p2, align 1
  store i8 %c, ptr %q, align 1
  store i8 %b, ptr %q1, align 1
  store i8 %a, ptr %q2, align 1
  ret void
}

define void @two(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %i3 = mul nuw nsw i64 %i, 3
  %p = getelementptr inbounds i8, ptr %x, i64 %i3
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %q = getelementptr inbounds i8, ptr %y, i64 %i3
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %p1, align 1
  store i8 %b, ptr %q, align 1
  store i8 %a, ptr %q1, align 1
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @ways, !"kernel", i32 1}
!1 = !{ptr @colours, !"kernel", i32 1}
!2 = !{ptr @two, !"kernel", i32 1}
