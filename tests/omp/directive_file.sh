# SPDX-License-Identifier: Apache-2.0
# A user directive file: clauses for one kernel, a region kept on the CPU, mistakes.
d=$WORK/directive_file
mkdir -p "$d"
printf '# comment\nmain 0 gpurun threadblocksize(96) noploopswap\nmain 1 nogpurun\n' >"$d/user"
"$HEDDLE" omp2cuda jacobi.c --directives "$d/user" -o "$d/j.cu" || exit 1
grep -q 'gpu_size = 96' "$d/j.cu" || exit 1
grep -q 'main_kernel1' "$d/j.cu" && exit 1
"$HDCC" "$d/j.cu" -o "$d/j" && "$CLANG" -w -fopenmp jacobi.c -o "$d/omp" || exit 1
[ "$("$d/j")" = "$("$d/omp")" ] || exit 1
echo 'main 7 nogpurun' >"$d/bad"
"$HEDDLE" omp2cuda jacobi.c --directives "$d/bad" -o "$d/bad.cu" 2>"$d/log" && exit 1
grep -q "no kernel 7 in 'main'" "$d/log" && [ ! -e "$d/bad.cu" ]
