; lower_lanes with 8 lanes: the guard is two scalar compares in the fast copy, whose loads
; and stores are vectors; groups that disagree start again in the masked copy. Without loads
; under masks that reads all lanes if they lie in one page, and stores in pieces, or the lanes
; that are there one by one.
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 %s | %FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: %heddle opt --only=lower_lanes -O2 --lanes=8 --target=x86_64-linux-gnu --mcpu=x86-64-v3 %s | %FileCheck %s --check-prefixes=CHECK,MASKED

; CHECK-LABEL: @hd.kernel.k
; CHECK: br i1 %whole.row, label %fast, label %slow
; CHECK: %first{{.*}} = icmp slt i32 %i{{.*}}, %n
; CHECK: %last = icmp slt i32
; CHECK: %monotone = icmp sge i32
; CHECK: br i1 %{{.*}}, label %edge{{.*}}, label %mixed
; CHECK: load <8 x float>, ptr
; CHECK: fmul <8 x float>
; CHECK: store <8 x float>
; PLAIN: %in.page = and i64 %{{.*}}, 4095
; PLAIN-DAG: load <8 x float>, ptr
; PLAIN-DAG: %side.by.side = icmp eq i64
; PLAIN-DAG: store <4 x float>
; PLAIN-DAG: call i64 @llvm.cttz.i64(i64 %left
; MASKED: @llvm.masked.load.v8f32.p0
; MASKED: @llvm.masked.store.v8f32.p0
; CHECK: {{"heddle-entry"="k".*"heddle-entry-lanes"="8"}}
define void @k(ptr %x, i32 %n, float %a) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %do, label %done
do:
  %w = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %w
  %v = load float, ptr %p, align 4
  %r = fmul float %v, %a
  store float %r, ptr %p, align 4
  br label %done
done:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
