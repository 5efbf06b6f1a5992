; bypass_rewritten_tiles: what a block puts into its tile first is read from the array instead, and what
; threads leave there only for themselves stays with them; the second step finds in the tile what
; the first has computed. Where the second step reads on to what was put there first, or the
; array is written, the version goes.
; RUN: %heddle opt -O2 --only=bypass_rewritten_tiles --library=none %s | %FileCheck %s

@s = external global [16 x float], section ".heddle.shared"
@r = external global [16 x float], section ".heddle.shared"

; CHECK-LABEL: define void @k.direct(ptr noalias %p, ptr %q)
; CHECK-SAME: [[ATTR:#[0-9]+]]
; CHECK: %x = load float, ptr %from
; CHECK-NOT: store float
; CHECK: step.1:
; CHECK: [[LEFT:%.*]] = getelementptr i8, ptr %from, i64 -4
; CHECK: load float, ptr [[LEFT]], align 4, !heddle.readable [[MINUS:![0-9]+]]
; CHECK: [[RIGHT:%.*]] = getelementptr i8, ptr %from, i64 4
; CHECK: load float, ptr [[RIGHT]], align 4, !heddle.readable [[PLUS:![0-9]+]]
; CHECK: fadd float {{%.*}}, %x
; CHECK-NOT: store float
; CHECK: take:
; CHECK-NOT: load float
; CHECK: store float {{%.*}}, ptr %here
; CHECK: step.2:
; CHECK: load float, ptr %left
; CHECK: }
; CHECK-NOT: define {{.*}}@wide.direct(
; CHECK-NOT: define {{.*}}@hd.suits.wide(
; CHECK-NOT: define {{.*}}@written.direct(
; CHECK: attributes [[ATTR]] = {{.*}}"heddle-apart"="0:1,"
; CHECK: [[MINUS]] = !{i32 -1}
; CHECK: [[PLUS]] = !{i32 1}
define void @k(ptr %p, ptr %q) {
  ret void
}

define void @k.known(ptr %p, ptr %q) "heddle-known"="16,1,1" {
  ret void
}

define i1 @hd.suits.k(ptr %p, ptr %q) {
  ret i1 true
}

define void @k.direct(ptr %p, ptr %q) "heddle-known"="16,1,1" "heddle-apart" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %b, 12
  %i = add nsw i32 %start, %t
  %w = sext i32 %i to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %tw = sext i32 %t to i64
  %here = getelementptr [16 x float], ptr @s, i64 0, i64 %tw
  store float %x, ptr %here
  %there = getelementptr [16 x float], ptr @r, i64 0, i64 %tw
  %before = add nsw i64 %tw, -1
  %left = getelementptr [16 x float], ptr @s, i64 0, i64 %before
  %behind = add nsw i64 %tw, 1
  %right = getelementptr [16 x float], ptr @s, i64 0, i64 %behind
  call void @llvm.nvvm.barrier0()
  %one = add i32 %t, -15
  %in.1 = icmp uge i32 %one, -14
  br i1 %in.1, label %step.1, label %meet.1
step.1:
  %a = load float, ptr %left
  %c = load float, ptr %right
  %d = load float, ptr %here
  %ac = fadd float %a, %c
  %acd = fadd float %ac, %d
  store float %acd, ptr %there
  br label %meet.1
meet.1:
  call void @llvm.nvvm.barrier0()
  br i1 %in.1, label %take, label %meet.2
take:
  %e = load float, ptr %there
  store float %e, ptr %here
  br label %meet.2
meet.2:
  call void @llvm.nvvm.barrier0()
  %two = add i32 %t, -14
  %in.2 = icmp uge i32 %two, -12
  br i1 %in.2, label %step.2, label %done
step.2:
  %f = load float, ptr %left
  %g = load float, ptr %right
  %fg = fadd float %f, %g
  %to = getelementptr float, ptr %q, i64 %w
  store float %fg, ptr %to
  br label %done
done:
  ret void
}

define void @wide(ptr %p, ptr %q) {
  ret void
}

define void @wide.known(ptr %p, ptr %q) "heddle-known"="16,1,1" {
  ret void
}

define i1 @hd.suits.wide(ptr %p, ptr %q) {
  ret i1 true
}

define void @wide.direct(ptr %p, ptr %q) "heddle-known"="16,1,1" "heddle-apart" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %b, 12
  %i = add nsw i32 %start, %t
  %w = sext i32 %i to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %tw = sext i32 %t to i64
  %here = getelementptr [16 x float], ptr @s, i64 0, i64 %tw
  store float %x, ptr %here
  %there = getelementptr [16 x float], ptr @r, i64 0, i64 %tw
  %before = add nsw i64 %tw, -1
  %left = getelementptr [16 x float], ptr @s, i64 0, i64 %before
  %behind = add nsw i64 %tw, 1
  %right = getelementptr [16 x float], ptr @s, i64 0, i64 %behind
  call void @llvm.nvvm.barrier0()
  %one = add i32 %t, -15
  %in.1 = icmp uge i32 %one, -14
  br i1 %in.1, label %step.1, label %meet.1
step.1:
  %a = load float, ptr %left
  %c = load float, ptr %right
  %d = load float, ptr %here
  %ac = fadd float %a, %c
  %acd = fadd float %ac, %d
  store float %acd, ptr %there
  br label %meet.1
meet.1:
  call void @llvm.nvvm.barrier0()
  br i1 %in.1, label %take, label %meet.2
take:
  %e = load float, ptr %there
  store float %e, ptr %here
  br label %meet.2
meet.2:
  call void @llvm.nvvm.barrier0()
  %two = add i32 %t, -15
  %in.2 = icmp uge i32 %two, -14
  br i1 %in.2, label %step.2, label %done
step.2:
  %f = load float, ptr %left
  %g = load float, ptr %right
  %fg = fadd float %f, %g
  %to = getelementptr float, ptr %q, i64 %w
  store float %fg, ptr %to
  br label %done
done:
  ret void
}

define void @written(ptr %p, ptr %q) {
  ret void
}

define void @written.known(ptr %p, ptr %q) "heddle-known"="16,1,1" {
  ret void
}

define i1 @hd.suits.written(ptr %p, ptr %q) {
  ret i1 true
}

define void @written.direct(ptr %p, ptr %q) "heddle-known"="16,1,1" "heddle-apart" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %b, 12
  %i = add nsw i32 %start, %t
  %w = sext i32 %i to i64
  %from = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %from
  %tw = sext i32 %t to i64
  %here = getelementptr [16 x float], ptr @s, i64 0, i64 %tw
  store float %x, ptr %here
  %there = getelementptr [16 x float], ptr @r, i64 0, i64 %tw
  %before = add nsw i64 %tw, -1
  %left = getelementptr [16 x float], ptr @s, i64 0, i64 %before
  %behind = add nsw i64 %tw, 1
  %right = getelementptr [16 x float], ptr @s, i64 0, i64 %behind
  call void @llvm.nvvm.barrier0()
  %one = add i32 %t, -15
  %in.1 = icmp uge i32 %one, -14
  br i1 %in.1, label %step.1, label %meet.1
step.1:
  %a = load float, ptr %left
  %c = load float, ptr %right
  %d = load float, ptr %here
  %ac = fadd float %a, %c
  %acd = fadd float %ac, %d
  store float %acd, ptr %there
  br label %meet.1
meet.1:
  call void @llvm.nvvm.barrier0()
  br i1 %in.1, label %take, label %meet.2
take:
  %e = load float, ptr %there
  store float %e, ptr %here
  br label %meet.2
meet.2:
  call void @llvm.nvvm.barrier0()
  %two = add i32 %t, -14
  %in.2 = icmp uge i32 %two, -12
  br i1 %in.2, label %step.2, label %done
step.2:
  %f = load float, ptr %left
  %g = load float, ptr %right
  %fg = fadd float %f, %g
  %to = getelementptr float, ptr %q, i64 %w
  store float %fg, ptr %to
  store float %fg, ptr %from
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @wide, !"kernel", i32 1}
!2 = !{ptr @written, !"kernel", i32 1}
