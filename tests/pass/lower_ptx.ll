; RUN: %heddle opt --only=lower_ptx %s | %FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @kernel
; CHECK: %[[R:.*]] = call i32 @hd.ptx(i32 %x, i32 7)
; CHECK: store i32 %[[R]], ptr %out
; CHECK: call void @hd.ptx.1(ptr %out, i32 %x)
; CHECK-NOT: asm
define void @kernel(ptr %out, i32 %x) {
  %r = call i32 asm "add.u32 $0, $1, $2;", "=r,r,n"(i32 %x, i32 7)
  store i32 %r, ptr %out
  call void asm sideeffect "{ .reg .pred p; setp.ne.s32 p, $1, 0; @p st.global.u32 [$0+4], $1; }", "l,r,~{memory}"(ptr %out, i32 %x)
  ret void
}

; CHECK-LABEL: define internal i32 @hd.ptx(
; CHECK: call i32 @hd_ptx_add_u32(
; CHECK-LABEL: define internal void @hd.ptx.1(
; CHECK: call i1 @hd_ptx_setp_ne_s32(
; CHECK: br i1 %{{.*}}, label %then, label %after
; CHECK: then:
; CHECK: add i64 %{{.*}}, 4
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4
