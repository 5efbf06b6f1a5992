# SPDX-License-Identifier: Apache-2.0
# quick
# scripts/house.sh --check, on a small tree: it finds circles, long functions and full
# folders, takes what house.known has, and complains when that may shrink.
set -eu
mkdir -p "$TMP/tree/scripts" "$TMP/tree/src/gen"
cp "$ROOT"/scripts/house.{sh,awk} "$TMP/tree/scripts"
cd "$TMP/tree"
git init -q .

fail() {
	echo "FAIL: $1"
	cat out
	exit 1
}
# expect TEXT...: these complaints and no others
expect() {
	scripts/house.sh --check >out
	[ "$(wc -l <out)" = $# ] || fail "not $# complaints"
	for text; do
		grep -qF "$text" out || fail "no '$text'"
	done
}
# ring N: N files, each of which calls the next one
ring() {
	rm -f src/gen/*.c
	for i in $(seq 0 $(($1 - 1))); do
		printf '/* not hd_f9() */\nint\nhd_f%d(void)\n{\n\treturn hd_f%d();\n}\n' \
			"$i" $(((i + 1) % $1)) >"src/gen/f$i.c"
	done
}

echo '# none' >scripts/house.known
ring 6
expect
ring 7
expect 'knot src/gen: 7, more than 6 files'
echo 'knot src/gen 7' >>scripts/house.known
expect
ring 8
expect 'knot src/gen: 8, more than the 7'
echo 'knot src/gen 9' >scripts/house.known
expect 'knot src/gen: 8 now, and 9'
scripts/house.sh --shrink
grep -qx 'knot src/gen 8' scripts/house.known || fail 'not shrunk'
ring 3
expect 'knot src/gen: is within the limits now'
scripts/house.sh --shrink
expect

{
	printf 'static int\nlong_one(int a, int b, int c, int d, int e, int f, int g)\n{\n'
	for i in $(seq 61); do echo "	a++;"; done
	echo '}'
} >src/gen/long.c
expect 'src/gen/long.c:long_one: 61, more than 60 lines' \
	'src/gen/long.c:long_one: 7, more than 6'
rm src/gen/long.c
for i in $(seq 31); do echo 'int x;' >"src/gen/x$i.c"; done
rm src/gen/f*.c
expect 'folder src/gen: 31, more than 30'
rm src/gen/x*.c
for i in $(seq 601); do echo 'int x;'; done >src/gen/a.c
expect 'src/gen/a.c: 601, more than 600 lines'
