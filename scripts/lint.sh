#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--fix] [CLANG_FORMAT]: format, layers, names, sizes, licence lines.
set -u
cd "$(dirname "$0")/.."

fix=
if [ "${1:-}" = --fix ]; then
	fix=1
	shift
fi
format=${1:-clang-format-19}
count=$(mktemp)
trap 'rm -f "$count"' EXIT

# Print what comes in, as complaints of one check.
complain() {
	local found
	found=$(cat)
	[ -n "$found" ] || return 0
	echo "lint: $1"
	echo "$found" | sed 's/^/  /' | tee -a "$count"
}

# Tracked files, and new ones that are not ignored, that still exist.
files() {
	git ls-files -co --exclude-standard -- "$@" | while read -r f; do
		[ -f "$f" ] && echo "$f"
	done
}

own_c=$(files 'src/*.[ch]' 'runtime/*.[ch]' 'libs/*.[ch]' 'tests/runner/*.[ch]' \
	'tests/unit/*.[ch]' 'tests/gen/*.[ch]' 'tests/math/*.c' 'bench/bench.h' \
	'bench/runner/*.[ch]' | sort -u)

# ---- format
if [ -n "$fix" ]; then
	$format -i $own_c
	exit 0
fi
$format --dry-run -Werror $own_c 2>&1 | grep -E '(error|warning):' | cut -c1-120 |
	sort -u -t: -k1,1 | complain "not formatted (make format):"

# ---- layers: which folders of src a folder may include
allowed() {
	case $1 in
	base) echo base ;;
	ir) echo base ir ;;
	ana) echo base ir ana ;;
	pass | lanes) echo base ir ana pass lanes ;;
	gen) echo base ir ana pass lanes gen ;;
	omp) echo base omp ;;
	drive) echo base gen drive ;;
	gpufirst) echo base ir gpufirst ;;
	tools) echo base gen omp gpufirst drive tools ;;
	*) echo none ;;
	esac
}
for f in $(files 'src/*.[ch]' 'src/*.def'); do
	layer=$(echo "$f" | cut -d/ -f2)
	for used in $(sed -n 's/^#include "\([a-z]*\)\/.*/\1/p' "$f"); do
		case " $(allowed "$layer") " in
		*" $used "*) ;;
		*) echo "$f includes $used/" ;;
		esac
	done
done | complain "layers (base < ir < ana < pass, lanes < gen < drive, tools):"

# ---- floors of src/lanes: read, decide, emit; only the last builds IR
for f in $(files 'src/lanes/*.[ch]'); do
	case $f in
	src/lanes/read/*) above='decide|emit' ;;
	src/lanes/decide/*) above=emit ;;
	*) continue ;;
	esac
	grep -nE "LLVMBuild|#include \"lanes/($above)/" "$f" /dev/null
done | complain "src/lanes: read < decide < emit, and LLVMBuild only in emit:"

grep -nE '#include "(src|base|ir|ana|pass|lanes|gen|drive|tools|omp)/' \
	$(files 'runtime/*.[ch]') /dev/null | complain "the runtime includes nothing of src:"

# The compiler writes code for every processor, wherever it runs: the Makefile leaves files
# with these endings out elsewhere.
files 'src/*_x86_64.c' 'src/*_aarch64.c' | complain "src is built whole on every processor:"

# ---- names: CUDA's only where its entry points and headers are
for f in $(files 'src/*.[ch]' 'runtime/core/*.[ch]' 'runtime/dev/*.[ch]' \
	'tests/runner/*.[ch]'); do
	sed -E 's/"([^"\\]|\\.)*"//g; s:/\*.*::; s:^ \* .*::; s://.*::' "$f" |
		grep -nE '\b(cuda[A-Z]|cu([A-Z][a-z]|blas|fft|rand|solver|sparse))[A-Za-z]*\(' |
		sed "s|^|$f:|"
done | complain "CUDA names belong in runtime/api, libs and include:"

# ---- sizes of files, functions, folders and of circles of files
scripts/house.sh --check | complain "the house (scripts/house.sh says more):"
for f in $(echo "$own_c" | grep -v '_text\.h$') $(files '*.sh' Makefile); do
	expand "$f" | awk -v f="$f" 'length > 96 { print f ":" NR ": " length " columns" }'
done | complain "lines that are too long:"

# ---- tests/run: folders by what programs protect, and names that need no folder
files 'tests/run/*.cu' | grep '^tests/run/[^/]*$' |
	complain "programs that lie in no folder of tests/run (tests/README.md):"
files 'tests/run/*.cu' | sed 's|.*/||' | sort | uniq -d |
	complain "names that two programs of tests/run have:"

for f in $(files 'tests/run/*.out'); do
	head -n 20 "${f%.out}.cu" |
		grep -qE '^// out: (a GPU|host code|kernels of|by hand)' || echo "$f"
done | complain "nothing says where this output comes from (tests/README.md):"

# ---- docs/support.md: every test that it names is there
sed -n 's/^|.*| *\([^|]*\) |$/\1/p' docs/support.md | tr ',' '\n' | tr -d ' ' |
	grep -vE '^(test|-*)?$' | while read -r t; do
	[ -n "$(ls tests/run/*/"$t".cu 2>/dev/null)" ] || [ -e "tests/$t" ] ||
		[ -n "$(ls tests/"$t".* 2>/dev/null)" ] ||
		echo "$t"
done | complain "docs/support.md names tests that are not there:"

awk -F'|' '/^\|/ && $3 ~ /^ yes/ && $(NF - 1) ~ /^ *$/ { print "line " NR ":" $2 }' \
	docs/support.md | complain "docs/support.md says yes without a test:"

# ---- tables are those of their data; files that documents name are there
scripts/tables.sh --check docs/performance.md | complain "documents to be made anew:"
for f in README.md CONTRIBUTING.md docs/architecture.md $(files '*/README.md'); do
	dir=$(dirname "$f")
	{
		sed 's/`[^`]*`//g' "$f" | grep -oE '\]\([^)#:]+\)' | tr -d '()]'
		case $f in
		src/* | runtime/* | libs/*)
			grep -oE '`[a-z_0-9/]+\.(c|h|def)`' "$f" | tr -d '`'
			;;
		esac
	} | sort -u | while read -r name; do
		[ -e "$dir/$name" ] || [ -e "$name" ] ||
			[ -n "$(find "$dir" include -path "*/$name")" ] || echo "$f: $name"
	done
done | complain "documents name files that are not there:"

# ---- docs/debugging.md: every switch
sed -n 's/^TRICK([a-z]*, "\([^"]*\)".*/\1/p' src/ir/tricks.def | while read -r t; do
	grep -q "\`$t\`" docs/debugging.md || echo "$t"
done | complain "docs/debugging.md does not name these switches of tricks.def:"

# ---- licence lines
for f in $(files 'src/*.[ch]' 'src/*.def' 'runtime/*.[ch]' 'runtime/*.def' 'libs/*' \
	'include/*' 'tests/runner/*' 'tests/unit/*.[ch]' 'tests/gen/*.[ch]' \
	'tests/driver/*.sh' 'scripts/*' 'bench/suite/*' 'bench/runner/*' \
	'examples/*.cu' Makefile); do
	case $f in *.md) continue ;; esac
	head -n 3 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$f"
done | complain "no SPDX line:"

[ ! -s "$count" ] || { echo "lint: $(wc -l <"$count") places"; exit 1; }
echo "lint: clean"
