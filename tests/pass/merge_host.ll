; merge_host: a device variable is its host shadow, with the device's value; functions of
; both sides stay apart; the fat binary is our descriptors. Here the program is text (";|").
; RUN: sed -n 's/^;| //p' %s >%t.cu && %hdcc -c --heddle-dump=merge_host --heddle-dump-dir=%t.d %t.cu -o %t.o
; RUN: %FileCheck %s <%t.d/*-merge_host.ll

;| __device__ int seen = 5;
;| __device__ int hidden[] = {1, 2, 3};
;| __host__ __device__ __attribute__((noinline)) int both(int x)
;| {
;| #ifdef __CUDA_ARCH__
;| 	return x + 7;
;| #else
;| 	return x + 9;
;| #endif
;| }
;| __global__ void k(int *p) { *p = both(seen + hidden[*p]); }
;| int f(int *p)
;| {
;| 	k<<<1, 1>>>(p);
;| 	cudaMemcpyToSymbol(seen, p, 4);
;| 	return both(*p);
;| }

; CHECK: @__cuda_fatbin_wrapper = internal constant {{.*}} ptr @hd.module,
; CHECK: @hd.module = internal constant
; CHECK: @seen = internal global i32 5
; CHECK: @hidden = internal global [3 x i32] [i32 1, i32 2, i32 3]
; CHECK-LABEL: define dso_local {{.*}}i32 @_Z4bothi(
; CHECK: add {{.*}}i32 {{.*}}, 9
; CHECK: call void @__cudaRegisterVar(ptr %0, ptr @seen,
; CHECK: call void @__cudaRegisterVar(ptr %0, ptr @hidden,
; CHECK: define internal void @hd.kernel._Z1kPi
; CHECK: load i32, ptr @seen
