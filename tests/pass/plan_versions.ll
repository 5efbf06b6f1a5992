; The plan: a kernel's versions and their lanes. Whether lanes pay is measured where lanes look
; up places that data decide.
; RUN: %heddle opt --only=lower_lanes --print=plan --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 %s | %FileCheck %s --check-prefixes=CHECK,BEST
; RUN: %heddle opt --only=lower_lanes --print=plan --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=4 %s | %FileCheck %s --check-prefixes=CHECK,FOUR
; RUN: %heddle opt --only=lower_lanes --print=plan --library=none --target=x86_64-linux-gnu --mcpu=x86-64-v4 --lanes=1 %s | %FileCheck %s --check-prefix=ONE

; BEST: kernel look_up, any block, measured: {{16|32}} lanes
; FOUR: kernel look_up, any block: 4 lanes
; ONE: kernel look_up, any block: 1 lane{{$}}
; ONE-NOT: kernel look_up
; CHECK: kernel look_up, narrow blocks: 1 lane{{$}}
define void @look_up(ptr noalias %in, ptr noalias %out, ptr noalias %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext nneg i32 %t to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p, align 4
  %k64 = sext i32 %k to i64
  %at = getelementptr inbounds i32, ptr %table, i64 %k64
  %x = load i32, ptr %at, align 4
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!nvvm.annotations = !{!0}
!0 = !{ptr @look_up, !"kernel", i32 1}
