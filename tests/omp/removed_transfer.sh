# SPDX-License-Identifier: Apache-2.0
# A transfer that is wrongly removed does not go unnoticed: with HEDDLE_PROTECT=1 the host
# cannot read what only the device has, and data that were never copied are wild.
d=$WORK/removed
mkdir -p "$d"
cat >"$d/app.c" <<'C'
#include <stdio.h>
static int next[100], a[100];
int main(void)
{
	int s = 0;
	for (int i = 0; i < 100; i++)
		next[i] = 99 - i;
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		a[next[i]] = i;
	for (int i = 0; i < 100; i++)
		s += a[i] * (i % 7);
	printf("%d\n", s);
	return 0;
}
C
run() {
	"$HDCC" "$1" -o "$d/app" && HEDDLE_PROTECT=1 "$d/app" >"$d/out" 2>"$d/err"
}
"$HEDDLE" omp2cuda "$d/app.c" -o "$d/app.cu" || exit 1
run "$d/app.cu" && [ "$(cat "$d/out")" = 14455 ] || { cat "$d/out" "$d/err"; exit 1; }
# the copy to the host is gone, and the host reads the device's memory: a crash
sed '/DeviceToHost/d; s/s += a\[i\]/s += dev_a[i]/' "$d/app.cu" >"$d/host.cu"
! cmp -s "$d/app.cu" "$d/host.cu" || exit 1
run "$d/host.cu" && exit 1
grep -q 'the host touches device memory' "$d/err" || { cat "$d/err"; exit 1; }
# the copy to the device is gone: the kernel follows a wild index and fails
"$HEDDLE" omp2cuda "$d/app.c" -o "$d/device.cu" || exit 1
sed -i '/cudaMemcpy(dev_next/d' "$d/device.cu"
! cmp -s "$d/app.cu" "$d/device.cu" || exit 1
run "$d/device.cu" && exit 1
grep -q 'illegal memory access' "$d/err" || { cat "$d/err"; exit 1; }
