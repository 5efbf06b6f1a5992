; lower_lanes: a guard on y in front of everything else says how many blocks there are to run;
; with something done before it, nobody knows.
; RUN: %heddle opt -O2 --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s
; RUN: %heddle opt -O2 -fno-heddle-useful --only=lower_lanes --library=none --lanes=8 %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: hd.useful
; CHECK-DAG: define internal i64 @hd.useful.guarded(ptr
; CHECK-NOT: hd.useful.counted
define void @guarded(ptr %p, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %m = mul i32 %b, %w
  %y = add i32 %m, %t
  %in = icmp slt i32 %y, %n
  br i1 %in, label %go, label %done
go:
  %i = sext i32 %y to i64
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 %y, ptr %q, align 4
  br label %done
done:
  ret void
}

define void @counted(ptr %p, ptr %c, i32 %n) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %m = mul i32 %b, %w
  %y = add i32 %m, %t
  %old = atomicrmw add ptr %c, i32 1 monotonic
  %in = icmp slt i32 %y, %n
  br i1 %in, label %go, label %done
go:
  %i = sext i32 %y to i64
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 %y, ptr %q, align 4
  br label %done
done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @guarded, !"kernel", i32 1}
!1 = !{ptr @counted, !"kernel", i32 1}
