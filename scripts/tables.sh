#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tables.sh [--check] FILE...: makes the tables in Markdown files anew from the TSV files in
# data/ beside them (tables.awk says how). --check only names files that would change.
set -eu

check=
if [ "${1:-}" = --check ]; then
	check=1
	shift
fi
here=$(dirname "$0")
named() { # DIR WORD: the files DIR/WORD-*.tsv, by number where names differ in one
	find "$1" -name "$2-*.tsv" -printf '%f\n' 2>/dev/null | sort -V | tr '\n' ' '
}
for f; do
	data=$(dirname "$f")/data
	LC_ALL=C awk -v data="$data" -v suites="$(named "$data" suite)" \
		-v ablations="$(named "$data" ablation)" -f "$here/tables.awk" "$f" \
		>"$f.new" || { rm -f "$f.new"; exit 1; }
	if cmp -s "$f" "$f.new"; then
		rm "$f.new"
	elif [ -n "$check" ]; then
		rm "$f.new"
		echo "$f: a table is not that of its data (scripts/tables.sh $f)"
	else
		mv "$f.new" "$f"
		echo "written: $f"
	fi
done
