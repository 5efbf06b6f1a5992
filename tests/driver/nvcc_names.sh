# SPDX-License-Identifier: Apache-2.0
# Every option that `nvcc --help` of CUDA 13 names, in its short and its long form, with a
# value where it takes one: taken, or refused by name; and docs/support.md has it.
. "$ROOT/tests/driver/common.bash"

NVCC=$BUILD/nvcc/bin/nvcc
small_program a.cu
: >first.h
: >empty
cat >options <<'END'
-cuda --cuda
-cubin --cubin
-fatbin --fatbin
-ptx --ptx
-optix-ir --optix-ir
-ltoir --ltoir
-E --preprocess
-M --generate-dependencies
-MM --generate-nonsystem-dependencies
-MD --generate-dependencies-with-compile
-MMD --generate-nonsystem-dependencies-with-compile
-MF --dependency-output a.d
-MP --generate-dependency-targets
-c --compile
-dc --device-c
-dw --device-w
-dlink --device-link
-link --link
-lib --lib
-run --run
-o --output-file app
-include --pre-include first.h
-objtemp --objdir-as-tempdir
-l --library m
-D --define-macro A=1
-U --undefine-macro A
-I --include-path .
-isystem --system-include .
-L --library-path .
-odir --output-directory .
-ccbin --compiler-bindir g++
-allow-unsupported-compiler --allow-unsupported-compiler
-arbin --archiver-binary ar
-cudart --cudart static
-cudadevrt --cudadevrt none
-ldir --libdevice-directory .
-target-dir --target-directory x
-use-local-env --use-local-env
-force-cl-env-setup --force-cl-env-setup
-pg --profile
-g --debug
-G --device-debug
-lineinfo --generate-line-info
-opt-info --optimization-info inline
-O --optimize 3
-Ofc --Ofast-compile max
-dopt --dopt on
-dlto --dlink-time-opt
-lto --lto
-gen-opt-lto --gen-opt-lto
-ftemplate-backtrace-limit --ftemplate-backtrace-limit 9
-ftemplate-depth --ftemplate-depth 900
-noeh --no-exceptions
-shared --shared
-x --x cu
-std --std c++17
-nohdinitlist --no-host-device-initializer-list
-nohdmoveforward --no-host-device-move-forward
-expt-relaxed-constexpr --expt-relaxed-constexpr
-extended-lambda --extended-lambda
-expt-extended-lambda --expt-extended-lambda
-m --machine 64
-m64 --m64
-Xcompiler --compiler-options -O2,-g
-Xlinker --linker-options -O1
-Xarchive --archive-options s
-Xptxas --ptxas-options -v,-O3
-Xnvlink --nvlink-options -v
-static-global-template-stub --static-global-template-stub true
-device-entity-has-hidden-visibility --device-entity-has-hidden-visibility true
-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler
-forward-unknown-to-host-linker --forward-unknown-to-host-linker
-forward-unknown-opts --forward-unknown-opts
-noprof --dont-use-profile
-dryrun --dryrun
-v --verbose
-t --threads 2
-split-compile --split-compile 2
-split-compile-extended --split-compile-extended 2
-fdevice-syntax-only --fdevice-syntax-only
-fdevice-time-trace --fdevice-time-trace t.json
-keep --keep
-keep-dir --keep-dir .
-save-temps --save-temps
-clean --clean-targets
-time --time t.csv
-run-args --run-args 1,2
-idp --input-drive-prefix /c
-ddp --dependency-drive-prefix /c
-dp --drive-prefix /c
-MT --dependency-target-name a.o
--no-align-double --no-align-double
-nodlink --no-device-link
-arch --gpu-architecture sm_80
-code --gpu-code sm_80
-gencode --generate-code arch=compute_80,code=sm_80
-rdc --relocatable-device-code true
-e --entries set
-maxrregcount --maxrregcount 32
-use_fast_math --use_fast_math
-ftz --ftz true
-prec-div --prec-div false
-prec-sqrt --prec-sqrt false
-fmad --fmad false
-extra-device-vectorization --extra-device-vectorization
-default-stream --default-stream legacy
-w --disable-warnings
-keep-device-functions --keep-device-functions
-src-in-ptx --source-in-ptx
-restrict --restrict
-Wreorder --Wreorder
-Wdefault-stream-launch --Wdefault-stream-launch
-Wmissing-launch-bounds --Wmissing-launch-bounds
-Wext-lambda-captures-this --Wext-lambda-captures-this
-Wno-deprecated-declarations --Wno-deprecated-declarations
-Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets
-Werror --Werror reorder
-res-usage --resource-usage
-ewp --extensible-whole-program
-no-compress --no-compress
-qpp-config --qpp-config 12.2.0
-astoolspatch --compile-as-tools-patch
-code-ls --list-gpu-code
-arch-ls --list-gpu-arch
-err-no --display-error-number
-no-err-no --no-display-error-number
-diag-error --diag-error 177
-diag-suppress --diag-suppress 177
-diag-warn --diag-warn 177
-hls --host-linker-script use-lcs
-aug-hls --augment-host-linker-script
-r --relocatable-link
-brief-diag --brief-diagnostics true
-jtd --jump-table-density 50
-reloc-ptx --relocatable-ptx
-device-stack-protector --device-stack-protector true
-compress-mode --compress-mode size
-frandom-seed --frandom-seed 7
-sanitize --sanitize memcheck
-jobserver --jobserver
-h --help
-V --version
-optf --options-file empty
END

sed -n '/^## nvcc/,/^## GPU/p' "$ROOT/docs/support.md" >documented
while read -r short long value; do
	grep -qE -- "[\` ]$short[\` ]" documented || fail "docs/support.md does not name $short"
	case $short in
	-optix-ir | -ltoir)
		refuse "$NVCC" $short a.cu
		said "NVIDIA's own"
		refuse "$NVCC" $long a.cu
		said "NVIDIA's own"
		continue
		;;
	esac
	[ $short != -MF ] || long="-MD $long"
	"$NVCC" -dryrun $short $value a.cu >out 2>&1 ||
		fail "$short $value: $(cat out)"
	"$NVCC" -dryrun $long${value:+=$value} a.cu >out 2>&1 ||
		fail "$long${value:+=$value}: $(cat out)"
done <options
no_file a.out app a.o t.json t.csv
