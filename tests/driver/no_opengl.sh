# SPDX-License-Identifier: Apache-2.0
# Programs that include OpenGL's headers and draw nothing compile where there are none;
# headers that are there come first.
. "$ROOT/tests/driver/common.bash"

cat >app.cu <<'E'
#include <GL/glew.h>
#include <GL/glut.h>
#include <GL/freeglut.h>
#include <cuda_gl_interop.h>
#include <cstdio>
#ifndef SHOWN
#define SHOWN 7
#endif
__global__ void seven(int *p) { *p = SHOWN; }
int main()
{
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	seven<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d\n", *p);
}
E
"$BUILD/nvcc/bin/nvcc" app.cu -o app
prints 7 ./app
mkdir -p mine/GL
echo '#define SHOWN 8' >mine/GL/glew.h
for include in -I -isystem; do
	"$BUILD/nvcc/bin/nvcc" $include mine app.cu -o app
	prints 8 ./app
done
# what draws is told what is missing
sed 's/printf(/glNoSuchFunction(); &/' app.cu >draws.cu
! "$HDCC" draws.cu -o draws 2>shown || fail "drew without OpenGL"
grep -q "undeclared identifier 'glNoSuchFunction'" shown || fail "$(cat shown)"
