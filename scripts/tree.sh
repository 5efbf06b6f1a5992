#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tree.sh nvcc TREE: in TREE, beside bin and lib, what looks like CUDA's own toolkit
# tree.sh packages TREE: what other build systems look for
# tree.sh far BUILD TARGET: what programs for another processor link
# tree.sh install, uninstall: from BUILD to DESTDIR and PREFIX, and away again
# The Makefile sets: LIBS ("cublas.12 cufft.11 ..."), AR, VERSION, CUDA_VERSION.
set -eu

# Of a library NAME.NUMBER: its file, and all names that programs may link.
file() {
	echo "lib${1%.*}.so.${1##*.}"
}
names() {
	for n in "${1%.*}" $(also "${1%.*}"); do
		echo "lib$n.so lib$n.so.${1##*.} lib${n}_static.a"
	done
}
# What else a library answers to.
also() {
	case $1 in
	cublas) echo cublasLt ;;
	nvrtc) echo nvrtc-builtins ;;
	esac
}

nvcc() {
	cd "$1"
	mkdir -p nvcc/bin/crt nvcc/lib64/stubs nvcc/nvvm/libdevice lib
	ln -sfn ../../bin/hdcc nvcc/bin/nvcc
	ln -sfn ../../bin/hdcc nvcc/bin/heddle-link
	printf '%s\n' '#!/bin/sh' '# the compute capability of the device, for Makefiles' \
		'echo 80' >nvcc/bin/__nvcc_device_query
	chmod +x nvcc/bin/__nvcc_device_query
	ln -sfn lib64 nvcc/lib
	ln -sfn ../../../lib/heddle/device.bc nvcc/nvvm/libdevice/libdevice.10.bc
	printf '%s\n' "{ \"cuda\": { \"name\": \"Heddle\", \"version\": \"$CUDA_VERSION\" }," \
		"  \"cuda_nvcc\": { \"name\": \"hdcc\", \"version\": \"$CUDA_VERSION\" } }" \
		>nvcc/version.json
	ln -sfn ../include/heddle nvcc/include
	for l in libheddle.so libheddle.so.1 libcudart.so libcudart.so.12 libcuda.so.1 \
		libnvidia-ml.so.1; do
		ln -sfn ../../lib/libheddle.so.1 nvcc/lib64/$l
	done
	for l in $LIBS; do
		for n in $(names "$l"); do
			ln -sfn "../../lib/$(file "$l")" "nvcc/lib64/$n"
			[ "$(file "$l")" = "$n" ] || ln -sfn "$(file "$l")" "lib/$n"
		done
	done
	# A driver's libraries are found without a search path, too. A linker looks at what
	# a file is, not at its name.
	for l in libcudart_static.a libcuda.so libnvidia-ml.so; do
		ln -sfn ../../lib/heddle/libcudart_static.a nvcc/lib64/$l
	done
	for l in libcudadevrt.a libculibos.a; do
		rm -f nvcc/lib64/$l
		$AR rcs nvcc/lib64/$l
	done
	for l in libcuda.so libnvidia-ml.so; do
		ln -sfn ../libcudart_static.a nvcc/lib64/stubs/$l
	done
}

# Every path in these files is relative to the file.
packages() {
	mkdir -p "$1/lib/cmake/Heddle" "$1/lib/pkgconfig"
	for f in HeddleConfig HeddleConfigVersion; do
		sed "s/@VERSION@/$VERSION/" scripts/$f.cmake.in >"$1/lib/cmake/Heddle/$f.cmake"
	done
	sed "s/@VERSION@/$VERSION/; s/@NAME@/heddle/" scripts/heddle.pc.in \
		>"$1/lib/pkgconfig/heddle.pc"
	for f in cuda cudart; do
		sed "s/@VERSION@/$CUDA_VERSION/; s/@NAME@/$f/" scripts/heddle.pc.in \
			>"$1/lib/pkgconfig/$f-12.8.pc"
	done
}

far() {
	ln -sf libheddle.so.1 "$1/lib/heddle/$2/libheddle.so"
	# Debian's libm.a for cross linking may name files of a native system.
	if grep -Iqs "/usr/lib/$2/" "/usr/$2/lib/libm.a"; then
		sed "s|/usr/lib/$2/|/usr/$2/lib/|g" "/usr/$2/lib/libm.a" \
			>"$1/lib/heddle/$2/libm.a"
	fi
}

install_all() {
	install -d "$to/bin" "$to/lib/heddle"
	install -m 755 "$BUILD/bin/hdcc" "$BUILD/bin/heddle" "$to/bin"
	install -m 755 "$BUILD/lib/libheddle.so.1" "$to/lib"
	for l in $LIBS; do
		install -m 755 "$BUILD/lib/$(file "$l")" "$to/lib"
	done
	ln -sf libheddle.so.1 "$to/lib/libheddle.so"
	install -m 644 "$BUILD/lib/libheddle.a" "$to/lib"
	install -m 644 "$BUILD/lib/heddle/device.bc" "$BUILD"/lib/heddle/gpufirst-nvptx64.bc \
		"$BUILD/lib/heddle/gpufirst-host.bc" "$BUILD/lib/heddle/libheddle-gpufirst.a" \
		"$BUILD/lib/heddle/libheddle-gpufirst-tsan.a" "$to/lib/heddle"
	cp -rP "$BUILD"/lib/heddle/*-linux-gnu "$to/lib/heddle"
	(cd include && find . -type f ! -name '*.md') | while read -r f; do
		install -D -m 644 "include/$f" "$to/include/heddle/$f"
	done
	(nvcc "$to")
	packages "$to"
	install -d "$to/share/man/man1" "$to/share/bash-completion/completions" \
		"$to/share/zsh/site-functions"
	install -m 644 docs/man/*.1 "$to/share/man/man1"
	install -m 644 scripts/completion/hdcc.bash "$to/share/bash-completion/completions/hdcc"
	ln -sf hdcc "$to/share/bash-completion/completions/heddle"
	install -m 644 scripts/completion/_hdcc "$to/share/zsh/site-functions/_hdcc"
}

uninstall_all() {
	[ -d "$to" ] || return 0
	cd "$to"
	rm -f bin/hdcc bin/heddle lib/libheddle.so.1 lib/libheddle.so lib/libheddle.a
	for l in $LIBS; do
		for n in $(names "$l"); do rm -f "lib/$n"; done
	done
	rm -rf lib/heddle include/heddle nvcc lib/cmake/Heddle
	rm -f share/man/man1/hdcc.1 share/man/man1/heddle.1 \
		share/bash-completion/completions/hdcc \
		share/bash-completion/completions/heddle \
		share/zsh/site-functions/_hdcc
	rm -f lib/pkgconfig/heddle.pc lib/pkgconfig/cuda-12.8.pc lib/pkgconfig/cudart-12.8.pc
}

to=${DESTDIR-}${PREFIX-}
case $1 in
nvcc) (nvcc "$2") ;;
packages) packages "$2" ;;
far) far "$2" "$3" ;;
install) install_all ;;
uninstall) uninstall_all ;;
*) exit 2 ;;
esac
