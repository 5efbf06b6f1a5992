#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A kernel with much code behind many barriers is cut into functions: however long it is,
# none of them is. It computes what the host does, and a fault in a piece has its line.
. "$ROOT/tests/driver/common.bash"

# program PHASES: a kernel of so many, and the same phases on the host
program() {
	cat <<-'END'
	#include <cstdio>
	#include <cstdlib>

	enum { THREADS = 64 };

	__global__ void
	kernel(unsigned *out, int rounds, int stop, int *fault)
	{
		__shared__ unsigned s[THREADS];
		unsigned t = threadIdx.x, a = t * 7 + blockIdx.x;
		int done = 0;
	#define PHASE(i)                                                               \
		s[t] = a * 3 + i;                                                      \
		__syncthreads();                                                       \
		a ^= s[(t + i) % THREADS];                                             \
		__syncthreads();
	#define ROUNDS(i)                                                              \
		for (int r = 0; r < rounds; r++) {                                     \
			unsigned w[4] = {a, a + 1, a + i, a ^ 5};                      \
			s[t] = w[r % 4] + r;                                           \
			__syncthreads();                                               \
			if (t & 1)                                                     \
				a += s[THREADS - 1 - t];                               \
			done++;                                                        \
			__syncthreads();                                               \
		}                                                                      \
		if (stop == i) {                                                       \
			out[blockIdx.x * THREADS + t] = a + done;                      \
			return;                                                        \
		}
	END
	for ((k = 1; k <= $1; k++)); do
		echo "PHASE($k)"
		[ $((k % 8)) != 0 ] || echo "ROUNDS($k)"
	done
	cat <<-'END'
		if (fault)
			*fault = 1; // here
		out[blockIdx.x * THREADS + t] = a + done;
	}
	#undef PHASE
	#undef ROUNDS

	static unsigned a[THREADS], s[THREADS];

	static int
	on_host(int block, int rounds, int stop)
	{
		int done = 0;

		for (unsigned t = 0; t < THREADS; t++)
			a[t] = t * 7 + block;
	#define EACH for (unsigned t = 0; t < THREADS; t++)
	#define PHASE(i)                                                               \
		EACH s[t] = a[t] * 3 + i;                                              \
		EACH a[t] ^= s[(t + i) % THREADS];
	#define ROUNDS(i)                                                              \
		for (int r = 0; r < rounds; r++, done++) {                             \
			EACH {                                                         \
				unsigned w[4] = {a[t], a[t] + 1, a[t] + i, a[t] ^ 5};  \
				s[t] = w[r % 4] + r;                                   \
			}                                                              \
			EACH if (t & 1) a[t] += s[THREADS - 1 - t];                    \
		}                                                                      \
		if (stop == i)                                                         \
			return done;
	END
	for ((k = 1; k <= $1; k++)); do
		echo "PHASE($k)"
		[ $((k % 8)) != 0 ] || echo "ROUNDS($k)"
	done
	cat <<-'END'
		return done;
	}

	int
	main(int n, char **)
	{
		enum { BLOCKS = 3 };
		unsigned *out;
		int wrong = 0;

		cudaMallocManaged(&out, BLOCKS * THREADS * sizeof *out);
		for (int stop = 0; stop < 32; stop += 8)
			for (int rounds = 0; rounds < 6; rounds++) {
				kernel<<<BLOCKS, THREADS>>>(out, rounds, stop, nullptr);
				cudaDeviceSynchronize();
				for (int b = 0; b < BLOCKS; b++) {
					int done = on_host(b, rounds, stop);
					EACH wrong += out[b * THREADS + t] != a[t] + done;
				}
			}
		printf("%d wrong\n", wrong);
		if (n > 1)
			kernel<<<1, THREADS>>>(out, 1, 0, (int *)8);
		return cudaDeviceSynchronize() != cudaSuccess;
	}
	END
}

# longest FILE: instructions of the longest function
longest() {
	awk '/^define/ { n = 0 } /^  / { n++ } /^}/ { if (n > max) max = n }
	END { print max }' "$1"
}

for n in 48 96; do
	program $n >p$n.cu
	"$HDCC" -O1 -fheddle-lanes=1 --heddle-dump=lower_lanes \
		--heddle-dump-dir=d$n p$n.cu -o p$n
	prints "0 wrong" ./p$n
	[ "$(grep -c '^define.*\.piece' d$n/*lower_lanes.ll)" -gt 3 ] || fail "is not cut"
	[ "$(longest d$n/*lower_lanes.ll)" -lt 4000 ] || fail "a function has too much"
done

program 32 >p32.cu
"$HDCC" -O1 -fheddle-lanes=8 --heddle-dump=lower_lanes \
	--heddle-dump-dir=wide p32.cu -o wide8
prints "0 wrong" ./wide8
[ "$(longest wide/*lower_lanes.ll)" -lt 10000 ] || fail "a function has too much"
"$HDCC" -O0 p48.cu -o plain
prints "0 wrong" ./plain

refuse ./p48 fault
said "p48.cu:$(grep -n '// here' p48.cu | cut -d: -f1)"
