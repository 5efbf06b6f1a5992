#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# house.sh [--check | --shrink]: what the tree is made of: sizes, comments, asserts, public
# functions, circles of files, names that mean several things. --check complains about what
# is over the limits and not in house.known, and about what is there and need not be.
# --shrink takes that out of house.known; nothing puts anything in.
set -eu
cd "$(dirname "$0")/.."

known=scripts/house.known
files() {
	git ls-files -co --exclude-standard -- "$@" | sort | while read -r f; do
		[ -f "$f" ] && echo "$f"
	done
}
house() {
	LC_ALL=C awk -v mode="$1" -v known=$known -v tricks=src/ir/tricks.def \
		-f scripts/house.awk $(files 'src/*.[ch]' 'runtime/*.[ch]' 'libs/*.[ch]' \
		'tests/runner/*.[ch]' 'bench/runner/*.[ch]' 'tests/unit/*.[ch]' \
		'tests/gen/*.[ch]' 'tests/math/*.c' bench/bench.h 'include/*.h')
}

case ${1:-} in
--check) house check ;;
--shrink)
	house shrink >$known.new
	mv $known.new $known
	;;
'') house report ;;
*)
	echo "usage: house.sh [--check | --shrink]" >&2
	exit 2
	;;
esac
