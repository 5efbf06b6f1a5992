/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: linking code that is to be loaded. One image is linked as it is; that several
 * refer to each other needs a compiler, which programs do not have. */
#include "cu_module.h"

#include <stdlib.h>
#include <string.h>

struct CUlinkState_st {
	void *image; /* owned; NULL: none yet */
	size_t size;
	hd_jit jit;
};

CUresult
cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state)
{
	CUresult result = state ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*state = calloc(1, sizeof **state);
	if (!*state)
		return CUDA_ERROR_OUT_OF_MEMORY;
	(*state)->jit = (hd_jit){n, options, values};
	return CUDA_SUCCESS;
}

/* The image becomes the state's own. */
static CUresult
add(CUlinkState state, void *image, size_t size)
{
	hd_complaint why = {"several pieces of code cannot be linked while a program "
			    "runs; put them into one source, or link them with hdcc "
			    "-rdc=true"};
	int error = HD_ERR_NOT_SUPPORTED;

	if (!state->image)
		error = hd_image_check(image, &size, &why);
	if (error) {
		free(image);
		return (CUresult)hd_cu_loaded(error, &why, &state->jit);
	}
	state->image = image;
	state->size = size;
	return CUDA_SUCCESS;
}

CUresult
cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
	      const char *name, unsigned int n, CUjit_option *options, void **values)
{
	bool good = state && data && size && (unsigned)type < CU_JIT_NUM_INPUT_TYPES;
	CUresult result = good ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;
	char *copy;

	(void)name, (void)n, (void)options, (void)values;
	if (result)
		return result;
	copy = malloc(size + 1);
	if (!copy)
		return CUDA_ERROR_OUT_OF_MEMORY;
	memcpy(copy, data, size);
	copy[size] = 0;
	return add(state, copy, size);
}

/* What kernels call to launch kernels is part of the runtime. */
static bool
is_device_runtime(const char *file)
{
	const char *slash = strrchr(file, '/');

	return strcmp(slash ? slash + 1 : file, "libcudadevrt.a") == 0;
}

CUresult
cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int n,
	      CUjit_option *options, void **values)
{
	bool good = state && file && (unsigned)type < CU_JIT_NUM_INPUT_TYPES;
	CUresult result = good ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;
	hd_complaint why = {""};
	void *image;
	size_t size;
	int error;

	(void)n, (void)options, (void)values;
	if (result)
		return result;
	if (is_device_runtime(file))
		return CUDA_SUCCESS;
	error = hd_image_read(file, &image, &size, &why);
	return error ? (CUresult)hd_cu_loaded(error, &why, &state->jit)
		     : add(state, image, size);
}

CUresult
cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
	CUresult result = state && image ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;
	hd_complaint why = {"there is nothing to link: add code first"};

	if (result)
		return result;
	*image = state->image;
	if (size)
		*size = state->size;
	return (CUresult)hd_cu_loaded(state->image ? HD_OK : HD_ERR_IMAGE, &why,
				      &state->jit);
}

CUresult
cuLinkDestroy(CUlinkState state)
{
	CUresult result = state ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	free(state->image);
	free(state);
	return CUDA_SUCCESS;
}

CU_ALIAS(cuLinkCreate_v2, cuLinkCreate);
CU_ALIAS(cuLinkAddData_v2, cuLinkAddData);
CU_ALIAS(cuLinkAddFile_v2, cuLinkAddFile);
