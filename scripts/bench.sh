#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh BUILD: compile and run the programs in bench/, one after the other.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
out=$build/bench
mkdir -p "$out"
found=
for source in bench/*.cu; do
	[ -e "$source" ] || continue
	found=1
	name=$(basename "$source" .cu)
	echo "== $name"
	"$build/bin/hdcc" -O3 -march=native "$source" -o "$out/$name"
	"$out/$name"
done
[ -n "$found" ] || echo "no benchmarks yet: bench/ has no .cu files"
