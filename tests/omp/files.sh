# SPDX-License-Identifier: Apache-2.0
# Several files are one program: a global array is used by kernels of both.
d=$WORK/files
mkdir -p "$d"
cat >"$d/main.c" <<'C'
#include <stdio.h>
extern int shared_array[50];
void work(int n);
int main(void)
{
	int s = 0;
	for (int k = 0; k < 3; k++)
		work(50);
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < 50; i++)
		s += shared_array[i];
	printf("%d\n", s);
	return 0;
}
C
cat >"$d/work.c" <<'C'
int shared_array[50];
void work(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		shared_array[i] += i;
}
C
"$HEDDLE" omp2cuda "$d/main.c" "$d/work.c" -o "$d/out" &&
	"$HDCC" "$d/out/main.cu" "$d/out/work.cu" -o "$d/prog" &&
	[ "$("$d/prog")" = 3675 ] || exit 1

# a function of another file is named, at the call
printf '%s\n' 'double twice(double x);' 'double a[9];' 'int main(void)' '{' \
	'#pragma omp parallel for' '	for (int i = 0; i < 9; i++)' \
	'		a[i] = twice(i);' \
	'	return (int)a[0];' '}' >"$d/call.c"
printf '%s\n' 'static double f(double x) { return x; }' \
	'double twice(double x) { return 2 * f(x); }' >"$d/twice.c"
"$HEDDLE" omp2cuda --no-fallback "$d/call.c" "$d/twice.c" -o "$d/no" 2>"$d/log" && exit 1
[ ! -e "$d/no" ] && [ "$(grep -c 'error:' "$d/log")" = 1 ] &&
	grep -q "call.c:7:.*'twice' is defined in another file" "$d/log"
