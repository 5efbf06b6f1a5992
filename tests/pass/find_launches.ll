; find_launches: kernels are marked with the block shape that the host code launches them
; with; those that have no other one with that, too. Here the program is text (";|").
; RUN: sed -n 's/^;| //p' %s >%t.cu && %hdcc -c --heddle-dump=find_launches --heddle-dump-dir=%t.d %t.cu -o %t.o
; RUN: %FileCheck %s <%t.d/01-find_launches.ll

;| __global__ void sole(int *p) { p[threadIdx.x] = 1; }
;| __global__ void two(int *p) { p[threadIdx.x] = 2; }
;| __global__ void open(int *p) { p[threadIdx.x] = 3; }
;| __global__ void __launch_bounds__(96) handed(int *p) { p[threadIdx.x] = 4; }
;| void hand_on(const void *kernel);
;| void f(int *p, int n)
;| {
;| 	sole<<<n / 256, 256>>>(p);
;| 	sole<<<2 * n, dim3(256)>>>(p);
;| 	two<<<n, dim3(16, 4)>>>(p);
;| 	two<<<n, 32>>>(p);
;| 	open<<<n, n>>>(p);
;| 	hand_on((const void *)handed);
;| }

; CHECK: define {{.*}}@_Z4solePi({{.*}}) [[SOLE:#[0-9]+]]
; CHECK: define {{.*}}@_Z3twoPi({{.*}}) [[TWO:#[0-9]+]]
; CHECK: define {{.*}}@_Z4openPi({{.*}}) [[OPEN:#[0-9]+]]
; CHECK: define {{.*}}@_Z6handedPi({{.*}}) [[HANDED:#[0-9]+]]
; CHECK: attributes [[SOLE]] = {{.*}} "heddle-block"="256,1,1" "heddle-sole"
; CHECK: attributes [[TWO]] = {{.*}} "heddle-block"="16,4,1" "no-
; CHECK: attributes [[OPEN]] = {{.*}} "frame-pointer"="all" "no-
; CHECK: attributes [[HANDED]] = {{.*}} "heddle-block"="96,1,1" "heddle-sole"
