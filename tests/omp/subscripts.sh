# SPDX-License-Identifier: Apache-2.0
# An inner loop is divided, too, only if its iterations touch different elements: those of
# a subscript in a subscript may be the same.
d=$WORK/subscripts
mkdir -p "$d"
program() {
	cat <<END
static int h[8][64], data[64];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 64; j++)
			h[i][$1] += data[j];
	return h[1][1];
}
END
}
program j >"$d/plain.c"
program 'data[j]' >"$d/nested.c"
program '(int)(data[j])' >"$d/cast.c"
"$HEDDLE" omp2cuda "$d/plain.c" --dump-directives >"$d/plain" &&
	grep -q ploopswap "$d/plain" || exit 1
for p in nested cast; do
	"$HEDDLE" omp2cuda "$d/$p.c" --dump-directives >"$d/$p" || exit 1
	! grep -q ploopswap "$d/$p" || exit 1
done
