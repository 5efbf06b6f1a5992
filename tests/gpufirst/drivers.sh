# SPDX-License-Identifier: Apache-2.0
# What a program says on machines that it cannot run on: a driver of the tests' own tells
# the loader about them. Each message names what is wrong; the status is 125.
set -u
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
unset OMP_NUM_THREADS
bad=0
cat >"$d/a.c" <<'END'
int main(void)
{
	int sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++)
		sum += i;
	return sum;
}
END
"$HEDDLE" gpufirst "$d/a.c" -o "$d/a" || exit 1
mkdir "$d/new" "$d/old"
driver="$CLANG -shared -fPIC -Wall -Wno-unused-value parts/fake_driver.c"
$driver -o "$d/new/libcuda.so.1" && $driver -DOLD_DRIVER -o "$d/old/libcuda.so.1" || exit 1

says() { # driver, what is wrong with the GPU, what the program must say
	timeout 20 env LD_LIBRARY_PATH="$d/$1" FAKE_GPU="$2" ${4:-} "$d/a" >"$d/log" 2>&1
	local got=$?
	if [ $got != 125 ] || ! grep -qF -- "$3" "$d/log"; then
		echo "a GPU that is '$2': status $got, expected 125 and '$3':"
		cat "$d/log"
		bad=1
	fi
}

says old '' 'the NVIDIA driver is too old: it has no cuLaunchCooperativeKernel'
says new broken 'the NVIDIA driver does not start: it did not work (NO_DEVICE)'
says new none 'no NVIDIA GPU was found; to run on the CPU, set HEDDLE_GF_RUN=cpu'
says new old 'Fake 100 has compute capability 6.1; 7.0 is the oldest'
says new apart 'Fake 100 cannot share memory with the CPU while it runs; build with'
says new refusing 'ptxas fatal: a line that it does not like'
says new narrow 'a.c:4 needs too many registers for blocks of 128 threads; make'
says new unpinned 'pinned memory for remote calls'
says new small 'out of device memory: a heap of 8 MiB is asked for, 32 are free'
says new full 'out of device memory: the heap needs'
says new '' 'a heap of 2048 MiB is asked for, 512 are free' HEDDLE_GF_HEAP=2G
says new 'no room' 'a region does not start on'
says new faulty 'the GPU stopped: an illegal memory access was encountered (ILLEGAL_ADDRESS)'
says new '' 'in the parallel region at'
says new '' 'a.c:4'
# Grids: all that fits; at most 4096 threads in blocks of one warp where threads take turns;
# one thread in a warp where they wait for each other one by one
says new '' 'a grid of 24 x 128.'
says new '' 'a grid of 16 x 64.' HEDDLE_GF_THREADS=64\ HEDDLE_GF_BLOCKS=16
for f in locks ordered; do
	"$HEDDLE" gpufirst -w $f.c -o "$d/a" || bad=1
	case $f in locks) says new '' 'x 32 apart.' ;; *) says new '' 'x 1 apart.' ;; esac
done
# Threads that know their numbers: the same grid in all regions, one that fits for each
cat >"$d/b.c" <<'END'
#include <omp.h>
int at[4096];
int main(void)
{
#pragma omp parallel
	at[omp_get_thread_num()] = 1;
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		at[i] += 2;
#pragma omp parallel
	at[omp_get_thread_num()] = 3;
	return 0;
}
END
"$HEDDLE" gpufirst "$d/b.c" -o "$d/a" || bad=1
says new uneven 'a grid of 6 x 128.'
sed -i '5s/$/ for/; 6s/.*/for (int i = 0; i < 4; i++) at[i] = 1;/' "$d/b.c"
"$HEDDLE" gpufirst "$d/b.c" -o "$d/a" || bad=1
says new uneven 'a grid of 24 x 128.'
exit $bad
