; describe_kernels: the descriptor says where each argument lies and what a block needs.
; RUN: %heddle opt --stop-after=describe_kernels --skip=link_device_library %s | %FileCheck %s

; CHECK-DAG: @hd.args = internal constant [3 x { i32, i32 }] [{ i32, i32 } { i32 0, i32 1 }, { i32, i32 } { i32 8, i32 8 }, { i32, i32 } { i32 16, i32 24 }]
; CHECK-DAG: @hd.describe.k = internal constant {{.*}} ptr @hd.kernel.k, ptr @hd.args, i32 3, i32 40, i32 272, i32 0, i32 0, {{.*}}i32 128,
; CHECK-DAG: @hd.module = {{(dso_local )?}}constant { i64, i32, i32, ptr, i32, i32, ptr, ptr, ptr, i64 }
%S = type { [3 x double] }
@s = internal addrspace(3) global [65 x i32] undef, align 4
define void @k(i1 %b, ptr %out, ptr byval(%S) align 8 %v) {
  %d = load double, ptr %v
  store double %d, ptr %out
  store i32 1, ptr addrspacecast (ptr addrspace(3) @s to ptr)
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 128}
