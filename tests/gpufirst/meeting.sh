# SPDX-License-Identifier: Apache-2.0
# Where threads of a warp get on one by one, they meet by memory alone: the loader starts
# such regions "apart", as a driver of the tests' own sees.
set -u
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
unset OMP_NUM_THREADS
bad=0
$CLANG -shared -fPIC -w parts/fake_driver.c -o "$d/libcuda.so.1" || exit 1

meets() { # what a thread does, its grid; options follow
	local body=$1 grid=$2
	shift 2
	cat >"$d/a.c" <<-END
		#include <math.h>
		#include <stdio.h>
		#include <stdlib.h>
		static char c, *p[40];
		static int k;
		static double y = 1;
		int main(void)
		{
			double x = 1;
			int n = 0;
		#pragma omp parallel for reduction(+ : n) reduction(max : x)
			for (int i = 0; i < 40; i++) {
				n++;
				x = fmax(x, i);
				$body
			}
			return n + (int)x;
		}
	END
	"$HEDDLE" gpufirst -w "$d/a.c" -o "$d/a" --ptx="$d/a.ptx" "$@" || bad=1
	timeout 20 env LD_LIBRARY_PATH="$d" "$d/a" >"$d/log" 2>&1
	grep -qF "a grid of $grid." "$d/log" || {
		echo "'$body': expected a grid of $grid, got $(head -1 "$d/log")"
		bad=1
	}
	# a program without such regions has no code for them
	case $grid:$(grep -c dynamic_smem_size "$d/a.ptx") in
	*apart:0) echo "'$body': all barriers are the GPU's" ;;
	*apart:* | *:0) return ;;
	*) echo "'$body': no barrier is the GPU's alone" ;;
	esac
	bad=1
}

meets '' '24 x 128'
meets 'n += (int)strtol("7", NULL, 10);' '24 x 128'
meets '_Pragma("omp atomic") k += i;' '24 x 128'
meets '_Pragma("omp atomic") y *= 2;' '24 x 128 apart'
meets '_Pragma("omp atomic") c += 2;' '24 x 128 apart'
meets 'printf("%d", i);' '24 x 128 apart'
meets 'p[i] = malloc(9);' '24 x 32 apart'
meets 'p[i] = malloc(9);' '24 x 128 apart' '--allocator=balanced[4,2]'
meets '_Pragma("omp critical") k++;' '24 x 32 apart'
exit $bad
