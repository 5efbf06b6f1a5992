# SPDX-License-Identifier: Apache-2.0
# Kernels in a shared library, linked and loaded with dlopen.
. "$ROOT/tests/driver/common.bash"

small_kernel kernel.cu
cat >main.c <<'END'
#include <stdio.h>
int fill(int *, int);
int main(void)
{
	int a[10];
	if (fill(a, 10))
		return 1;
	printf("%d\n", a[9]);
	return 0;
}
END
cat >load.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		void *lib = dlopen("./libkernel.so", RTLD_NOW);
		int a[10], (*fill)(int *, int);
		if (!lib)
			return puts(dlerror()), 1;
		*(void **)&fill = dlsym(lib, "fill");
		if (fill(a, 10))
			return 2;
		printf("%d\n", a[8]);
		dlclose(lib);
	}
	return 0;
}
END
"$HDCC" -shared -fPIC kernel.cu -o libkernel.so
"$HDCC" main.c -L. -lkernel -Wl,-rpath,"$PWD" -o app
prints 81 ./app
gcc load.c -ldl -o load
prints "64
64" ./load
# in two steps, as build systems do
"$HDCC" -Xcompiler -fPIC -c kernel.cu -o k.o
"$HDCC" -shared k.o -o libk2.so
gcc main.c -L. -lk2 -Wl,-rpath,"$PWD" -o app2
prints 81 ./app2
