# SPDX-License-Identifier: Apache-2.0
# Clauses that a user writes on gpurun: each has its effect, whatever the settings are, and
# one that does not suit its variable is a warning, not a wrong program.
d=$WORK/user_clauses
mkdir -p "$d" && cd "$d" || exit 1

cat >a.in <<'END'
#include <stdio.h>
#define N 100
#define M 8
static int rowptr[N + 1], col[N * 3], count;
static double val[N * 3], x[N], y[N], z[N], t[N], u[N], big[N * N];
static struct pair {
	double a, b;
} pairs[N];
static double first(double *p)
{
	return p[0];
}
int main(void)
{
	double s = 0, q[M], v[M];
	for (int i = 0; i < N; i++) {
		rowptr[i] = 3 * i;
		x[i] = i % 7;
		big[i] = pairs[i].a = i;
		for (int k = 0; k < 3; k++) {
			col[3 * i + k] = (i + k) % N;
			val[3 * i + k] = k + 1;
		}
	}
	rowptr[N] = 3 * N;
#pragma cuda gpurun @0
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		y[i] = 0;
		for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
			y[i] += val[k] * x[col[k]];
	}
#pragma cuda gpurun @1
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		z[i] = 2 * y[i];
#pragma cuda gpurun @2
#pragma omp parallel for private(q, v)
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < M; k++)
			q[k] = z[i] + k;
		for (int k = 1; k < M; k++)
			q[k] += q[k - 1];
		v[0] = big[i] + pairs[i].a;
		t[i] = q[M - 1] + first(v);
#pragma omp atomic
		count++;
	}
#pragma cuda gpurun @3
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double sum = 0;
		for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
			sum += val[k] * x[col[k]];
		u[i] = sum;
	}
	for (int i = 0; i < N; i++)
		s = s * 0.5 + t[i] + y[i] + u[i];
	printf("%.6f %d\n", s, count);
	return 0;
}
END
sed 's/@.//' a.in >omp.c && "$CLANG" -w -fopenmp omp.c -o omp && ./omp >want || exit 1

make_it() { # name, kernel, clauses, options
	sed "s/@$2/$3/; s/@[0-9]//" a.in >"$1.c"
	"$HEDDLE" omp2cuda $4 "$1.c" -o "$1.cu" 2>"$1.log" || { cat "$1.log"; exit 1; }
}
runs() {
	"$HDCC" -O0 "$1.cu" -o "$1" && ./"$1" >got && cmp want got &&
		HEDDLE_PROTECT=1 ./"$1" >got && cmp want got || { echo "$1 fails"; exit 1; }
}
has() { # name, text; with "no": has not
	if grep -qF -- "$2" "$1.cu"; then [ "$3" != no ]; else [ "$3" = no ]; fi ||
		{ echo "$1: '$2'${3:+ must not be there}"; exit 1; }
}

# the effect of each, against the setting
make_it register 0 'registerRW(y)' '--set shrdArryElmtCachingOnReg=0'
has register 'y_reg +=' && runs register
make_it noregister 0 'noregister(y)' ''
has noregister 'y_reg' no
make_it collapse 3 'loopcollapse(8)' ''
has collapse 'gpu_row_combine<gpu_add, 8>' && runs collapse
make_it nocollapse 3 noloopcollapse '--set useLoopCollapse=8'
has nocollapse 'gpu_row_combine' no
make_it column 2 'sharedRW(q)' ''
has column '__shared__ double q_sm[8 * 128]' && runs column
make_it nocolumn 2 'noshared(q)' '--set prvtArryCachingOnSM=1'
has nocolumn 'q_sm' no
make_it stays 1 'nog2cmemtr(z)' '--set cudaMemTrOptLevel=0'
has stays 'cudaMemcpy(z, dev_z' no
make_it there 1 'noc2gmemtr(z)' '--set cudaMemTrOptLevel=0'
[ "$(grep -c 'cudaMemcpy(dev_z, z' there.cu)" = 1 ] && runs there || exit 1
make_it constant 2 'constant(pairs) sharedRO(z)' ''
has constant '__constant__' && has constant '__shared__ double z' && runs constant
for s in 0 1; do
	make_it alloc$s 1 '' "--set useGlobalGMalloc=1 --set globalGMallocOpt=$s"
	runs alloc$s
done
[ "$(grep -c 'GPU_ALLOC(' alloc0.cu)" -gt "$(grep -c 'GPU_ALLOC(' alloc1.cu)" ] || exit 1

# what does not suit
while read -r kernel clause; do
	make_it bad "$kernel" "$clause" ''
	grep -q "warning: .*${clause%%(*}\|warning: no element of" bad.log ||
		{ echo "no warning about $clause"; exit 1; }
	# as if it were not there, but for the user's own line
	make_it none "$kernel" '' ''
	sed -i '/^\/\* cuda gpurun/d' none.cu bad.cu
	diff none.cu bad.cu || exit 1
done <<'END'
0 constant(y)
0 texture(y)
0 sharedRO(y)
0 sharedRW(x)
0 registerRO(val)
1 registerRW(z)
2 texture(pairs)
2 constant(big)
2 sharedRO(big)
2 sharedRW(v)
2 registerRW(count)
END
exit 0
