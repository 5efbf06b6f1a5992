# SPDX-License-Identifier: Apache-2.0
# Programs for the other processor, run by qemu.
# needs: qemu-x86_64
# needs: qemu-aarch64
case $(uname -m) in
x86_64) far=aarch64 cpus="generic" ;;
aarch64) far=x86_64 cpus="x86-64 x86-64-v3" ;;
*) exit 0 ;;
esac
target=$far-linux-gnu
cd "$TMP"
echo 'int main() { return 0; }' >a.cu
"$HDCC" --target=mips-linux-gnu a.cu 2>err && exit 1
grep -q 'there are x86_64-linux-gnu and aarch64-linux-gnu' err
if ! command -v $target-g++ >/dev/null; then
	echo "skipped: no $target-g++"
	exit 0
fi
make -s -C "$ROOT" B="$BUILD" LLVM_VERSION="$LLVM" cross-files TARGET=$target >log 2>&1 ||
	{ cat log; exit 1; }
for cpu in $cpus; do
	for t in vector_add barrier_loops warp_shuffle atomic_float math_exact struct_args; do
		"$HDCC" --target=$target -march=$cpu -static -fheddle-lanes=8 \
			"$ROOT/tests/run/$t.cu" -o $t
		timeout 60 qemu-$far -cpu max ./$t >$t.out
		cmp $t.out "$ROOT/tests/run/$t.out" || { echo "$t, $cpu: differs"; exit 1; }
	done
done
"$HDCC" --target=$target "$ROOT/tests/run/vector_add.cu" -o a
timeout 60 qemu-$far -L /usr/$target ./a | cmp - "$ROOT/tests/run/vector_add.out"
