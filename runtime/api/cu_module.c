/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: modules. One is the object that its kernels were compiled in, part of the
 * program or loaded. */
#include "cu_module.h"

#include <stdio.h>
#include <string.h>

/* ---- loading -------------------------------------------------------------------------- */

static void **
value_of(const hd_jit *jit, CUjit_option option)
{
	for (unsigned int i = 0; i < jit->n && jit->options && jit->values; i++)
		if (jit->options[i] == option)
			return &jit->values[i];
	return NULL;
}

/* The size goes in as what there is room for, and comes back as what was written. */
static void
fill_log(const hd_jit *jit, CUjit_option buffer, CUjit_option size, const char *text)
{
	void **at = value_of(jit, buffer), **bytes = value_of(jit, size);
	size_t room = bytes ? (size_t)(uintptr_t)*bytes : 0, n = strlen(text) + 1;

	if (!at || !*at || !room)
		return;
	if (n > room)
		n = room;
	memcpy(*at, text, n);
	((char *)*at)[n - 1] = 0;
	*bytes = (void *)(uintptr_t)(*text ? n : 0);
}

int
hd_cu_loaded(int error, const hd_complaint *why, const hd_jit *jit)
{
	void **time = value_of(jit, CU_JIT_WALL_TIME);
	float none = 0;

	if (time)
		memcpy(time, &none, sizeof none);
	fill_log(jit, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, "");
	fill_log(jit, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		 error ? why->text : "");
	if (error && error != HD_ERR_FILE)
		hd_warn("%s", why->text);
	return error;
}

int
hd_cu_load(const void *image, const void **module, const hd_jit *jit)
{
	hd_complaint why = {""};
	int error = hd_image_load(image, 0, module, &why);

	return hd_cu_loaded(error, &why, jit);
}

int
hd_cu_load_file(const char *file, const void **module, const hd_jit *jit)
{
	hd_complaint why = {""};
	int error = hd_image_load_file(file, module, &why);

	return hd_cu_loaded(error, &why, jit);
}

CUresult
cuModuleLoad(CUmodule *module, const char *file)
{
	const void *loaded = NULL;
	CUresult result = module && file ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = (CUresult)hd_cu_load_file(file, &loaded, &(hd_jit){0});
	if (module)
		*module = (CUmodule)(uintptr_t)loaded;
	return result;
}

CUresult
cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n,
		   CUjit_option *options, void **values)
{
	const void *loaded = NULL;
	CUresult result = module && image ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = (CUresult)hd_cu_load(image, &loaded,
					      &(hd_jit){n, options, values});
	if (module)
		*module = (CUmodule)(uintptr_t)loaded;
	return result;
}

CUresult
cuModuleLoadData(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult
cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

/* What is part of the program stays. */
CUresult
cuModuleUnload(CUmodule module)
{
	CUresult result = hd_cu_begin();

	return result ? result : (CUresult)hd_image_unload(module);
}

CUresult
cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
	if (!mode)
		return CUDA_ERROR_INVALID_VALUE;
	*mode = CU_MODULE_EAGER_LOADING;
	return CUDA_SUCCESS;
}

/* ---- what is in one ------------------------------------------------------------------- */

CUresult
cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	CUresult result =
		function && module && name ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*function = (CUfunction)hd_function_named(module, name);
	return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
	CUresult result = count && module ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*count = (unsigned int)hd_functions_of(module, NULL, 0);
	return result;
}

CUresult
cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module)
{
	CUresult result =
		functions && n && module ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		hd_functions_of(module, (hd_function **)functions, n);
	return result;
}

CUresult
cuModuleGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUmodule module, const char *name)
{
	hd_variable v;
	CUresult result = module && name ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	if (!hd_variable_named(module, name, &v))
		return CUDA_ERROR_NOT_FOUND;
	if (ptr)
		*ptr = (CUdeviceptr)(uintptr_t)v.address;
	if (bytes)
		*bytes = v.size;
	return CUDA_SUCCESS;
}

/* hdcc refuses texture and surface references in code that is loaded. */
CUresult
cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name)
{
	CUresult result =
		reference && module && name ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	return result ? result : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name)
{
	CUresult result =
		reference && module && name ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	return result ? result : CUDA_ERROR_NOT_FOUND;
}

CU_ALIAS(cuModuleGetGlobal_v2, cuModuleGetGlobal);
