; lower_lanes: a loop over the grid asks for what it needs later; one whose step is an
; argument, such as over the layers of a volume, asks for what the next group needs. A block of
; several rows asks for what the next block needs, each array once; on AArch64 not for what it
; writes, as processors write past rows that they see being written. Rows that are walked from
; block to block ask for what they write, on x86-64; not those of which threads ask nothing but
; their x, which are one row. Blocks of one row with barriers ask for what a later block reads;
; on AArch64 if they write rows, too. Blocks that overlap ask for what is new to the next. Where
; lanes read all over memory, AArch64 asks for streams. Warps that go through a row each, which
; begins where memory says, ask for the next one, under masks as well; not on x86-64.
; Rows that all rows of blocks read do not stand for the block's own rows of the same array, on
; AArch64, and are not asked for as what is written; what is read before it is written is asked
; for everywhere. As many lines as a group reads are asked for, however large the rows are that it
; goes through.
; RUN: %heddle opt --target=aarch64-linux-gnu --only=lower_lanes -O2 --lanes=8 %s | %FileCheck --check-prefixes=CHECK,ARM %s
; RUN: %heddle opt --target=aarch64-linux-gnu --only=lower_lanes -O2 --lanes=32 %s | %FileCheck --check-prefixes=ROWS %s
; RUN: %heddle opt --target=x86_64-linux-gnu --only=lower_lanes -O2 --lanes=32 %s | %FileCheck --check-prefixes=CHECK,X86 %s

; CHECK-LABEL: define internal void @hd.kernel.over_layers
; ARM: [[NEXT:%.*]] = getelementptr i8, ptr %{{.*}}, i64 32
; X86: [[NEXT:%.*]] = getelementptr i8, ptr %{{.*}}, i64 128
; CHECK: call void @llvm.prefetch.p0(
; CHECK-LABEL: define internal void @hd.kernel.over_grid
; ARM: %ahead = mul i64 %{{.*}}, 3
; X86: %ahead = mul i64 %{{.*}}, 10
; CHECK: call void @llvm.prefetch.p0(
; X86: getelementptr i8, ptr [[A:%.*]], i64 64
; X86-NEXT: call void @llvm.prefetch.p0(
; CHECK-LABEL: define internal void @hd.kernel.tiles
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ARM-NOT: llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; X86: load <32 x float>
; X86: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)
; X86: store <32 x float>
; CHECK-LABEL: define internal void @hd.kernel.one_row
; CHECK-NOT: llvm.prefetch
; CHECK-LABEL: define internal void @hd.kernel.walked
; ARM-NOT: llvm.prefetch
; X86: load <32 x float>
; X86: getelementptr i8, ptr %{{.*}}, i64 512
; X86: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)
; X86: store <32 x float>
; CHECK-LABEL: define internal void @hd.kernel.reads_only
; ARM-NOT: llvm.prefetch
; X86: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; CHECK-LABEL: define internal void @hd.kernel.reads_and_writes
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; CHECK-LABEL: define internal void @hd.kernel.overlaps
; ARM: [[AHEAD:%.*]] = getelementptr i8, ptr %{{.*}}, i64 16
; ARM-NEXT: [[LAST:%.*]] = getelementptr i8, ptr [[AHEAD]], i64 28
; ARM-NEXT: call void @llvm.prefetch.p0(ptr [[LAST]]
; CHECK-LABEL: define internal void @hd.kernel.in_place
; ARM: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; ARM: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)
; ARM: store <8 x float>
; X86: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; X86-NOT: @llvm.prefetch.p0(ptr %{{.*}}, i32 1,
; CHECK-LABEL: define internal void @hd.kernel.stream
; ARM: [[AHEAD:%.*]] = getelementptr i8, ptr %{{.*}}, i64 2048
; ARM: call void @llvm.prefetch.p0(
; X86-NOT: call void @llvm.prefetch
define void @over_layers(ptr %x, ptr %y, i32 %n, i32 %layer) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %next = add nsw i32 %i, %layer
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  %total = phi float [ %sum1, %loop ]
  %tw = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %tw
  store float %total, ptr %q, align 4
  ret void
}

define void @over_grid(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %step = mul i32 %b, %g
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %next = add nsw i32 %i, %step
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  %total = phi float [ %sum1, %loop ]
  %tw = sext i32 %t to i64
  %q = getelementptr inbounds float, ptr %y, i64 %tw
  store float %total, ptr %q, align 4
  ret void
}
; The row below belongs to an array that was asked for. The stores depend on a loop, so
; that no row of blocks is walked at once.
define void @tiles(ptr %x, ptr %y, i32 %n, i32 %m) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %column = add i32 %first, %tx
  %row = mul i32 %ty, %n
  %i = add i32 %row, %column
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %j = add i32 %i, %n
  %w2 = sext i32 %j to i64
  %p2 = getelementptr inbounds float, ptr %x, i64 %w2
  %v2 = load float, ptr %p2, align 4
  %z = fadd float %v, %v2
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %kw = sext i32 %k to i64
  %kp = getelementptr inbounds float, ptr %x, i64 %kw
  %kv = load float, ptr %kp, align 4
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %m
  br i1 %c, label %loop, label %done
done:
  %r = fadd float %z, %kv
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %r, ptr %q, align 4
  ret void
}

define void @one_row(ptr %x, ptr %y, i32 %n, i32 %m) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %i = add i32 %first, %tx
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %v, ptr %q, align 4
  ret void
}

define void @walked(ptr %x, ptr %y, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %column = add i32 %first, %tx
  %row = mul i32 %ty, %n
  %i = add i32 %row, %column
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %z = uitofp i32 %tx to float
  %r = fadd float %v, %z
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %r, ptr %q, align 4
  ret void
}

define void @reads_only(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %i = add i32 %first, %t
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %tw = sext i32 %t to i64
  %s = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %tw
  store float %v, ptr %s, align 4
  call void @llvm.nvvm.barrier0()
  %u = sub i32 255, %t
  %uw = sext i32 %u to i64
  %o = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %uw
  %z = load float, ptr %o, align 4
  %bw = sext i32 %b to i64
  %q = getelementptr inbounds float, ptr %y, i64 %bw
  store float %z, ptr %q, align 4
  ret void
}

define void @reads_and_writes(ptr %x, ptr %y) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %b, %d
  %i = add i32 %first, %t
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %tw = sext i32 %t to i64
  %s = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %tw
  store float %v, ptr %s, align 4
  call void @llvm.nvvm.barrier0()
  %u = sub i32 255, %t
  %uw = sext i32 %u to i64
  %o = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %uw
  %z = load float, ptr %o, align 4
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %z, ptr %q, align 4
  ret void
}

define void @overlaps(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %b, 4
  %column = add i32 %first, %t
  %row = mul i32 %ty, %n
  %i = add i32 %row, %column
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %tw = sext i32 %t to i64
  %s = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %tw
  store float %v, ptr %s, align 4
  call void @llvm.nvvm.barrier0()
  %u = sub i32 255, %t
  %uw = sext i32 %u to i64
  %o = getelementptr inbounds [256 x float], ptr @s, i64 0, i64 %uw
  %z = load float, ptr %o, align 4
  %bw = sext i32 %b to i64
  %q = getelementptr inbounds float, ptr %y, i64 %bw
  store float %z, ptr %q, align 4
  ret void
}

define void @in_place(ptr %x, i32 %n, i32 %m) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %dy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %first = mul i32 %b, %d
  %column = add i32 %first, %tx
  %row = mul i32 %ty, %n
  %i = add i32 %row, %column
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %kw = sext i32 %k to i64
  %kp = getelementptr inbounds float, ptr %x, i64 %kw
  %kv = load float, ptr %kp, align 4
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %m
  br i1 %c, label %loop, label %done
done:
  %top = mul i32 %by, %dy
  %y = add i32 %top, %ty
  %own = mul i32 %y, %n
  %j = add i32 %own, %column
  %w2 = sext i32 %j to i64
  %q = getelementptr inbounds float, ptr %x, i64 %w2
  %old = load float, ptr %q, align 4
  %z = fmul float %v, %kv
  %new = fsub float %old, %z
  store float %new, ptr %q, align 4
  ret void
}

define void @stream(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %x, i64 %w
  %v = load i32, ptr %p, align 4
  %vw = sext i32 %v to i64
  %g = getelementptr inbounds i32, ptr %x, i64 %vw
  %gv = load i32, ptr %g, align 4
  %sum1 = add i32 %sum, %gv
  %next = add nsw i32 %i, 32
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  %tw = sext i32 %t to i64
  %q = getelementptr inbounds i32, ptr %y, i64 %tw
  store i32 %sum1, ptr %q, align 4
  ret void
}

@s = internal global [256 x float] undef, section ".heddle.shared"
declare void @llvm.nvvm.barrier0()
; What is shifted by a counter grows from round to round, by nobody knows how much.
; CHECK-LABEL: define internal void @hd.kernel.shifted
; CHECK-NOT: llvm.prefetch
define void @shifted(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %far = shl i32 %n, %k
  %i = add i32 %far, %t
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr %x, i64 %w
  %v = load float, ptr %p
  %s1 = fadd float %s, %v
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %out
out:
  %u = sext i32 %t to i64
  %q = getelementptr float, ptr %y, i64 %u
  store float %s1, ptr %q
  ret void
}

; CHECK-LABEL: define internal void @hd.kernel.sparse
; ROWS-LABEL: define internal void @hd.kernel.sparse
; ROWS: masked:
; ROWS: getelementptr i8, ptr %{{.*}}, i64 512
; ROWS: call void @llvm.prefetch
; X86-NOT: call void @llvm.prefetch
; CHECK: ret void
define void @sparse(ptr %start, ptr %value, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %row = lshr i32 %t, 5
  %r = zext i32 %row to i64
  %s = getelementptr i32, ptr %start, i64 %r
  %a = load i32, ptr %s, align 4
  %s2 = getelementptr i8, ptr %s, i64 4
  %b = load i32, ptr %s2, align 4
  %first = add nsw i32 %a, %lane
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %k64 = sext i32 %k to i64
  %p = getelementptr inbounds float, ptr %value, i64 %k64
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nsw i32 %k, 32
  %again = icmp slt i32 %next, %b
  br i1 %again, label %loop, label %done
done:
  %all = phi float [ %more, %loop ]
  %bits = bitcast float %all to i32
  %wide = zext i32 %bits to i64
  %o = call i64 @hd.warp(i32 3, i32 -1, i64 %wide, i32 1, i32 31)
  %q = getelementptr i64, ptr %out, i64 %r
  store i64 %o, ptr %q, align 8
  ret void
}
; CHECK-LABEL: define internal void @hd.kernel.large_rows
; ARM-COUNT-1: call void @llvm.prefetch
; X86-COUNT-2: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: load <
define void @large_rows(ptr %x, ptr %y, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext nneg i32 %t to i64
  %column = getelementptr inbounds float, ptr %x, i64 %w
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %p = getelementptr inbounds [4096 x float], ptr %column, i64 %i
  %v = load float, ptr %p, align 4
  %sum1 = fadd float %sum, %v
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 4096
  br i1 %c, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %y, i64 %w
  store float %sum1, ptr %q, align 4
  ret void
}

declare i64 @hd.warp(i32, i32, i64, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}
!9 = !{ptr @sparse, !"kernel", i32 1}
!2 = !{ptr @tiles, !"kernel", i32 1}
!3 = !{ptr @one_row, !"kernel", i32 1}
!0 = !{ptr @over_layers, !"kernel", i32 1}
!1 = !{ptr @over_grid, !"kernel", i32 1}
!4 = !{ptr @walked, !"kernel", i32 1}
!5 = !{ptr @reads_only, !"kernel", i32 1}
!6 = !{ptr @reads_and_writes, !"kernel", i32 1}
!7 = !{ptr @overlaps, !"kernel", i32 1}
!8 = !{ptr @stream, !"kernel", i32 1}
!10 = !{ptr @in_place, !"kernel", i32 1}
!12 = !{ptr @large_rows, !"kernel", i32 1}
!11 = !{ptr @shifted, !"kernel", i32 1}
