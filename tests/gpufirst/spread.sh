# SPDX-License-Identifier: Apache-2.0
# A loop with fewer iterations than threads is not the first blocks' alone: of 3 blocks of
# 64 threads, the first warps have its 96 iterations. With a chunk, OpenMP says which
# thread has which iteration.
set -u
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
cat >"$d/a.c" <<'END'
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
"$HEDDLE" gpufirst --emulate "$d/a.c" -o "$d/a" || exit 1
printf '0 31 64 159\n0 31 64 159\n0 31 32 95\n' >"$d/want"
env HEDDLE_GF_THREADS=64 HEDDLE_GF_BLOCKS=3 OMP_NUM_THREADS= "$d/a" >"$d/got" || exit 1
diff "$d/want" "$d/got"
