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

small_program a.cu
prints 42 "$HEDDLE" run a.cu
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
