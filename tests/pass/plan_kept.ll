; The plan: what lives across a barrier is kept in memory, or computed again where that costs
; less: %v is loaded once, %wide is made of it twice.
; RUN: %heddle opt --only=lower_lanes --print=plan --lanes=16 --library=none --target=x86_64-linux-gnu %s | %FileCheck %s

; CHECK: kernel k, any block: 16 lanes
; CHECK-NEXT: region 0: n0{{$}}
; CHECK-NEXT: region 1: n1{{$}}
; CHECK-NEXT: n0 :
; CHECK-NEXT: affine 1 %t = call
; CHECK: row,{{.*}} kept %v = load
; CHECK-NEXT: vector %wide = sext
; CHECK-NEXT: one for all store i64 %wide, ptr %out
; CHECK-NEXT: n1 :
; CHECK: row store i64 %wide, ptr %p
; CHECK: kernel k, narrow blocks: 1 lane{{$}}
; CHECK-NEXT: region 0: n0{{$}}
; CHECK-NEXT: region 1: n1{{$}}
; CHECK-NOT: n0 :
define void @k(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %q = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %q, align 4
  %wide = sext i32 %v to i64
  store i64 %wide, ptr %out, align 4
  call void @llvm.nvvm.barrier0()
  %p = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %wide, ptr %p, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
