# SPDX-License-Identifier: Apache-2.0
# heddle: help, version, unknown commands, info, run, passes, opt.
# quick
. "$ROOT/tests/driver/common.bash"

shows '^heddle [0-9.]+, LLVM [0-9.]+, ' "$HEDDLE" --version
shows 'compile a program and run it' "$HEDDLE" --help
refuse "$HEDDLE"
refuse "$HEDDLE" rum
said "did you mean 'run'"
"$HEDDLE" info >info
grep -q '^device 0: ' info
grep -qE 'warp size +32' info
grep -qE 'threads per block +1024' info
"$HEDDLE" passes >passes
"$HEDDLE" passes --markdown >passes.md
[ "$(wc -l <passes)" -ge 5 ]
diff passes.md "$ROOT/docs/passes.md" || fail "docs/passes.md is old: make docs"

export HEDDLE_CACHE_DIR=$PWD/cache
small_program a.cu
prints 42 "$HEDDLE" run a.cu
prints 1 sh -c 'ls cache | grep -v headers | wc -l'
prints 42 "$HEDDLE" run a.cu
prints 1 sh -c 'ls cache | grep -v headers | wc -l'
shows "cache +$PWD/cache: 1 program, " "$HEDDLE" info
cat >args.cu <<'END'
#include <cstdio>
int main(int n, char **v) { for (int i = 1; i < n; i++) printf("<%s>", v[i]); return X; }
END
status=0
out=$("$HEDDLE" run -DX=5 args.cu one "two three" -o) || status=$?
[ "$out" = "<one><two three><-o>" ] && [ $status = 5 ] || fail "$out, $status"
refuse "$HEDDLE" run missing.cu
said 'missing.cu: no such file'
refuse "$HEDDLE" opt
refuse "$HEDDLE" opt missing.ll

# the cache: what a program is made of decides, and only what is ours is run
"$HEDDLE" cache clear >/dev/null
prints 0 sh -c 'ls cache | grep -v headers | wc -l'
mkdir near far
echo '#define VALUE 1' >far/value.h
printf '#include <cstdio>\n#include "value.h"\nint main() { printf("%%d\\n", VALUE); }\n' >v.cu
prints 1 "$HEDDLE" run -Inear -Ifar v.cu
prints 1 "$HEDDLE" run -Inear -Ifar v.cu
echo '#define VALUE 2' >far/value.h
prints 2 "$HEDDLE" run -Inear -Ifar v.cu
echo '#define VALUE 3' >near/value.h # a header that gets in the way
prints 3 "$HEDDLE" run -Inear -Ifar v.cu
printf '#ifdef __CUDA_ARCH__\n#include "device.h"\n#endif\n' >w.cu
cat a.cu | sed 's/= 42/= D/' >>w.cu
sed -i 's/^__global__/#ifndef D\n#define D 0\n#endif\n__global__/' w.cu
echo '#define D 7' >device.h # only the device pass reads it
prints 7 "$HEDDLE" run w.cu
echo '#define D 8' >device.h
prints 8 "$HEDDLE" run w.cu
n=$(ls cache | grep -v headers | wc -l)
prints 42 "$HEDDLE" run --no-cache a.cu
[ "$(ls cache | grep -v headers | wc -l)" = "$n" ] || fail "--no-cache keeps something"
for f in cache/*[0-9a-f]; do printf '#!/bin/sh\necho wrong\n' >"$f"; done
chmod go+w cache # now anybody could have written them
prints 42 "$HEDDLE" run a.cu
chmod go-w cache
shows 'removed' "$HEDDLE" cache clear
HEDDLE_CACHE_SIZE=0 prints 42 "$HEDDLE" run a.cu
prints 0 sh -c 'ls cache | grep -v headers | wc -l'
HEDDLE_CACHE_DIR='' prints 42 "$HEDDLE" run a.cu
refuse "$HEDDLE" cache burn
shows '^cache$' "$HEDDLE" --list-commands

# completion, as far as bash is here to try it
(
	. "$ROOT/scripts/completion/hdcc.bash"
	COMP_WORDS=("$HDCC" --device) COMP_CWORD=1
	compopt() { :; }
	_hdcc "$HDCC"
	[[ " ${COMPREPLY[*]} " = *" --device-link "* ]] || fail "completion: ${COMPREPLY[*]}"
	COMP_WORDS=("$HEDDLE" in) COMP_CWORD=1
	_heddle "$HEDDLE"
	[ "${COMPREPLY[*]}" = info ] || fail "completion: ${COMPREPLY[*]}"
)
