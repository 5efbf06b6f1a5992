# SPDX-License-Identifier: Apache-2.0
# Tuning of single kernels, and a configuration with lines for one kernel.
d=$WORK/kernel_tuning
mkdir -p "$d"
printf '%s\n' cudaThreadBlockSize=128 maxNumOfCudaThreadBlocks=0 'exclude useTiling' \
	'exclude useMallocPitch' 'exclude useThreadCoarsening' >"$d/setup"
tuningLevel=1 "$HEDDLE" tune jacobi.c --setup "$d/setup" --out "$d/o" --repeat 1 --args 2 \
	--compile "$HDCC %i -o %o" >"$d/table" 2>"$d/log" || { cat "$d/log"; exit 1; }
grep -q 'tuned' "$d/table" || exit 1
printf 'useTiling=0\nmain 1 gpurun threadblocksize(32)\n' >"$d/one.conf"
"$HEDDLE" omp2cuda jacobi.c --config "$d/one.conf" -o "$d/j.cu" || exit 1
[ "$(grep -c 'gpu_size(32, 1)' "$d/j.cu")" = 1 ] &&
	[ "$(grep -c 'gpu_size(32, 4)' "$d/j.cu")" = 1 ]
