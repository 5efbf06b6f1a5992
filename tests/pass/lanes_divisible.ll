; lower_lanes: kernels that know of blocks only their number times their width are marked, so
; that a launch may divide rows of threads into other blocks.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s

; CHECK-DAG: "heddle-entry"="whole"{{.*}} "heddle-entry-flags"="32"
; CHECK-DAG: "heddle-entry"="stride"{{.*}} "heddle-entry-flags"="32"
; CHECK-DAG: "heddle-entry"="width"{{.*}} "heddle-entry-flags"="0"
; CHECK-DAG: "heddle-entry"="constant"{{.*}} "heddle-entry-flags"="0"
; CHECK-DAG: "heddle-entry"="staged"{{.*}} "heddle-entry-flags"="1"
@tile = internal addrspace(3) global [64 x i32] poison, align 4

define void @whole(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %i, ptr %p, align 4
  ret void
}

; The number of all threads is the same, however they are divided.
define void @stride(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %w, %b
  %i = add i32 %t, %at
  %all = mul i32 %w, %g
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %all, ptr %p, align 4
  ret void
}

define void @width(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %w, ptr %p, align 4
  ret void
}

; Right for blocks of 64 only.
define void @constant(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, 64
  %i = add i32 %at, %t
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %i, ptr %p, align 4
  ret void
}

define void @staged(ptr %x) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %b, %w
  %i = add i32 %at, %t
  %first = icmp eq i32 %i, 0
  br i1 %first, label %do, label %end
do:
  store i32 5, ptr addrspace(3) @tile, align 4
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr addrspace(3) @tile, align 4
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %x, i64 %i64
  store i32 %v, ptr %p, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @whole, !"kernel", i32 1}
!1 = !{ptr @stride, !"kernel", i32 1}
!2 = !{ptr @width, !"kernel", i32 1}
!3 = !{ptr @constant, !"kernel", i32 1}
!4 = !{ptr @staged, !"kernel", i32 1}
