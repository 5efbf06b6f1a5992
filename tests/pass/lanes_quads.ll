; lower_lanes: neighbouring words that each lane has in a place of its own are one access for each
; lane, turned in registers; not where an index might overflow, or a word is missing.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 %s | %FileCheck %s
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=4 -fno-heddle-quads %s | %FileCheck --check-prefix=NONE %s
; NONE-NOT: load <4 x float>, ptr %{{.*}}, align 4
; NONE-NOT: shufflevector <4 x float>

; CHECK-LABEL: @hd.kernel.four
; CHECK-COUNT-4: load <4 x float>, ptr %{{.*}}, align 4
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK-COUNT-4: store <4 x float> %{{.*}}, ptr %{{.*}}, align 4
define void @four(ptr %x, ptr %y, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %row = mul i64 %i, %n
  %p = getelementptr inbounds float, ptr %x, i64 %row
  %p1 = getelementptr inbounds float, ptr %p, i64 1
  %p2 = getelementptr inbounds float, ptr %p, i64 2
  %p3 = getelementptr inbounds float, ptr %p, i64 3
  %q = getelementptr inbounds float, ptr %y, i64 %row
  %q1 = getelementptr inbounds float, ptr %q, i64 1
  %q2 = getelementptr inbounds float, ptr %q, i64 2
  %q3 = getelementptr inbounds float, ptr %q, i64 3
  %a = load float, ptr %p, align 4
  %b = load float, ptr %p1, align 4
  %c = load float, ptr %p2, align 4
  %d = load float, ptr %p3, align 4
  store float %d, ptr %q, align 4
  store float %c, ptr %q1, align 4
  store float %b, ptr %q2, align 4
  store float %a, ptr %q3, align 4
  ret void
}

; Doubles come in pairs.
; CHECK-LABEL: @hd.kernel.two
; CHECK-COUNT-4: load <2 x double>, ptr %{{.*}}, align 8
; CHECK: shufflevector <8 x double> %{{.*}}, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x double> %{{.*}}, <8 x double> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
define void @two(ptr %x, ptr %y, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %row = mul i64 %i, %n
  %p = getelementptr inbounds double, ptr %x, i64 %row
  %p1 = getelementptr inbounds double, ptr %p, i64 1
  %a = load double, ptr %p, align 8
  %b = load double, ptr %p1, align 8
  %s = fadd double %a, %b
  %q = getelementptr inbounds double, ptr %y, i64 %i
  store double %s, ptr %q, align 8
  ret void
}

; Of an aligned struct the last word may be missing; of another it may not be there.
; CHECK-LABEL: @hd.kernel.three
; CHECK-COUNT-4: load <4 x float>, ptr %{{.*}}, align 16
; CHECK-NOT: load <4 x float>, ptr %{{.*}}, align 4
define void @three(ptr %x, ptr %z, ptr %y, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %row = mul i64 %i, %n
  %p = getelementptr inbounds <4 x float>, ptr %x, i64 %row
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %p2 = getelementptr inbounds i8, ptr %p, i64 8
  %q = getelementptr inbounds float, ptr %z, i64 %row
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  %q2 = getelementptr inbounds i8, ptr %q, i64 8
  %a = load float, ptr %p, align 16
  %b = load float, ptr %p1, align 4
  %c = load float, ptr %p2, align 8
  %d = load float, ptr %q, align 4
  %e = load float, ptr %q1, align 4
  %f = load float, ptr %q2, align 4
  %s = fadd float %a, %b
  %s1 = fadd float %s, %c
  %s2 = fadd float %s1, %d
  %s3 = fadd float %s2, %e
  %s4 = fadd float %s3, %f
  %o = getelementptr inbounds float, ptr %y, i64 %i
  store float %s4, ptr %o, align 4
  ret void
}

; The index may begin anew behind 2^32 - 1; and one word is missing.
; CHECK-LABEL: @hd.kernel.apart
; CHECK-NOT: load <2 x i32>
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
define void @apart(ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %t, %n
  %row.1 = add i32 %row, 1
  %at = zext i32 %row to i64
  %at.1 = zext i32 %row.1 to i64
  %p = getelementptr inbounds i32, ptr %x, i64 %at
  %p1 = getelementptr inbounds i32, ptr %x, i64 %at.1
  %p3 = getelementptr inbounds i32, ptr %p, i64 2
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %p1, align 4
  %c = load i32, ptr %p3, align 4
  %s = add i32 %a, %b
  %s.1 = add i32 %s, %c
  %i = zext nneg i32 %t to i64
  %q = getelementptr inbounds i32, ptr %y, i64 %i
  store i32 %s.1, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @four, !"kernel", i32 1}
!1 = !{ptr @two, !"kernel", i32 1}
!2 = !{ptr @apart, !"kernel", i32 1}
!3 = !{ptr @three, !"kernel", i32 1}
