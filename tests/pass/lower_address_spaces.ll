; lower_address_spaces: one address space; shared variables are marked, all dynamic ones
; are the same.
; RUN: %heddle opt --only=lower_address_spaces --paranoid %s | %FileCheck %s

; CHECK-DAG: @s = external global [64 x i32], section ".heddle.shared", align 4
; CHECK-DAG: @hd.dynamic_shared = external global [0 x i8], section ".heddle.shared", align 16
; CHECK-DAG: @g = externally_initialized global i32 5, align 4
; CHECK-DAG: @pointer = externally_initialized global ptr @g, align 8
; CHECK-NOT: addrspace
@s = internal addrspace(3) global [64 x i32] undef, align 4
@d1 = external addrspace(3) global [0 x i32], align 4
@d2 = external addrspace(3) global [0 x double], align 8
@g = addrspace(1) externally_initialized global i32 5, align 4
@pointer = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @g to ptr), align 8

; CHECK-LABEL: @static
; CHECK: getelementptr inbounds [64 x i32], ptr @s, i64 0, i64 %i
define i32 @static(i64 %i) {
  %p = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 0, i64 %i
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

; CHECK-LABEL: @dynamic
; CHECK: load i32, ptr @hd.dynamic_shared
; CHECK: load double, ptr @hd.dynamic_shared
define double @dynamic() {
  %a = load i32, ptr addrspacecast (ptr addrspace(3) @d1 to ptr), align 4
  %b = load double, ptr addrspacecast (ptr addrspace(3) @d2 to ptr), align 8
  %c = sitofp i32 %a to double
  %r = fadd double %b, %c
  ret double %r
}

; Pointers in registers lose their space too.
; CHECK-LABEL: @registers
; CHECK: getelementptr i32, ptr @s, i64 %i
; CHECK-NEXT: load i32, ptr
define i32 @registers(i64 %i) {
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = addrspacecast ptr addrspace(3) %p to ptr
  %v = load i32, ptr %q, align 4
  ret i32 %v
}
