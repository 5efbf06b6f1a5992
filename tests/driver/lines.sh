# SPDX-License-Identifier: Apache-2.0
# On x86 no jump crosses or ends a line of 32 bytes, and no comparison of registers in front of
# one begins in another; with -fno-heddle-code.branch-lines, and without optimisation, some
# of many do.
. "$ROOT/tests/driver/common.bash"

[ "$(uname -m)" = x86_64 ] || { echo "needs headers and objdump for x86-64"; exit 77; }

for k in $(seq 200); do
	cat <<-END2
	int f$k(const int *p, int n)
	{
		int s = 0;
		for (int i = 0; i < n; i++) {
			if (p[i] > $k)
				continue;
			s += p[s & $k];
			if (s == n * $k)
				break;
		}
		return s;
	}
	END2
done >many.cu

# how many there are; a line of objdump has an address, bytes, and an instruction
broken() {
	$HDCC "$@" -c many.cu -o many.o
	objdump -d --insn-width=15 many.o >many.s
	[ "$(grep -cE '	j[a-z]+ ' many.s)" -gt 800 ] || fail "few jumps: $*"
	awk -F'\t' '
	NF >= 3 {
		digits = $1
		sub(/:.*/, "", digits)
		at = index("0123456789abcdef", substr(digits, length(digits))) - 1
		if (substr(digits, length(digits) - 1, 1) ~ /[13579bdf]/)
			at += 16
		size = split($2, bytes, " ")
		if ($3 ~ /^j/) {
			if (fuses && at < before)
				at += 32
			end = (fuses ? at : at % 32) + size
			n += end >= 32
		}
		fuses = $3 ~ /^(cmp|test) +%[a-z0-9]+,%[a-z0-9]+$/
		before = at
	}
	END { print n + 0 }' many.s
}

n=$(broken -O2)
[ "$n" = 0 ] || fail "$n jumps lie in two lines"
n=$(broken -O2 -fno-heddle-code.branch-lines)
[ "$n" -gt 20 ] || fail "only $n jumps lie in two lines by chance"
n=$(broken -O0)
[ "$n" -gt 20 ] || fail "only $n jumps lie in two lines without optimisation"
