# SPDX-License-Identifier: Apache-2.0
# For every driver test: small helpers and two programs.

fail() {
	echo "wrong: $*"
	exit 1
}

# refuse COMMAND...: it must exit with 1; what it says on standard error is in ./said
refuse() {
	local status=0
	"$@" 2>said || status=$?
	cat said
	[ $status = 1 ] || fail "exit status $status instead of 1: $*"
}

# said REGEX: a line of ./said must match
said() {
	grep -qE -- "$1" said || fail "no message with: $1"
}

# prints TEXT COMMAND...: standard output must be exactly this
prints() {
	local want=$1 got
	shift
	got=$("$@") || fail "exit status $? from: $*"
	[ "$got" = "$want" ] || fail "printed '$got' instead of '$want': $*"
}

# shows REGEX COMMAND...: standard output must have such a line. (`| grep -q` would end
# the command early, by a signal.)
shows() {
	local regex=$1
	shift
	"$@" >shown || fail "exit status $? from: $*"
	grep -qE -- "$regex" shown || fail "does not show '$regex': $(cat shown)"
}

no_file() {
	for f in "$@"; do
		[ ! -e "$f" ] || fail "$f should not be there"
	done
}

# A program in one file: prints 42.
small_program() {
	cat >"$1" <<-'END'
	#include <cstdio>

	__global__ void
	set(int *p)
	{
		*p = 42;
	}

	int
	main()
	{
		int *p, h = 0;
		cudaMalloc(&p, sizeof h);
		set<<<1, 1>>>(p);
		cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
		printf("%d\n", h);
		cudaFree(p);
		return 0;
	}
	END
}

# Kernels behind a C function: fill(int *, n) puts squares into an array.
small_kernel() {
	cat >"$1" <<-'END'
	__global__ void
	square(int *p, int n)
	{
		int i = blockIdx.x * blockDim.x + threadIdx.x;
		if (i < n)
			p[i] = i * i;
	}

	extern "C" int
	fill(int *to, int n)
	{
		int *p;
		if (cudaMalloc((void **)&p, n * sizeof *p) != cudaSuccess)
			return 1;
		square<<<(n + 63) / 64, 64>>>(p, n);
		cudaMemcpy(to, p, n * sizeof *p, cudaMemcpyDeviceToHost);
		cudaFree(p);
		return cudaGetLastError() != cudaSuccess;
	}
	END
}
