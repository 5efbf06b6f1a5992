# SPDX-License-Identifier: Apache-2.0
# -fheddle-tier=lazy: kernels are compiled again while the program runs. What both tiers
# share, where the code travels, what is kept, and everything that can go wrong with that:
# the program must be right in any case.
. "$ROOT/tests/driver/common.bash"

export HEDDLE_CACHE_DIR=$PWD/cache TMPDIR=$PWD/scratch
mkdir scratch

# ---- variables, functions by address, objects with virtual functions: one of each
cat >shared.cu <<'EOF'
#include <csignal>
#include <cstdio>
#include <sys/wait.h>

struct shape { __device__ virtual int area(int x) const { return x; } };
struct square : shape { __device__ int area(int x) const override { return x * x; } };
typedef float (*function)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float half(float x) { return x / 2; }
__device__ function table[2] = {twice, half}, kept;
__device__ int counter = 5;
static __device__ const int primes[4] = {2, 3, 5, 7};
__constant__ float factor[2];
__device__ shape *object;

__global__ void make() { object = new square; kept = twice; }
__global__ void unmake() { delete (square *)object; }
__global__ void work(float *p, int n, int which)
{
	__shared__ float s[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	s[threadIdx.x] = i < n ? p[i] : 0;
	__syncthreads();
	if (i < n)
		p[i] = table[which](s[63 - threadIdx.x]) * factor[which] +
		       primes[i & 3] + object->area(3);
	if (i == 0) {
		atomicAdd(&counter, kept == twice ? 1 : 1000);
		if (table[1] != half || &primes[1] - primes != 1)
			counter = -1;
	}
}

static volatile int told;
static void on_child(int) { told = told + 1; }

int main()
{
	const int n = 64 * 64;
	const float f[2] = {0.5f, 2};
	float *p, sum = 0, h[n];
	int c;

	signal(SIGCHLD, on_child);
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	cudaMemcpyToSymbol(factor, f, sizeof f);
	make<<<1, 1>>>();
	for (int k = 0; k < 20; k++)
		work<<<n / 64, 64>>>(p, n, k & 1);
	unmake<<<1, 1>>>();
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpyFromSymbol(&c, counter, sizeof c);
	for (int i = 0; i < n; i++)
		sum += h[i];
	if (told || wait(NULL) != -1)
		std::printf("a child that is not mine\n");
	std::printf("%g %d %s\n", sum, c, cudaGetErrorString(cudaGetLastError()));
	return 0;
}
EOF
"$HDCC" -fheddle-tier=ahead shared.cu -o ahead
"$HDCC" -fheddle-tier=lazy shared.cu -o lazy
want=$(./ahead)
same() { prints "$want" "$@"; }
second='second tier for blocks of \(64,1,1\), '
# runs_as REGEX COMMAND...: it prints what is right, and says this on the way
runs_as() {
	local regex=$1
	shift
	prints "$want" env HEDDLE_DEBUG=launch "$@" 2>said
	said "$regex"
}
same env HEDDLE_TIER=first ./lazy
same ./lazy
rm -rf cache
runs_as "work.*${second}compiled" HEDDLE_TIER=second ./lazy
runs_as "work.*${second}kept by a former run" HEDDLE_TIER=switch ./lazy
runs_as "HEDDLE_TIER=best is not auto, first, second or switch" HEDDLE_TIER=best ./lazy
same env HEDDLE_TIER=switch HEDDLE_THREADS=1 HEDDLE_ORDER=reverse ./lazy

# ---- one long launch goes on in the second tier
cat >long.cu <<'EOF'
#include <cstdio>
__global__ void crowd(unsigned *out, int turns)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++)
		x = x * 1664525 + 1013904223 + (x >> 7);
	atomicAdd(out, x);
}
int main()
{
	unsigned *p, h = 0;
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	crowd<<<20000, 64>>>(p, 2000);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	std::printf("%u\n", h);
}
EOF
"$HDCC" -fheddle-tier=lazy long.cu -o long
long=$(HEDDLE_TIER=first ./long)
HEDDLE_DEBUG=launch prints "$long" ./long 2>said
said 'crowd.*second tier'

# ---- three host threads launch a kernel while it changes tiers, watched for races
cat >race.cu <<'EOF'
#include <cstdio>
#include <pthread.h>
__device__ unsigned total;
__global__ void crowd(unsigned *out, int turns)
{
	__shared__ unsigned s[64];
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++)
		x = x * 1664525 + 1013904223 + (x >> 7);
	s[threadIdx.x] = x;
	__syncthreads();
	atomicAdd(out, s[63 - threadIdx.x]);
	if (threadIdx.x == 0)
		atomicAdd(&total, 1);
}
static unsigned sums[3];
static void *launch(void *to)
{
	unsigned *p, h = 0;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	for (int k = 0; k < 150; k++)
		crowd<<<100, 64, 0, s>>>(p, 500);
	cudaStreamSynchronize(s);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	*(unsigned *)to = h;
	return NULL;
}
int main()
{
	pthread_t t[3];
	unsigned n = 0;
	for (int k = 0; k < 3; k++)
		pthread_create(&t[k], NULL, launch, &sums[k]);
	for (int k = 0; k < 3; k++)
		pthread_join(t[k], NULL);
	cudaMemcpyFromSymbol(&n, total, sizeof n);
	std::printf("%u %u %u %u\n", sums[0], sums[1], sums[2], n);
	return 0;
}
EOF
"$HDCC" -fheddle-tier=lazy -c race.cu -o race.o
"clang++-$LLVM" -fsanitize=thread -rdynamic race.o "$BUILD/san/tsan/runtime.a" \
	-lhwloc -ldw -ldl -lpthread -lm -o race
race=$(HEDDLE_TIER=first ./race)
HEDDLE_HDCC=$HDCC HEDDLE_DEBUG=launch prints "$race" ./race 2>said
said 'crowd.*second tier.*compiled'

# ---- where the code travels
echo 'int entry(void); int main(void) { return entry(); }' >main.c
sed 's/int main()/extern "C" int entry()/' shared.cu >entry.cu
"$HDCC" -fheddle-tier=lazy -shared -Xcompiler -fPIC entry.cu -o libshared.so
"$HDCC" main.c -L. -lshared -Wl,-rpath,"$PWD" -o by_library
runs_as "work.*$second" HEDDLE_TIER=second ./by_library
"$HDCC" -fheddle-tier=lazy -lib entry.cu -o libentry.a
"$HDCC" main.c -L. -lentry -o by_archive
runs_as "work.*$second" HEDDLE_TIER=switch ./by_archive
cp lazy stripped
strip stripped
runs_as "work.*$second" HEDDLE_TIER=switch ./stripped
"$HDCC" -fheddle-tier=lazy -rdc=true -c entry.cu -o entry.o
"$HDCC" entry.o main.c -o by_device_link
runs_as "work.*$second" HEDDLE_TIER=switch ./by_device_link

# ---- the same input gives the same bytes
"$HDCC" -fheddle-tier=lazy -c shared.cu -o one.o
"$HDCC" -fheddle-tier=lazy -c shared.cu -o two.o
cmp one.o two.o || fail "objects differ"

# ---- no compiler, a damaged program, a cache that is not ours or cannot be written
rm -rf cache
runs_as 'stays in the first tier.*no hdcc beside the runtime' \
	HEDDLE_TIER=second HEDDLE_HDCC=/nowhere/hdcc ./lazy
runs_as 'stays in the first tier' HEDDLE_TIER=second HEDDLE_HDCC=/bin/false ./lazy
runs_as 'stays in the first tier' HEDDLE_TIER=second TMPDIR=/nowhere ./lazy
at=$(grep -abo 'HDCODE' lazy | head -1 | cut -d: -f1)
[ -n "$at" ] || fail "the program carries no code"
cp lazy damaged
printf '\377\377' | dd of=damaged bs=1 seek=$((at + 200)) conv=notrunc status=none
runs_as 'the code that the program carries is damaged' HEDDLE_TIER=second ./damaged
cp lazy foreign
printf '\011' | dd of=foreign bs=1 seek=$((at + 8)) conv=notrunc status=none
runs_as 'carries was written by another version of hdcc' HEDDLE_TIER=second ./foreign
no_file cache/kernels/*
runs_as compiled HEDDLE_TIER=second HEDDLE_CACHE_SIZE=0 ./lazy
no_file cache/kernels/*
runs_as compiled HEDDLE_TIER=second HEDDLE_CACHE_DIR=/proc/nothing ./lazy
runs_as compiled HEDDLE_TIER=second ./lazy
for f in cache/kernels/*; do
	printf wrong | dd of="$f" bs=1 seek=5000 conv=notrunc status=none
done
runs_as compiled HEDDLE_TIER=second ./lazy
chmod go+w cache/kernels
runs_as compiled HEDDLE_TIER=second ./lazy
chmod go-w cache/kernels
shows "$PWD/cache/kernels: 3 kernels" "$HEDDLE" cache
shows removed "$HEDDLE" cache clear
no_file cache/kernels/*

# ---- many at once, and a cold cache
for k in 1 2 3 4 5 6 7 8; do
	HEDDLE_TIER=second ./lazy >many.$k &
done
wait
for k in 1 2 3 4 5 6 7 8; do
	[ "$(cat many.$k)" = "$want" ] || fail "one of many: $(cat many.$k)"
done

# ---- a program that is killed takes its compiler with it, and nothing is left behind
cat >slow <<EOF
#!/bin/bash
echo \$\$ >pid
sleep 2 # as if there was much to do; the socket stays open meanwhile
exec "$HDCC" "\$@"
EOF
chmod +x slow
"$HEDDLE" cache clear >/dev/null
HEDDLE_TIER=second HEDDLE_HDCC=$PWD/slow ./lazy >/dev/null &
program=$!
for _ in $(seq 100); do [ -s pid ] && break; sleep 0.1; done
kill -9 $program
wait $program 2>/dev/null || true
for _ in $(seq 100); do kill -0 "$(cat pid)" 2>/dev/null || break; sleep 0.1; done
kill -0 "$(cat pid)" 2>/dev/null && fail "hdcc outlives its program"
[ -z "$(ls scratch)" ] || fail "left behind: $(ls scratch)"

# ---- what cannot be asked for
refuse "$HDCC" -fheddle-tier=never -c shared.cu
said 'must be lazy or ahead'
refuse "$HDCC" --heddle-serve </dev/null
said 'is for the runtime'
