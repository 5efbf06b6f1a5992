#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deps.sh LLVM_VERSION GROUP...: install what is missing. Groups: build, test,
# x86_64 and aarch64 (to compile for them on another processor).
set -eu

v=$1
shift
exec 9<"$0"
flock 9 2>/dev/null || true # one installation at a time

# group  package  what shows that it is there: a command or a file
table="
build clang-$v            clang++-$v
build llvm-$v             llvm-link-$v
build llvm-$v-dev         llvm-config-$v
build libclang-$v-dev     /usr/lib/llvm-$v/include/clang-c/Index.h
build libhwloc-dev        /usr/include/hwloc.h
build libzstd-dev         /usr/include/zstd.h
build libdw-dev           /usr/include/elfutils/libdwfl.h
test  libclang-rt-$v-dev  /usr/lib/llvm-$v/lib/clang/$v/lib/linux
test  llvm-$v-tools       FileCheck-$v
test  clang-format-$v     clang-format-$v
test  gcc                 gcc
test  g++                 g++
test  gdb                 gdb
test  ccache              ccache
test  libopenblas0        /usr/lib/$(uname -m)-linux-gnu/libopenblas.so.0
test  libfftw3-double3    /usr/lib/$(uname -m)-linux-gnu/libfftw3.so.3
test  libfftw3-single3    /usr/lib/$(uname -m)-linux-gnu/libfftw3f.so.3
test  libmpfr-dev         /usr/include/mpfr.h
test  libcub-dev          /usr/include/cub/cub.cuh
test  libthrust-dev       /usr/include/thrust/version.h
x86_64  g++-x86-64-linux-gnu  x86_64-linux-gnu-g++
aarch64 g++-aarch64-linux-gnu aarch64-linux-gnu-g++
"
# OpenMP in host code. Packages of two versions exclude each other: only the default's.
[ "$v" != 19 ] || table="$table
build libomp-19-dev       /usr/lib/llvm-19/lib/clang/19/include/omp.h
"

missing=$(echo "$table" | while read -r group package probe; do
	case " $* " in *" ${group:-none} "*) ;; *) continue ;; esac
	case $probe in
	/*) [ -e "$probe" ] || echo "$package" ;;
	*) command -v "$probe" >/dev/null || echo "$package" ;;
	esac
done | tr '\n' ' ')

[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "Heddle needs these Debian packages, or what your system calls them:" >&2
	echo "  $missing" >&2
	echo "(clang and LLVM $v, hwloc, elfutils; to test also FileCheck and gdb)" >&2
	exit 1
fi

sudo=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || {
		echo "please install as root: apt-get install $missing" >&2
		exit 1
	}
	sudo=sudo
fi

echo "installing: $missing"
export DEBIAN_FRONTEND=noninteractive
for p in $missing; do
	apt-cache show "$p" >/dev/null 2>&1 || { $sudo apt-get -q update; break; }
done
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
	$missing || {
	$sudo apt-get -q update
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install \
		--no-install-recommends $missing
}
