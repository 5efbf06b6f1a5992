# SPDX-License-Identifier: Apache-2.0
# What `make install` does, into another place: hdcc, heddle and the nvcc tree work from
# there, and `make uninstall` takes everything away.
. "$ROOT/tests/driver/common.bash"

quiet_make() {
	MAKEFLAGS='' make -s -C "$ROOT" B="${BUILD#"$ROOT"/}" "$@" >make.log 2>&1 || {
		cat make.log
		fail "make $*"
	}
}

prefix=$PWD/stage/opt/heddle
quiet_make install-files PREFIX=/opt/heddle DESTDIR="$PWD/stage"
mv stage/opt/heddle moved # relocatable: nothing but the rpath of programs is absolute
prefix=$PWD/moved
small_program a.cu
"$prefix/bin/hdcc" -v a.cu -o app 2>said
prints 42 ./app
! grep -qE "$BUILD/(bin|lib|include|nvcc)" said || fail "uses files of the build directory"
shows "$prefix/lib/libheddle.so.1" ldd app
shows "$prefix/lib" "$prefix/bin/heddle" info

# as nvcc, found by PATH, in a Makefile of the old kind
cat >Makefile.old <<'END'
NVCC = $(CUDA_DIR)/bin/nvcc
app2: main.o a.o
	gcc -o $@ $^ -L$(CUDA_DIR)/lib64 -lcudart -lm -Wl,-rpath,$(CUDA_DIR)/lib64
a.o: k.cu
	$(NVCC) -O3 -arch=sm_70 -gencode arch=compute_80,code=sm_80 -c $< -o $@
main.o: main.c
	gcc -I$(CUDA_DIR)/include -c $< -o $@
END
small_kernel k.cu
cat >main.c <<'END'
#include <cuda_runtime_api.h>
#include <stdio.h>
int fill(int *, int);
int main(void) { int a[4]; cudaFree(0); fill(a, 4); printf("%d\n", a[3]); return 0; }
END
MAKEFLAGS='' make -f Makefile.old CUDA_DIR="$prefix/nvcc"
prints 9 ./app2
PATH=$prefix/nvcc/bin:$PATH nvcc a.cu -o app3
prints 42 ./app3

for f in man/man1/hdcc.1 man/man1/heddle.1 zsh/site-functions/_hdcc \
	bash-completion/completions/heddle; do
	[ -s "$prefix/share/$f" ] || fail "not installed: $f"
done
quiet_make install-files PREFIX="$PWD/again"
HEDDLE_CACHE_DIR='' prints 42 "$PWD/again/bin/heddle" run a.cu
# a program linked by somebody else with the "static" library finds its runtime
"$PWD/again/bin/hdcc" -c a.cu -o plain.o
g++ plain.o "$PWD/again/nvcc/lib64/libcudart_static.a" -o plain
prints 42 ./plain
g++ plain.o -L"$PWD/again/nvcc/lib64" -lnvidia-ml -o plain # a driver's: found by itself
prints 42 ./plain
# one that is moved finds it beside itself or where libraries are looked for
mkdir -p moved/lib
cp plain moved
cp again/lib/libheddle.so.1 moved/lib
quiet_make uninstall PREFIX="$PWD/again"
LD_LIBRARY_PATH=$PWD/moved/lib prints 42 moved/plain
status=0
moved/plain 2>said || status=$?
[ $status = 127 ] || fail "exit status $status without libheddle"
said 'libheddle.so.1.*No such file'
said 'put libheddle.so.1 beside the program'
mv moved/lib/libheddle.so.1 moved
prints 42 moved/plain
left=$(find again ! -type d)
[ -z "$left" ] || fail "left after uninstall: $left"
