# SPDX-License-Identifier: Apache-2.0
# How work and memory lie on the device.
set -u
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
export OMP_NUM_THREADS=
bad=0

prints() { # source, what it must print; options follow
	local f=$1 want=$2
	shift 2
	"$HEDDLE" gpufirst --emulate "$d/$f.c" -o "$d/$f" "$@" || bad=1
	timeout 30 "$d/$f" >"$d/got" || bad=1
	printf "$want" | diff - "$d/got" || bad=1
}

# A loop with fewer iterations than threads is not the first blocks' alone: of 3 blocks of
# 64 threads, the first warps have its 96 iterations. With a chunk, OpenMP says which
# thread has which iteration.
cat >"$d/few.c" <<'END'
#include <omp.h>
#include <stdio.h>
#define ASK(clause)                                                                    \
	_Pragma(clause)                                                                \
	for (int i = 0; i < 96; i++)                                                   \
		who[i] = omp_get_thread_num();                                         \
	printf("%d %d %d %d\n", who[0], who[31], who[32], who[95]);
int who[96];
int main(void)
{
	ASK("omp parallel for")
	ASK("omp parallel for schedule(dynamic)")
	ASK("omp parallel for schedule(static, 1)")
	return 0;
}
END
HEDDLE_GF_THREADS=64 HEDDLE_GF_BLOCKS=3 prints few '0 31 64 159\n0 31 64 159\n0 31 32 95\n'

# Large objects begin at a line of memory, whatever lies before them; they can be freed,
# joined and had again; too large ones cannot be had.
cat >"$d/lines.c" <<'END'
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int off_line(const void *p)
{
	return (uintptr_t)p % 256 != 0;
}
static int locals(int depth)
{
	char b[30], a[5000], small[depth + 10], v[5000 + depth];
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		v[i] = small[i] = a[i] = b[i] = 1;
	return off_line(a) + off_line(v) + (depth ? locals(depth - 1) : 0) + a[0] - b[9] +
	       v[9] - small[3];
}
int main(void)
{
	char *p[40];
	int bad = 0, lost = 0;
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 40; i++) {
			size_t n = i % 3 ? (size_t)(4096 + 700 * i) : (size_t)(10 + i);
			p[i] = malloc(n);
			bad += n >= 4096 && off_line(p[i]);
			memset(p[i], i, n);
		}
		for (int i = 0; i < 40; i++)
			for (int k = 0; k < 10; k++)
				lost += p[i][k] != i;
		for (int i = round % 2; i < 40; i += 2)
			free(p[i]);
		for (int i = 1 - round % 2; i < 40; i += 2)
			free(p[i]);
	}
	p[0] = realloc(malloc(100), 9000);
	bad += off_line(p[0]) + locals(3);
	errno = 0;
	p[1] = malloc((size_t)-1);
	p[2] = aligned_alloc(64, (size_t)1 << 62);
	printf("%d %d %d %d\n", bad, lost, !p[1] && !p[2], errno == ENOMEM);
	return 0;
}
END
prints lines '0 0 1 1\n' -w
prints lines '0 0 1 1\n' -w '--allocator=balanced[4,2]'
exit $bad
