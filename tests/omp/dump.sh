# SPDX-License-Identifier: Apache-2.0
# The annotated program can be read again, after every pass, and means the same.
d=$WORK/dump
mkdir -p "$d"
"$CLANG" -w -fopenmp cg.c -o "$d/omp" -lm && "$d/omp" >"$d/want" || exit 1
for pass in split handle stream cuda; do
	"$HEDDLE" omp2cuda cg.c --dump-directives=$pass >"$d/$pass.c" || exit 1
	grep -q 'pragma omp' "$d/$pass.c" || exit 1
done
grep -q 'ainfo procname(conj_grad) kernelid(0)' "$d/cuda.c" || exit 1
"$HEDDLE" omp2cuda "$d/cuda.c" -o "$d/again.cu" &&
	"$HDCC" $FLAGS "$d/again.cu" -o "$d/again" || exit 1
"$d/again" >"$d/got" && diff "$d/want" "$d/got"
