# SPDX-License-Identifier: Apache-2.0
# ccache takes nvcc's drop-in for nvcc: what was compiled before comes from its cache, with
# the rules for make; what has changed does not.
# needs: ccache
. "$ROOT/tests/driver/common.bash"

export CCACHE_DIR=$PWD/cache HEDDLE_CACHE_DIR=
nvcc=$BUILD/nvcc/bin/nvcc
echo '#define V 3' >h.h
printf '#include "h.h"\n__global__ void k(int *p) { *p = V; }\n' >a.cu
printf '#include "a.cu"\nint f() { return V; }\n' >unity.cu

# cached KIND COMMAND...: what ccache calls it
cached() {
	local kind=$1
	shift
	ccache -z >/dev/null
	ccache "$nvcc" "$@"
	ccache --print-stats | grep -q "^$kind.1\$" ||
		fail "no $kind: $* $(ccache --print-stats | grep -v '.0$')"
}
# twice COMMAND...: a miss and then a hit give what hdcc gives
twice() {
	"$nvcc" "$@" -o a.o
	mv a.o plain.o
	cached cache_miss "$@" -o a.o
	cmp plain.o a.o || fail "another object through ccache: $*"
	rm a.o
	cached direct_cache_hit "$@" -o a.o
	cmp plain.o a.o || fail "another object from the cache: $*"
}
twice -c a.cu
twice -O3 -std=c++14 -arch=sm_80 -Xcompiler -Wall -c a.cu
twice -gencode arch=compute_80,code=sm_80 -rdc=true -c a.cu
twice -x cu -c unity.cu
echo '-std=c++11 -c' >words
twice @words a.cu

cached cache_miss -MD -MF a.d -MT a.o -c a.cu -o a.o
cp a.d first.d
rm a.d
cached direct_cache_hit -MD -MF a.d -MT a.o -c a.cu -o a.o
cmp a.d first.d || fail "other rules from the cache"
grep -q ' h\.h' a.d || fail "the rules lack h.h"

echo '#define V 4' >h.h
sleep 1 # ccache does not trust files that are as new as this
cached cache_miss -c a.cu -o a.o
CCACHE_NODIRECT=1 cached preprocessed_cache_hit -c a.cu -o a.o
