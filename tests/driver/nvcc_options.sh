# SPDX-License-Identifier: Apache-2.0
# nvcc's command line: long and short names, lists, response files, what has no meaning
# here, what is unknown; --version and --dryrun in the form that other programs read.
. "$ROOT/tests/driver/common.bash"

NVCC=$BUILD/nvcc/bin/nvcc
small_program a.cu
small_kernel k.cu
echo 'int three(void) { return 3; }' >c.c

# names for the same thing
"$NVCC" --compile --output-file a.o --define-macro=A=1,B=2 --include-path . a.cu
"$NVCC" a.o --library-path=. --library m -link -o app
prints 42 ./app
cat >macros.cu <<'END'
#include "zz.h"
#if A != 1 || B != 2 || ZZ != 7 || !defined(S) || defined(U)
#error macros
#endif
#ifdef __CUDA_ARCH__
char arch[__CUDA_ARCH__ == WANT ? 1 : -1];
#endif
char list[__CUDA_ARCH_LIST__ == WANT ? 1 : -1];
#if !defined(__NVCC__) || !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ != 12
#error who is this
#endif
#if !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)
#error options
#endif
#if defined(__CUDACC_RDC__) != RDC
#error rdc
#endif
int main() { return 0; }
END
mkdir -p inc1 inc2
echo '#define ZZ 7' >inc2/zz.h
echo '#define S 1' >first.h
common="-DA=1,B=2 -DU -UU -Iinc1,inc2 -include=first.h --extended-lambda
	--expt-relaxed-constexpr -c -o m.o macros.cu"
"$NVCC" $common -DWANT=800 -DRDC=0
"$NVCC" $common -DWANT=800 -DRDC=0 -arch sm_90
"$NVCC" $common -DWANT=700 -DRDC=0 -arch=sm_70
"$NVCC" $common -DWANT=800 -DRDC=1 -rdc=true -arch=all-major \
	-gencode arch=compute_60,code=[sm_60,compute_60] \
	--generate-code=arch=compute_80,code=sm_80
"$NVCC" $common -DWANT=600 -DRDC=1 -dc --gpu-architecture=compute_60 --gpu-code=sm_60
"$NVCC" $common -DWANT=800 -DRDC=0 -dw -isystem=inc1
refuse "$NVCC" -arch=sm_eighty a.cu
said "'sm_eighty' is no GPU architecture"
refuse "$NVCC" -rdc=maybe a.cu
said 'must be true or false'
shows '^sm_80$' "$NVCC" --list-gpu-code
shows '^compute_80$' "$NVCC" -arch-ls

# taken, and of no meaning on a CPU
"$NVCC" -O3 -lineinfo -Xptxas -v,-O3 --ptxas-options=-dlcm=cg -Xcudafe --diag_suppress=20012 \
	-Xnvlink -v -dlto -ewp -t4 --threads 2 -split-compile=0 -maxrregcount 32 \
	--resource-usage -ccbin g++ -cudart=static --cudadevrt none -diag-suppress 177 \
	-Wno-deprecated-gpu-targets -Wdefault-stream-launch -Wreorder -Werror \
	cross-execution-space-call -err-no -brief-diag=true -use-local-env -noprof \
	--ftemplate-depth 900 -ftz=true -prec-div=false -restrict -src-in-ptx -m 64 -m64 \
	--default-stream per-thread -allow-unsupported-compiler a.cu -o app
prints 42 ./app
refuse "$NVCC" --default-stream=mine a.cu
refuse "$NVCC" -m32 a.cu
refuse "$NVCC" -optix-ir a.cu
said "NVIDIA's own"

# warnings that count as errors
echo 'int f() { int unused; return 0; } int main() { return f(); }' >w.cu
"$NVCC" -Xcompiler -Wall w.cu -o w
"$NVCC" -Wall -w -Werror all-warnings w.cu -o w
refuse "$NVCC" -Wall -Werror all-warnings w.cu -o w2
refuse "$NVCC" -Wall -Werror w.cu -o w2
no_file w2

# unknown ones are named, unless somebody else is to have them
refuse "$NVCC" --no-such-thing a.cu
said "unknown option '--no-such-thing'"
refuse "$NVCC" -tx a.cu
said "unknown option '-tx'"
refuse "$NVCC" -forward-unknown-to-host-compiler --no-such-thing a.cu
said 'no-such-thing'
"$NVCC" -forward-unknown-to-host-compiler -nostdlib++ a.cu -o app
prints 42 ./app

# response files, the environment
echo "-DA=\"1\" -c '-o' spaced\\ name.o" >one.rsp
echo '--options-file one.rsp a.cu' >two.rsp
"$NVCC" -optf two.rsp
[ -f 'spaced name.o' ] || fail "no output from a response file"
"$NVCC" 'spaced name.o' @/dev/null -o app
prints 42 ./app
refuse "$NVCC" @missing.rsp
said 'missing.rsp'
echo '@loop.rsp' >loop.rsp
refuse "$NVCC" @loop.rsp
said 'deep'
NVCC_PREPEND_FLAGS='-DX=1' NVCC_APPEND_FLAGS='-o env.o' "$NVCC" -c a.cu
[ -f env.o ] || fail "NVCC_APPEND_FLAGS"

# what to make
"$NVCC" -lib k.cu c.c -o libk.a
prints 2 sh -c 'ar t libk.a | wc -l'
mkdir -p o
"$NVCC" -c k.cu c.c -odir o
[ -f o/k.o ] && [ -f o/c.o ] || fail "-odir"
for f in ptx cubin fatbin; do
	"$NVCC" -$f a.cu
	if [ $f = ptx ]; then
		prints '// heddle image 1' head -n 1 a.$f
	else
		prints ELF sh -c "head -c 4 a.$f | tail -c 3"
	fi
	"$NVCC" -$f -emit-llvm a.cu
	prints BC head -c 2 a.$f
done
refuse "$NVCC" -ptx c.c
said 'no device code'
prints 42 "$NVCC" -run a.cu -o ran
"$NVCC" --clean-targets a.cu -o ran
no_file ran
"$NVCC" -fdevice-syntax-only a.cu
"$NVCC" -Xcompiler "-O2 -fopenmp" -Xcompiler=-Wl,-rpath,/a -Xlinker -rpath,/b,-O1 \
	a.cu -o app
shows '/a.*/b|/b.*/a' readelf -d app

# what configure scripts and CMake read
"$NVCC" --version >version
grep -q '^nvcc: NVIDIA (R) Cuda compiler driver' version
grep -q 'release 12.8, V12.8.93' version
rm -f app
"$NVCC" --dryrun -O3 a.cu -o app 2>dry
no_file app
top=$(sed -n 's/^#\$ TOP=//p' dry)
[ -x "$top/bin/nvcc" ] && [ -f "$top/include/cuda_runtime.h" ] || fail "TOP=$top"
libraries=$(sed -n 's/^#\$ LIBRARIES= *//p' dry)
grep '^#\$ .*-o "app"' dry | grep -qF -- "$libraries" || fail "no line links with $libraries"
grep -q -- '-arch compute_80' dry
status=0
"$NVCC" -v __no_such_input 2>said || status=$?
[ $status = 1 ] || fail "exit status $status"
said '^#\$ TOP='

# Makefiles ask for the device's compute capability.
[ "$("$BUILD/nvcc/bin/__nvcc_device_query")" = 80 ]
