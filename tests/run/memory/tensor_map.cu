// tensor_map: descriptions of tensors for the copy engine of sm_90 have their size and their
// place among parameters; making one is not supported, and said so.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

#include <cuda.h>

__global__ void
second_word(const __grid_constant__ CUtensorMap map, unsigned long long *out)
{
	*out = map.opaque[1];
}

int
main()
{
	CUtensorMap map = {};
	cuuint64_t size[2] = {64, 64}, stride[1] = {256};
	cuuint32_t box[2] = {8, 8}, step[2] = {1, 1};
	float *tensor = device_array<float>(64 * 64);
	auto *out = device_array<unsigned long long>(1);

	printf("%zu bytes at multiples of %zu\n", sizeof map, alignof(CUtensorMap));
	CUresult r = cuTensorMapEncodeTiled(
		&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, size, stride, box, step,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	printf("%d %d\n", r == CUDA_ERROR_NOT_SUPPORTED,
	       cuTensorMapReplaceAddress(&map, tensor) == CUDA_ERROR_NOT_SUPPORTED);
	map.opaque[1] = 0x123456789abcdefull;
	second_word<<<1, 1>>>(map, out);
	SYNC();
	printf("%llx\n", to_host(out, 1)[0]);
	return 0;
}
