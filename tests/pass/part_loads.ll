; normalize: a load from one of two arrays, which LLVM makes of two loads, becomes two again; one from
; two places of an array stays one, and so does one behind a store.
; RUN: %heddle opt -O2 --only=normalize %s | %FileCheck %s

@s = internal global [16 x float] poison, align 4

; CHECK-LABEL: define void @edge(
; CHECK: inner:
; CHECK: [[A:%.*]] = load float
; CHECK: outer:
; CHECK: [[B:%.*]] = load float
; CHECK: join:
; CHECK: phi float
; CHECK-NOT: load
; CHECK: ret void
define void @edge(ptr %in, ptr %out, i32 %i) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_inner = icmp slt i32 %x, 15
  br i1 %is_inner, label %inner, label %outer

inner:
  call void @llvm.nvvm.barrier0()
  %x1 = add i32 %x, 1
  %p = getelementptr [16 x float], ptr @s, i32 0, i32 %x1
  br label %join

outer:
  call void @llvm.nvvm.barrier0()
  %i1 = add i32 %i, 1
  %q = getelementptr float, ptr %in, i32 %i1
  br label %join

join:
  %from = phi ptr [ %p, %inner ], [ %q, %outer ]
  %v = load float, ptr %from, align 4
  store float %v, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @one_array(
; CHECK: join:
; CHECK: load float
define void @one_array(ptr %in, ptr %out, i32 %i) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_inner = icmp slt i32 %x, 15
  br i1 %is_inner, label %inner, label %outer

inner:
  call void @llvm.nvvm.barrier0()
  %p = getelementptr float, ptr %in, i32 %x
  br label %join

outer:
  call void @llvm.nvvm.barrier0()
  %q = getelementptr float, ptr %in, i32 %i
  br label %join

join:
  %from = phi ptr [ %p, %inner ], [ %q, %outer ]
  %v = load float, ptr %from, align 4
  store float %v, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @behind_store(
; CHECK: join:
; CHECK: store float 1
; CHECK: load float
define void @behind_store(ptr %in, ptr %out, i32 %i) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_inner = icmp slt i32 %x, 15
  br i1 %is_inner, label %inner, label %outer

inner:
  call void @llvm.nvvm.barrier0()
  %p = getelementptr [16 x float], ptr @s, i32 0, i32 %x
  br label %join

outer:
  call void @llvm.nvvm.barrier0()
  %q = getelementptr float, ptr %in, i32 %i
  br label %join

join:
  %from = phi ptr [ %p, %inner ], [ %q, %outer ]
  store float 1.0, ptr %out, align 4
  %v = load float, ptr %from, align 4
  %o = getelementptr float, ptr %out, i32 1
  store float %v, ptr %o, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @edge, !"kernel", i32 1}
!1 = !{ptr @one_array, !"kernel", i32 1}
!2 = !{ptr @behind_store, !"kernel", i32 1}
