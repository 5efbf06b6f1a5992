; unroll_loops: a loop in which the threads of a block of known shape take two or three turns
; becomes straight code, where only the third is asked for. A loop that all leave together, and
; those of blocks nobody knows, stay loops.
; RUN: %heddle opt --only=unroll_loops -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=unroll_loops -O1 %s | %FileCheck %s --check-prefix=OFF
; RUN: %heddle opt --only=unroll_loops -O2 -fno-heddle-turns %s | %FileCheck %s --check-prefix=OFF

; CHECK-LABEL: define void @uneven.known
; CHECK-NOT: phi
; CHECK: store i32 1
; CHECK-NOT: br i1
; CHECK: store i32 1
; CHECK: br i1
; CHECK: store i32 1
; CHECK-NOT: store
; CHECK: ret void
; OFF-LABEL: define void @uneven.known
; OFF-COUNT-1: store i32 1
; OFF-NOT: store
; OFF: ret void
define void @uneven.known(ptr %p) "heddle-known"="128,1,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %t, 259
  br i1 %any, label %loop, label %done
loop:
  %k = phi i32 [ %t, %entry ], [ %n, %loop ]
  %w = sext i32 %k to i64
  %a = getelementptr i32, ptr %p, i64 %w
  store i32 1, ptr %a, align 4
  %n = add nsw i32 %k, 128
  %more = icmp slt i32 %n, 259
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @even.known
; CHECK-COUNT-1: store i32 1
; CHECK-NOT: store
; CHECK: ret void
define void @even.known(ptr %p) "heddle-known"="128,1,1" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %k = phi i32 [ %t, %entry ], [ %n, %loop ]
  %w = sext i32 %k to i64
  %a = getelementptr i32, ptr %p, i64 %w
  store i32 1, ptr %a, align 4
  %n = add nsw i32 %k, 128
  %more = icmp slt i32 %n, 256
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @unknown
; CHECK-COUNT-1: store i32 1
; CHECK-NOT: store
; CHECK: ret void
define void @unknown(ptr %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %t, 259
  br i1 %any, label %loop, label %done
loop:
  %k = phi i32 [ %t, %entry ], [ %n, %loop ]
  %w = sext i32 %k to i64
  %a = getelementptr i32, ptr %p, i64 %w
  store i32 1, ptr %a, align 4
  %n = add nsw i32 %k, 128
  %more = icmp slt i32 %n, 259
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
