# SPDX-License-Identifier: Apache-2.0
# C as it was written before C99: warnings, as with gcc, unless asked otherwise.
. "$ROOT/tests/driver/common.bash"

small_kernel kernel.cu
cat >main.c <<'EOF'
#include <stdio.h>

twice(x)
	int x;
{
	return 2 * x;
}

int
main(argc, argv)
	int argc;
	char **argv;
{
	int a[100];
	long address = a;
	int (*call)(int, int) = twice;

	if (fill(a, 100) || address != (long)a || argc != 1)
		return 1;
	printf("%d %d\n", a[99], call(a[3], 0));
	return 0;
}
EOF
"$HDCC" kernel.cu main.c -o app 2>said
prints "9801 18" ./app
said 'implicit-int'
"$HDCC" -w -c main.c 2>said
[ ! -s said ]
refuse "$HDCC" -Werror=implicit-int -c main.c
said 'implicit-int'
