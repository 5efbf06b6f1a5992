# SPDX-License-Identifier: Apache-2.0
# What a program says when it cannot start, or cannot go on; and that it says so by its status.
set -u
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
unset OMP_NUM_THREADS
bad=0

says() { # what it must say, status, command...
	local want=$1 status=$2 got
	shift 2
	"$@" >"$d/log" 2>&1
	got=$?
	if [ $got != "$status" ] || ! grep -qF -- "$want" "$d/log"; then
		echo "'$*': status $got, expected $status and '$want':"
		cat "$d/log"
		bad=1
	fi
}

cat >"$d/a.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *p = argc > 1 ? malloc(atol(argv[1])) : (char *)16;
	long sum = 0;
	if (!p) {
		printf("no memory\n");
		return 4;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++)
		sum += p[i];
	printf("%ld\n", sum);
	return 0;
}
END
"$HEDDLE" gpufirst "$d/a.c" -o "$d/gpu" || bad=1
"$HEDDLE" gpufirst --emulate "$d/a.c" -o "$d/emu" || bad=1
command -v nvidia-smi >/dev/null ||
	says 'this program needs an NVIDIA GPU and its driver' 125 "$d/gpu" 100
says '0' 0 env HEDDLE_GF_RUN=cpu "$d/gpu" 100
says 'has no code for a GPU; build it without' 125 env HEDDLE_GF_RUN=gpu "$d/emu" 100
says 'HEDDLE_GF_RUN=tpu: must be gpu or cpu' 125 env HEDDLE_GF_RUN=tpu "$d/emu" 100
says 'HEDDLE_GF_HEAP=lots: must be a number' 125 env HEDDLE_GF_HEAP=lots "$d/emu" 100
says 'HEDDLE_GF_THREADS=5000: at most 1024' 125 env HEDDLE_GF_THREADS=5000 "$d/emu" 100
says 'no memory' 4 env HEDDLE_GF_HEAP=1M "$d/emu" 2000000
says 'in the parallel region at' 125 "$d/emu"
says 'Segmentation fault at address 0x1' 125 "$d/emu"

# The line of a fault: in a region, before it, in a function of the C library
cat >"$d/fault.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[4];
static void fill(int *p, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i] = i;
}
int main(int argc, char **argv)
{
	int *null = (int *)(long)(argc - 2), which = atoi(argv[1]);
	fill(table, 4);
	if (which == 1)
		fill(null, 40);
	if (which == 2)
		null[table[3]] = 7;
	if (which == 3)
		return (int)strlen((char *)null);
	return puts("well") < 0;
}
END
"$HEDDLE" gpufirst --emulate --check "$d/fault.c" -o "$d/fault" || bad=1
says well 0 "$d/fault" 0
says 'fault.c:9: Segmentation fault at address' 125 "$d/fault" 1
says 'fault.c:18: Segmentation fault at address 0xc' 125 "$d/fault" 2
says 'fault.c:20: Segmentation fault' 125 "$d/fault" 3

# Where a built program runs; its arguments are its own
says '0' 0 "$HEDDLE" gpufirst --cpu "$d/gpu" 100
says 'no memory' 4 env HEDDLE_GF_HEAP=1M HEDDLE_GF_RUN=gpu "$HEDDLE" gpufirst \
	--cpu "$d/gpu" 2000000
says 'has no code for a GPU; build it without' 125 "$HEDDLE" gpufirst --gpu "$d/emu" 100
says 'a.c: not a program that heddle gpufirst built' 1 "$HEDDLE" gpufirst --cpu "$d/a.c"
says '--cpu needs a program that gpufirst built' 1 "$HEDDLE" gpufirst --cpu
says 'cannot read' 1 "$HEDDLE" gpufirst --cpu "$d/none"
says '--cpu and --gpu come first' 1 "$HEDDLE" gpufirst "$d/a.c" --cpu
cat >"$d/args.c" <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	printf("%d %s %s\n", argc, argv[1], argv[2]);
	return 7;
}
END
"$HEDDLE" gpufirst --emulate "$d/args.c" -o "$d/args" || bad=1
says '3 --cpu -v' 7 "$HEDDLE" gpufirst --cpu "$d/args" --cpu -v
cp "$d/args" "$d/plain" && chmod a-x "$d/plain"
says 'cannot run' 1 "$HEDDLE" gpufirst --cpu "$d/plain"

# Lists of options
says '--memory=shared: must be unified or copy' 1 "$HEDDLE" gpufirst --memory=shared "$d/a.c"
says '--sanitize=thread: must be thread, together with --emulate' 1 \
	"$HEDDLE" gpufirst --sanitize=thread "$d/a.c"
says 'cannot read' 1 "$HEDDLE" gpufirst "$d/none.c"
says 'Heddle has no parts for sparc64, as there is no' 1 \
	"$HEDDLE" gpufirst --target=sparc64-linux-gnu "$d/a.c" -o "$d/sparc"
says "'make gpufirst-sparc64' in Heddle's sources makes them" 1 \
	"$HEDDLE" gpufirst --target=sparc64-linux-gnu "$d/a.c" -o "$d/sparc"
says 'no source' 1 "$HEDDLE" gpufirst
says 'neither a C source nor a library' 1 "$HEDDLE" gpufirst "$d/a.txt"

# The profile, as text and as a table; remarks
"$HEDDLE" gpufirst --emulate --profile "$d/a.c" -o "$d/prof" || bad=1
says 'parallel region' 0 "$d/prof" 100
says 'a.c:11' 0 "$d/prof" 100
HEDDLE_GF_PROFILE=$d/p.tsv "$d/prof" 100 >/dev/null || bad=1
says "region	$d/a.c:11	1" 0 cat "$d/p.tsv"
says 'call	printf	1' 0 cat "$d/p.tsv"
says 'bytes	to the host	5' 0 cat "$d/p.tsv"
says 'a.c:11: remark: parallel region 0 runs on the whole GPU' 0 \
	"$HEDDLE" gpufirst --emulate --remarks "$d/a.c" -o "$d/emu"

# Which loops wait for other threads: not those that read to the end, write, or take a word
cat >"$d/loops.c" <<'END'
volatile int a[100], flag;
int sum, lock;
int main(void)
{
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++)
		for (int k = 0; k < 100; k++)
			sum += a[k];
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		while (!flag && i < 5)
			flag = 1;
#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		while (__sync_lock_test_and_set(&lock, 1))
			;
		__sync_lock_release(&lock);
	}
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		while (i < 5 && !flag)
			;
	return 0;
}
END
says 'loops.c:19: remark: parallel region 3 runs on few threads, one for each warp' 0 \
	"$HEDDLE" gpufirst --emulate --remarks "$d/loops.c" -o "$d/emu"
[ "$(grep -c 'runs on the whole GPU' "$d/log")" = 3 ] || { cat "$d/log"; bad=1; }

# Which regions allocate: by OpenMP's allocators, by the C library, by locals that others see
cat >"$d/heap.c" <<'END'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
int main(void)
{
	int x = 7, sum = 0, out[10];
#pragma omp parallel for allocate(omp_default_mem_alloc : x) firstprivate(x)
	for (int i = 0; i < 10; i++)
		out[i] = x;
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		qsort(out, 1, sizeof *out, by_value);
#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		int k;
		sscanf("7", "%d", &k);
#pragma omp parallel for reduction(+ : k)
		for (int n = 0; n < 2; n++)
			k += n;
		out[i] = k;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++)
		sum += out[i];
	return sum != 80;
}
END
says 'heap.c:26: remark: parallel region 3 runs on the whole GPU' 0 \
	"$HEDDLE" gpufirst --emulate --remarks "$d/heap.c" -o "$d/emu"
[ "$(grep -c 'runs on few threads' "$d/log")" = 3 ] || { cat "$d/log"; bad=1; }
"$d/emu" || bad=1
says 'heap.c:11: remark: parallel region 0 runs on the whole GPU' 0 \
	"$HEDDLE" gpufirst --emulate --allocator=balanced --remarks "$d/heap.c" -o "$d/emu"

# Two profiles side by side
printf 'device\tH100\nregion\tb.c:1\t10\t2\t1\t4096\t0\t0\nregion\tb.c:5\t1\t9\t9\t32\t0\t0\n' \
	>"$d/gpu.tsv"
printf 'device\tCPU\nregion\tb.c:1\t10\t80\t9\t4\t0\t0\nregion\tb.c:5\t1\t8\t8\t4\t0\t0\n' \
	>"$d/cpu.tsv"
compare="$HEDDLE gpufirst --compare"
says '40.0     4096        0  worth porting' 0 $compare "$d/gpu.tsv" "$d/cpu.tsv"
says 'few threads' 0 $compare "$d/gpu.tsv" "$d/cpu.tsv"
says 'sequential code' 0 $compare "$d/p.tsv" "$d/p.tsv"
says 'a.c: not a profile' 1 $compare "$d/a.c" "$d/a.c"
says '--compare needs two profiles' 1 $compare "$d/p.tsv"
says 'cannot read' 1 $compare "$d/none" "$d/p.tsv"

# A signal ends the program, as on the CPU
cat >"$d/long.c" <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	fprintf(stderr, "begin\n");
	sleep(30);
	return 0;
}
END
"$HEDDLE" gpufirst --emulate "$d/long.c" -o "$d/long" || bad=1
says 'begin' 124 timeout -s TERM 1 "$d/long"

# A race that the sanitizer must find
cat >"$d/race.c" <<'END'
int x;
int main(void)
{
#pragma omp parallel
	{
#pragma omp barrier
		x++;
	}
	return 0;
}
END
"$HEDDLE" gpufirst --emulate --sanitize=thread "$d/race.c" -o "$d/race" || bad=1
says 'ThreadSanitizer: data race' 66 "$d/race"
exit $bad
