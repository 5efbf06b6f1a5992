# SPDX-License-Identifier: Apache-2.0
# Memory that one file allocates, kernels of another one use; also where macros allocate.
d=$WORK/memory_files
mkdir -p "$d"
cat >"$d/lib.h" <<'END'
#define NEW(type, n) ((type *)malloc((n) * sizeof(type)))
#define DROP(p) do { free(p); (p) = NULL; } while (0)
double *make(int n);
void scale(double *p, int n, double f);
END
cat >"$d/main.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "lib.h"
int main(void)
{
	double *a = make(100), *b = NEW(double, 100), s = 0;
	for (int i = 0; i < 100; i++)
		b[i] = i;
	scale(a, 100, 2);
	scale(b, 100, 3);
	for (int i = 0; i < 100; i++)
		s += a[i] + b[i];
	printf("%g\n", s);
	DROP(a);
	DROP(b);
	return 0;
}
END
cat >"$d/make.c" <<'END'
#include <stdlib.h>
#include "lib.h"
double *make(int n)
{
	double *p = malloc(n * sizeof *p);
	for (int i = 0; i < n; i++)
		p[i] = i;
	return p;
}
END
cat >"$d/work.c" <<'END'
#include "lib.h"
void scale(double *p, int n, double f)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i] *= f;
}
END
cd "$d" && "$HEDDLE" omp2cuda main.c make.c work.c -o out &&
	"$HDCC" $FLAGS -I. out/*.cu -o program && [ "$(./program)" = 24750 ]
