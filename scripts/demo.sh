#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh BUILD: compile the programs in examples/ and run them.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
out=$build/demo
mkdir -p "$out"
for source in examples/*.cu; do
	name=$(basename "$source" .cu)
	echo
	echo "== $name"
	echo "\$ hdcc -O3 -march=native $source -o $out/$name && $out/$name"
	"$build/bin/hdcc" -O3 -march=native "$source" -o "$out/$name"
	(cd "$out" && "./$name")
done
echo
for picture in "$out"/*.png; do
	[ -e "$picture" ] && echo "picture: $picture"
done
echo "demo: all programs ran"
