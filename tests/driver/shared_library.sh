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
# two of them at the same time, with kernels of the same names
cat >both.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	void *lib[2] = {dlopen("./libkernel.so", RTLD_NOW), dlopen("./libcopy.so", RTLD_NOW)};
	for (int i = 0; i < 4; i++) {
		int a[10], (*fill)(int *, int);
		if (!lib[i & 1])
			return puts(dlerror()), 1;
		*(void **)&fill = dlsym(lib[i & 1], "fill");
		if (fill(a, 10))
			return 2;
		printf("%d", a[8]);
		if (i == 2)
			dlclose(lib[0]);
	}
	return 0;
}
END
cp libkernel.so libcopy.so
gcc both.c -ldl -o both
prints 64646464 ./both
# in two steps, as build systems do
"$HDCC" -Xcompiler -fPIC -c kernel.cu -o k.o
"$HDCC" -shared k.o -o libk2.so
gcc main.c -L. -lk2 -Wl,-rpath,"$PWD" -o app2
prints 81 ./app2
