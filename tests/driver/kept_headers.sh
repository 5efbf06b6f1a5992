# SPDX-License-Identifier: Apache-2.0
# Headers that clang has read before are used where they say the same, and only there.
. "$ROOT/tests/driver/common.bash"

export HEDDLE_CACHE_DIR=$PWD/cache
# kept N WORDS...: with these words, N of clang's two passes take headers from the cache
kept() {
	local want=$1 n
	shift
	"$HDCC" -v "$@" -c a.cu -o a.o 2>words || fail "$(cat words)"
	n=$(grep -c -- '-Xclang -include-pch' words) || true
	[ "$n" = "$want" ] || fail "$n passes instead of $want: $*"
}

made() {
	grep -q -- '-emit-pch' words
}

small_program a.cu
kept 0
! made || fail 'headers that are asked for once are kept'
kept 2
made || fail 'who read the headers?'
kept 2
! made || fail 'headers are read again'
cp a.o first.o
HEDDLE_CACHE_DIR='' kept 0
cmp a.o first.o
"$HDCC" a.cu -o a
prints 42 ./a

# what says nothing about headers; what does
mkdir own
kept 2 -DMINE=3 -Iown -Wall -include stdio.h
! made || fail 'a name that no header has'
kept 0 -DNDEBUG
kept 2 -DNDEBUG
made || fail 'a name that headers have'
kept 0 -std=c++14
kept 2 -std=c++14
made || fail 'another language'
kept 0 -g
kept 0 --dryrun
kept 1 -MMD -MP # the host's pass writes targets for headers
CPATH=own kept 0
HEDDLE_CACHE_SIZE=0 kept 0
cat >own/math.h <<'END'
#define FROM_MATH_H 1
#include_next <math.h>
END
kept 0 -Iown
printf '#include <cstdio>\n#ifdef FROM_MATH_H\nint main() { puts("own"); }\n#endif\n' >m.cu
"$HDCC" -Iown m.cu -o m
prints own ./m

# macros reach the source as ever, also those that headers ask for
cat >d.cu <<'END'
#include <cstdio>
int main() {
#if defined CUDA_API_PER_THREAD_DEFAULT_STREAM
	printf("%d ", (int)(CUDA_API_PER_THREAD_DEFAULT_STREAM));
#endif
	printf("%d %ld\n", MINE, (long)__cplusplus);
}
END
"$HDCC" -DMINE=5 -std=c++14 d.cu -o d
prints '5 201402' ./d
"$HDCC" -DMINE=6 -DCUDA_API_PER_THREAD_DEFAULT_STREAM=7 d.cu -o d
prints '7 6 201703' ./d

# rules for make are the same
"$HDCC" -MMD -c a.cu -o a.o
prints 'a.o: a.cu' cat a.d
"$HDCC" -MD -c a.cu -o a.o
tr -d '\\' <a.d | tr -s ' ' '\n' | sort >with
HEDDLE_CACHE_DIR='' "$HDCC" -MD -c a.cu -o a.o
tr -d '\\' <a.d | tr -s ' ' '\n' | sort >without
# tbb.h is only asked for, not read
prints '' sh -c 'comm -3 with without | grep -v tbb || true'

# errors are told once
echo 'int main() { cudaMalloc(1); }' >e.cu
refuse "$HDCC" e.cu
mv said once
HEDDLE_CACHE_DIR='' refuse "$HDCC" e.cu
diff once said

# what is broken is read again, and made again
for f in cache/headers/*; do
	[ "$(stat -c %s "$f")" -lt 1000000 ] || echo broken >"$f"
done
kept 2 && "$HDCC" a.cu -o a # the first one compiles without, and says nothing
prints 42 ./a
kept 2
! grep -q 'error:' words || fail "$(cat words)"
for f in cache/headers/*; do echo broken >"$f"; done
kept 2
made || fail 'a broken list'

# a header that changes
mkdir -p other/bin
cp "$HDCC" other/bin/hdcc
ln -s "$(dirname "$(dirname "$(readlink -f "$HDCC")")")/lib" other/lib
cp -rL "$(dirname "$(dirname "$(readlink -f "$HDCC")")")/include" other/include
printf '#include <cstdio>\nint main() { printf("%%d\\n", CHANGED); }\n' >c.cu
for value in 1 2; do
	sed -i '/CHANGED/d' other/include/heddle/__heddle_prelude.h
	echo "#define CHANGED $value" >>other/include/heddle/__heddle_prelude.h
	touch -d "1 minute ago" other/include/heddle/__heddle_prelude.h
	for again in 1 2; do
		other/bin/hdcc c.cu -o c
		prints $value ./c
	done
done

# nothing is taken from a folder that others can write
chmod go+w cache/headers
kept 0
chmod go-w cache/headers
shows 'cache/headers: [0-9]+ files' "$HEDDLE" cache
"$HEDDLE" cache clear >/dev/null
prints 0 sh -c 'ls cache/headers | wc -l'
