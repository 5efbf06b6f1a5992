# SPDX-License-Identifier: Apache-2.0
# The tuner: pruning, setup files, configurations, searches, continuing, own engines.
d=$WORK/tune
mkdir -p "$d"
"$HEDDLE" tune --prune ep.c >"$d/space" || exit 1
grep -q '3 tunable / 3 always beneficial / 2 need approval' "$d/space" || exit 1
grep -q '24576 without pruning, 32 with: 99.87 %' "$d/space" || exit 1
printf '%s\n' 'exclude useMallocPitch' 'exclude useThreadCoarsening' \
	'cudaThreadBlockSize=64,128' \
	'maxNumOfCudaThreadBlocks=0' >"$d/setup"
"$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/o" --repeat 1 --args 5 \
	--compile "$HDCC $FLAGS %i -o %o" \
	>"$d/table" 2>"$d/log" || exit 1
grep -q 'tuned' "$d/table" && [ -s "$d/o/best.conf" ] && [ -s "$d/o/best.cu" ] || exit 1
grep -q '<circle' "$d/o/results.svg" || exit 1
[ "$(grep -c 'ok' "$d/o/results.tsv")" = 4 ] || exit 1
# continuing measures nothing again
"$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/o" --repeat 1 --compile false \
	--args 5 >/dev/null 2>&1
[ "$(grep -c 'ok' "$d/o/results.tsv")" = 4 ] || exit 1
"$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/h" --search halving --limit 3 --args 3 \
	--compile "$HDCC $FLAGS %i -o %o" >/dev/null 2>&1 || exit 1
[ -s "$d/h/best.conf" ] || exit 1
printf '#!/bin/sh\nls "$1/configs" | wc -l >"$1/count"\necho 2\n' >"$d/engine"
chmod +x "$d/engine"
"$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/e" --engine "$d/engine" \
	--args 3 --repeat 1 \
	--compile "$HDCC $FLAGS %i -o %o" >"$d/table" 2>/dev/null || exit 1
grep -q 'configuration 2' "$d/table" && [ "$(cat "$d/e/count")" -eq 4 ] || exit 1
# the variants as sources, measured by a script without heddle
"$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/x" --export --args 2 --repeat 1 \
	>"$d/said" 2>/dev/null || exit 1
grep -q '4 configurations, 4 variants' "$d/said" || exit 1
COMPILE="$HDCC $FLAGS %i -o %o" JOBS=1 "$d/x/measure" >"$d/table" || exit 1
grep -q '^tuned' "$d/table" && [ -s "$d/x/best.cu" ] && [ -s "$d/x/best.conf" ] || exit 1
[ "$(grep -c 'ok' "$d/x/results.tsv")" = 4 ] || exit 1
COMPILE=false JOBS=1 "$d/x/measure" >/dev/null 2>&1 && exit 1
echo 'approve nothing' >"$d/bad"
"$HEDDLE" tune jacobi.c --setup "$d/bad" --out "$d/b" 2>"$d/log" && exit 1
grep -q "bad:1: error" "$d/log"
