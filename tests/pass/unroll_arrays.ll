; unroll_loops: small private arrays become registers, if all loops whose counters index them can
; become straight code.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O1 %s | %FileCheck %s --check-prefix=KEPT

; CHECK-LABEL: define void @sums(
; CHECK-NOT: alloca
; CHECK-COUNT-4: fadd
; CHECK-NOT: fadd
; CHECK: ret void
; KEPT-LABEL: define void @sums(
; KEPT: alloca [4 x float]
define void @sums(ptr %x) {
entry:
  %s = alloca [4 x float], align 4
  br label %clear
clear:
  %c = phi i32 [ 0, %entry ], [ %c1, %clear ]
  %cp = getelementptr [4 x float], ptr %s, i32 0, i32 %c
  store float 1.0, ptr %cp, align 4
  %c1 = add nuw nsw i32 %c, 1
  %cagain = icmp ult i32 %c1, 4
  br i1 %cagain, label %clear, label %outer
outer:
  br label %rows
rows:
  %i = phi i32 [ 0, %outer ], [ %i1, %next ]
  br label %columns
columns:
  %j = phi i32 [ 0, %rows ], [ %j1, %columns ]
  %i2 = shl i32 %i, 1
  %at = add i32 %i2, %j
  %sp = getelementptr [4 x float], ptr %s, i32 0, i32 %at
  %v = load float, ptr %sp, align 4
  %xp = getelementptr float, ptr %x, i32 %at
  %w = load float, ptr %xp, align 4
  %sum = fadd float %v, %w
  store float %sum, ptr %sp, align 4
  store float %sum, ptr %xp, align 4
  %j1 = add nuw nsw i32 %j, 1
  %jagain = icmp ult i32 %j1, 2
  br i1 %jagain, label %columns, label %next
next:
  %i1 = add nuw nsw i32 %i, 1
  %iagain = icmp ult i32 %i1, 2
  br i1 %iagain, label %rows, label %end
end:
  ret void
}

; Nobody knows which element is asked for in the end.
; CHECK-LABEL: define void @asked(
; CHECK: alloca [4 x float]
; CHECK: phi i32
define void @asked(ptr %x, i32 %which) {
entry:
  %s = alloca [4 x float], align 4
  br label %copy
copy:
  %c = phi i32 [ 0, %entry ], [ %c1, %copy ]
  %xp = getelementptr float, ptr %x, i32 %c
  %v = load float, ptr %xp, align 4
  %cp = getelementptr [4 x float], ptr %s, i32 0, i32 %c
  store float %v, ptr %cp, align 4
  %c1 = add nuw nsw i32 %c, 1
  %again = icmp ult i32 %c1, 4
  br i1 %again, label %copy, label %end
end:
  %p = getelementptr [4 x float], ptr %s, i32 0, i32 %which
  %r = load float, ptr %p, align 4
  store float %r, ptr %x, align 4
  ret void
}

; Or how many rounds there are.
; CHECK-LABEL: define void @long(
; CHECK: alloca [4 x float]
define void @long(ptr %x, i32 %n) {
entry:
  %s = alloca [4 x float], align 4
  br label %copy
copy:
  %c = phi i32 [ 0, %entry ], [ %c1, %copy ]
  %xp = getelementptr float, ptr %x, i32 %c
  %v = load float, ptr %xp, align 4
  %cp = getelementptr [4 x float], ptr %s, i32 0, i32 %c
  store float %v, ptr %cp, align 4
  %c1 = add nuw nsw i32 %c, 1
  %again = icmp ult i32 %c1, %n
  br i1 %again, label %copy, label %end
end:
  %r = load float, ptr %s, align 4
  store float %r, ptr %x, align 4
  ret void
}

; An index that goes on from turn to turn of the loop around it, which nothing else asks for.
; CHECK-LABEL: define void @counted(
; CHECK-NOT: alloca
; CHECK-COUNT-6: load
; CHECK-NOT: load
; CHECK: ret void
define void @counted(ptr %x, ptr %y) {
entry:
  %s = alloca [6 x i32], align 4
  br label %rows
rows:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %n = phi i32 [ 0, %entry ], [ %n2, %next ]
  br label %columns
columns:
  %j = phi i32 [ 0, %rows ], [ %j1, %columns ]
  %n1 = phi i32 [ %n, %rows ], [ %n2, %columns ]
  %first = mul i32 %i, 100
  %at = add i32 %first, %j
  %p = getelementptr i32, ptr %x, i32 %at
  %v = load i32, ptr %p, align 4
  %q = getelementptr [6 x i32], ptr %s, i32 0, i32 %n1
  store i32 %v, ptr %q, align 4
  %n2 = add nuw nsw i32 %n1, 1
  %j1 = add nuw nsw i32 %j, 1
  %jagain = icmp ult i32 %j1, 3
  br i1 %jagain, label %columns, label %next
next:
  %i1 = add nuw nsw i32 %i, 1
  %iagain = icmp ult i32 %i1, 2
  br i1 %iagain, label %rows, label %sum
sum:
  %k = phi i32 [ 0, %next ], [ %k1, %sum ]
  %t = phi i32 [ 0, %next ], [ %t1, %sum ]
  %r = getelementptr [6 x i32], ptr %s, i32 0, i32 %k
  %u = load i32, ptr %r, align 4
  %m = mul i32 %t, 3
  %t1 = xor i32 %m, %u
  %k1 = add nuw nsw i32 %k, 1
  %kagain = icmp ult i32 %k1, 6
  br i1 %kagain, label %sum, label %done
done:
  store i32 %t1, ptr %y, align 4
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @sums, !"kernel", i32 1}
!1 = !{ptr @asked, !"kernel", i32 1}
!2 = !{ptr @long, !"kernel", i32 1}
