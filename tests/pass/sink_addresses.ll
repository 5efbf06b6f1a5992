; sink_addresses: in kernels with warp operations, the address of a load or a store is computed
; in its block, once, from the index before it was widened.
; RUN: %heddle opt --only=sink_addresses -O2 %s | %FileCheck %s
; RUN: %heddle opt --only=sink_addresses -O2 -fno-heddle-places %s | %FileCheck %s --check-prefix=OFF

; OFF-LABEL: define void @update
; OFF: some:
; OFF-NEXT: load i32, ptr %p
; CHECK-LABEL: define void @update
; CHECK: some:
; CHECK-NEXT: %[[W:.*]] = sext i32 %i to i64
; CHECK-NEXT: %[[P:.*]] = getelementptr i32, ptr %a, i64 %[[W]]
; CHECK-NEXT: %[[V:.*]] = load i32, ptr %[[P]]
; CHECK-NEXT: %[[M:.*]] = add i32 %[[V]], 1
; CHECK-NEXT: store i32 %[[M]], ptr %[[P]]
define void @update(ptr %a, ptr %in, i32 %i) {
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %w
  %x = load i32, ptr %p, align 4
  %s = call i64 @hd.warp(i32 0, i32 -1, i64 1, i32 0, i32 0)
  %c = icmp eq i32 %x, 0
  br i1 %c, label %some, label %all
some:
  %v = load i32, ptr %p, align 4
  %m = add i32 %v, 1
  store i32 %m, ptr %p, align 4
  br label %all
all:
  ret void
}

; CHECK-LABEL: define void @alone
; CHECK: some:
; CHECK-NEXT: store i32 1, ptr %p
define void @alone(ptr %a, i32 %i, i1 %c) {
  %w = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %w
  br i1 %c, label %some, label %all
some:
  store i32 1, ptr %p, align 4
  br label %all
all:
  ret void
}
declare i64 @hd.warp(i32, i32, i64, i32, i32)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @update, !"kernel", i32 1}
!1 = !{ptr @alone, !"kernel", i32 1}
