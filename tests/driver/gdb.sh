# SPDX-License-Identifier: Apache-2.0
# -g -G: gdb stops in a kernel at a source line, shows variables and the indices.
# needs: gdb
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
#include <cstdio>

__device__ int
twice(int x)
{
	return 2 * x;
}

__global__ void
work(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int local = 7 * i;
	if (i < n)
		out[i] = twice(local);
}

int
main()
{
	int *p;
	cudaMalloc(&p, 64 * sizeof *p);
	work<<<4, 16>>>(p, 64);
	cudaDeviceSynchronize();
	return 0;
}
END
"$HDCC" -g -G a.cu -o app
export HEDDLE_THREADS=1 HEDDLE_ORDER=forward
gdb_batch() {
	gdb -nx -batch -ex 'set debuginfod enabled off' -ex 'set pagination off' "$@" \
		./app >gdb.log 2>&1 || true
	cat gdb.log
	! grep -q 'ptrace: Operation not permitted' gdb.log || {
		echo "gdb may not trace here"
		exit 77
	}
}
gdb_batch -ex 'break a.cu:15' -ex run -ex 'print local' -ex 'print i' -ex 'print n' \
	-ex 'print threadIdx' -ex 'print blockIdx' -ex 'print blockDim' -ex backtrace \
	-ex 'break a.cu:15 if threadIdx.x == 5 && blockIdx.x == 2' -ex 'delete 1' \
	-ex continue -ex 'print i' -ex 'print local' -ex 'delete 2' \
	-ex 'tbreak a.cu:6 if x == 266' -ex continue -ex 'print x' -ex 'backtrace 2' \
	-ex up -ex 'print i'
grep -q 'a.cu:15' gdb.log
grep -q '^\$1 = 0$' gdb.log
grep -q '^\$3 = 64$' gdb.log
grep -q '^\$4 = .*x = 0, y = 0, z = 0' gdb.log
grep -q '^\$6 = .*x = 16, y = 1, z = 1' gdb.log
grep -q '^#0 .*work' gdb.log
grep -q '^\$7 = 37$' gdb.log
grep -q '^\$8 = 259$' gdb.log
grep -q '^\$9 = 266$' gdb.log
grep -q '^#0  twice' gdb.log
grep -q '^\$10 = 38$' gdb.log
