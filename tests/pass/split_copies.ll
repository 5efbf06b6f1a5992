; split_copies: a copy of a few odd bytes of a private variable becomes loads and stores.
; RUN: %heddle opt --only=split_copies --paranoid %s | %FileCheck %s
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @between
; CHECK-NOT: alloca
; CHECK: %[[B:.*]] = load i8, ptr %from, align 1
; CHECK: %[[P:.*]] = getelementptr{{.*}} %from, i64 1
; CHECK: %[[H:.*]] = load i16, ptr %[[P]], align 1
; CHECK: %[[Q:.*]] = getelementptr{{.*}} %from, i64 3
; CHECK: %[[W:.*]] = load i32, ptr %[[Q]], align 1
; CHECK: store i8 %[[B]], ptr %to, align 1
; CHECK: store i16 %[[H]]
; CHECK: store i32 %[[W]]
; CHECK-NOT: memcpy
; CHECK: ret void
define void @between(ptr %from, ptr %to) {
  %pad = alloca [7 x i8]
  %other = alloca [7 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %pad, ptr %from, i64 7, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %pad, i64 7, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %other, i64 7, i1 false)
  ret void
}

; Powers of two are LLVM's affair, long copies stay, and so do those between arrays, and volatile ones.
; CHECK-LABEL: @others
; CHECK-COUNT-4: call void @llvm.memcpy
; CHECK-NOT: memcpy
; CHECK: ret void
define void @others(ptr %to, ptr %from) {
  %own = alloca [32 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %from, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %from, i64 31, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 7, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %from, i64 7, i1 true)
  ret void
}
