# SPDX-License-Identifier: Apache-2.0
# Outputs: unwritable places, nothing half done, inputs that are missing.
d=$WORK/outputs
mkdir -p "$d"
"$HEDDLE" omp2cuda jacobi.c -o "$d/none/x.cu" 2>"$d/log" && exit 1
grep -q 'cannot write' "$d/log" || exit 1
echo old >"$d/keep.cu"
"$HEDDLE" omp2cuda ../err/omp/task.c --no-fallback -o "$d/keep.cu" 2>"$d/log" && exit 1
[ "$(cat "$d/keep.cu")" = old ] || exit 1
"$HEDDLE" omp2cuda "$d/missing.c" 2>"$d/log" && exit 1
grep -q 'cannot read' "$d/log" || exit 1
"$HEDDLE" omp2cuda 2>"$d/log" && exit 1
grep -q 'no input file' "$d/log" || exit 1
"$HEDDLE" omp2cuda ../err/omp/task.c -o "$d/cpu.cu" 2>"$d/log" || exit 1
grep -q 'stays on the CPU' "$d/log" || exit 1
ls "$d" | grep -q tmp && exit 1
exit 0
