/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: libraries, which are modules without a context, and kernels, which are the
 * functions in them. */
#include "cu_module.h"

static CUmodule
module_of(CUlibrary library)
{
	return (CUmodule)(void *)library;
}

static CUfunction
function_of(CUkernel kernel)
{
	return (CUfunction)(void *)kernel;
}

CUresult
cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit,
		  void **jit_values, unsigned int jit_count, CUlibraryOption *options,
		  void **values, unsigned int count)
{
	const void *module = NULL;
	CUresult result =
		library && code ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	(void)options, (void)values, (void)count;
	if (!result)
		result = (CUresult)hd_cu_load(code, &module,
					      &(hd_jit){jit_count, jit, jit_values});
	if (library)
		*library = (CUlibrary)(uintptr_t)module;
	return result;
}

CUresult
cuLibraryLoadFromFile(CUlibrary *library, const char *file, CUjit_option *jit,
		      void **jit_values, unsigned int jit_count,
		      CUlibraryOption *options, void **values, unsigned int count)
{
	const void *module = NULL;
	CUresult result =
		library && file ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	(void)options, (void)values, (void)count;
	if (!result)
		result = (CUresult)hd_cu_load_file(
			file, &module, &(hd_jit){jit_count, jit, jit_values});
	if (library)
		*library = (CUlibrary)(uintptr_t)module;
	return result;
}

CUresult
cuLibraryUnload(CUlibrary library)
{
	CUresult result = hd_cu_check_init();

	return result ? result : (CUresult)hd_image_unload(library);
}

/* ---- what is in one ------------------------------------------------------------------- */

static CUresult
check(const void *out, CUlibrary library)
{
	CUresult result = out ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	if (!result && !hd_image_is_loaded(library))
		result = CUDA_ERROR_INVALID_HANDLE;
	return result;
}

CUresult
cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
	CUresult result =
		name ? check((void *)kernel, library) : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*kernel = (CUkernel)hd_function_named(library, name);
	return *kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuLibraryGetKernelCount(unsigned int *count, CUlibrary library)
{
	CUresult result = check(count, library);

	if (!result)
		*count = (unsigned int)hd_functions_of(library, NULL, 0);
	return result;
}

CUresult
cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library)
{
	CUresult result = n ? check(kernels, library) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		hd_functions_of(library, (hd_function **)kernels, n);
	return result;
}

CUresult
cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
	CUresult result = check((void *)module, library);

	if (!result)
		*module = module_of(library);
	return result;
}

CUresult
cuLibraryGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUlibrary library, const char *name)
{
	CUresult result = check(name, library);

	return result ? result
		      : cuModuleGetGlobal(ptr, bytes, module_of(library), name);
}

/* All memory is managed. */
CUresult
cuLibraryGetManaged(CUdeviceptr *ptr, size_t *bytes, CUlibrary library,
		    const char *name)
{
	return cuLibraryGetGlobal(ptr, bytes, library, name);
}

/* ---- kernels ------------------------------------------------------------------------- */

CUresult
cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
	CUresult result = function ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*function = (CUfunction)hd_function_find(kernel);
	return *function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult
cuKernelGetLibrary(CUlibrary *library, CUkernel kernel)
{
	return cuFuncGetModule((CUmodule *)library, function_of(kernel));
}

CUresult
cuKernelGetName(const char **name, CUkernel kernel)
{
	return cuFuncGetName(name, function_of(kernel));
}

CUresult
cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
	return cuFuncGetParamInfo(function_of(kernel), index, offset, size);
}

CUresult
cuKernelGetAttribute(int *value, CUfunction_attribute attr, CUkernel kernel,
		     CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : cuFuncGetAttribute(value, attr, function_of(kernel));
}

CUresult
cuKernelSetAttribute(CUfunction_attribute attr, int value, CUkernel kernel,
		     CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : cuFuncSetAttribute(function_of(kernel), attr, value);
}

CUresult
cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : cuFuncSetCacheConfig(function_of(kernel), config);
}
