# SPDX-License-Identifier: Apache-2.0
# An installed NVIDIA SDK is never found, however loudly the environment names it.
. "$ROOT/tests/driver/common.bash"

sdk=$PWD/cuda
mkdir -p "$sdk"/bin "$sdk"/include/crt "$sdk"/nvvm/libdevice "$sdk"/lib64
for h in cuda.h cuda_runtime.h cuda_runtime_api.h vector_types.h crt/host_defines.h \
	device_functions.h cuda_fp16.h math_functions.h; do
	echo '#error the SDK was found' >"$sdk/include/$h"
done
echo '{"cuda": {"name": "CUDA SDK", "version": "12.4.0"}}' >"$sdk/version.json"
echo 'CUDA Version 12.4' >"$sdk/version.txt"
echo junk >"$sdk/nvvm/libdevice/libdevice.10.bc"
for tool in nvcc ptxas fatbinary nvlink cicc; do
	printf '#!/bin/sh\necho SDK was found >&2\nexit 1\n' >"$sdk/bin/$tool"
	chmod +x "$sdk/bin/$tool"
done
small_program a.cu
sed -i '1i #include <cuda_runtime.h>\n#include <cuda.h>' a.cu
export CUDA_PATH=$sdk CUDA_HOME=$sdk CUDA_ROOT=$sdk CUDAToolkit_ROOT=$sdk
export PATH=$sdk/bin:$PATH
"$HDCC" a.cu -o app
prints 42 ./app
"$HDCC" -v -c a.cu 2>said
! grep -q "$sdk" said || fail "the SDK's path is in a command"
"$HDCC" -M a.cu >rules
! grep -q "$sdk\|/usr/local/cuda" rules || fail "a header of an SDK was used"
