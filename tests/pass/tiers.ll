; What two tiers share is listed by the first, and undefined in the second: variables, and
; functions whose address is taken. A private constant is each tier's own. Kernels of the first
; tier are left alone by LLVM.
; RUN: %heddle opt --library=none --tier=first --stop-after=carry_code %s | %FileCheck --check-prefix=FIRST %s
; RUN: %heddle opt --library=none --tier=first --stop-after=settle_first_tier %s | %FileCheck --check-prefix=ALONE %s
; RUN: %heddle opt --library=none --tier=second:k --stop-after=bind_symbols %s | %FileCheck --check-prefix=SECOND --implicit-check-not=hd.kernel.other %s
; RUN: { ! %heddle opt --library=none --tier=second:nobody %s 2>&1; } | %FileCheck --check-prefix=NONE %s
; FIRST-DAG: @hd.carried = internal constant [{{[0-9]+}} x i8] c"HDCODE\0D\0A
; FIRST-DAG: @hd.symbols = internal constant [3 x { ptr, ptr }] [{{.*}}ptr @counter }, {{.*}}ptr @table }, {{.*}}ptr @hd.fn.twice }]
; FIRST-DAG: @hd.module = {{.*}}ptr @hd.carried, ptr @hd.symbols, i64 3 }
; ALONE: define internal void @hd.kernel.k({{.*}} #[[N:[0-9]+]]
; ALONE: attributes #[[N]] = { {{.*}}noinline {{.*}}optnone
; SECOND-DAG: @hd.sym.counter = external global i32
; SECOND-DAG: @hd.sym.table = external global [1 x ptr]
; SECOND-DAG: @own = private {{.*}}constant
; SECOND-DAG: @heddle_second = {{.*}}constant {
; SECOND-DAG: declare {{.*}}@hd.sym.hd.fn.twice
; NONE: the code has no kernel 'nobody'
target triple = "nvptx64-nvidia-cuda"

@counter = addrspace(1) externally_initialized global i32 0
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @twice]
@own = private unnamed_addr constant [2 x i32] [i32 7, i32 9]

define internal i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define void @k(ptr %p, i32 %i) {
  %f = load ptr, ptr addrspacecast (ptr addrspace(1) @table to ptr)
  %x = load i32, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  %at = getelementptr [2 x i32], ptr @own, i32 0, i32 %i
  %y = load i32, ptr %at
  %z = add i32 %x, %y
  %r = call i32 %f(i32 %z)
  store i32 %r, ptr %p
  %same = icmp eq ptr %f, @twice
  br i1 %same, label %then, label %end
then:
  store i32 1, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
  br label %end
end:
  ret void
}

define void @other(ptr %p) {
  store i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @other, !"kernel", i32 1}
