; A module for one processor says what that must have.
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v3 --stop-after=link_versions %s | %FileCheck --check-prefix=V3 %s
; RUN: %heddle opt --library=none --target=x86_64-linux-gnu --stop-after=link_versions %s | %FileCheck --check-prefix=ANY %s
; V3: @hd.module = {{.*}}constant { i64, i32, i32, ptr, i32, i32, ptr, ptr, ptr, i64 } { i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 1, ptr @hd.kernels, i32 2, i32 0, ptr null, ptr null, ptr null, i64 0 }
; ANY: @hd.module = {{.*}}constant { {{.*}} ptr @hd.kernels, i32 0, i32 0, ptr null, ptr null, ptr null, i64 0 }
target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
