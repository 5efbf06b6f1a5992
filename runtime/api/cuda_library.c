/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries of the runtime API: code that is loaded. Handles are those of the driver API;
 * a kernel may be launched by cudaLaunchKernel. */
#include "cu_module.h"

/* The options have the driver's numbers. */
static hd_jit
jit_of(enum cudaJitOption *options, void **values, unsigned int n)
{
	_Static_assert((int)cudaJitErrorLogBufferSizeBytes ==
			       (int)CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		       "number");
	return (hd_jit){n, (const CUjit_option *)(const void *)options, values};
}

cudaError_t
cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit,
		    void **jit_values, unsigned int jit_count,
		    enum cudaLibraryOption *options, void **values, unsigned int count)
{
	const void *module = NULL;
	hd_jit how = jit_of(jit, jit_values, jit_count);
	int error = library && code ? hd_api_begin() : HD_ERR_VALUE;

	(void)options, (void)values, (void)count;
	if (!error)
		error = hd_cu_load(code, &module, &how);
	if (library)
		*library = (cudaLibrary_t)(uintptr_t)module;
	HD_RETURN(error);
}

cudaError_t
cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file,
			enum cudaJitOption *jit, void **jit_values,
			unsigned int jit_count, enum cudaLibraryOption *options,
			void **values, unsigned int count)
{
	const void *module = NULL;
	hd_jit how = jit_of(jit, jit_values, jit_count);
	int error = library && file ? hd_api_begin() : HD_ERR_VALUE;

	(void)options, (void)values, (void)count;
	if (!error)
		error = hd_cu_load_file(file, &module, &how);
	if (library)
		*library = (cudaLibrary_t)(uintptr_t)module;
	HD_RETURN(error);
}

cudaError_t
cudaLibraryUnload(cudaLibrary_t library)
{
	int error = hd_api_begin();

	HD_RETURN(error ? error : hd_image_unload(library));
}

static int
check(const void *out, cudaLibrary_t library)
{
	int error = out ? hd_api_begin() : HD_ERR_VALUE;

	return error ? error : hd_image_is_loaded(library) ? HD_OK : HD_ERR_HANDLE;
}

cudaError_t
cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
	int error = name ? check((void *)kernel, library) : HD_ERR_VALUE;

	if (!error) {
		*kernel = (cudaKernel_t)hd_function_named(library, name);
		error = *kernel ? HD_OK : (int)cudaErrorSymbolNotFound;
	}
	HD_RETURN(error);
}

cudaError_t
cudaLibraryGetGlobal(void **ptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
	hd_variable v;
	int error = check(name, library);

	if (!error && !hd_variable_named(library, name, &v))
		error = (int)cudaErrorSymbolNotFound;
	if (!error && ptr)
		*ptr = v.address;
	if (!error && bytes)
		*bytes = v.size;
	HD_RETURN(error);
}

/* All memory is managed. */
cudaError_t
cudaLibraryGetManaged(void **ptr, size_t *bytes, cudaLibrary_t library,
		      const char *name)
{
	return cudaLibraryGetGlobal(ptr, bytes, library, name);
}

/* Functions that kernels call by their address are not known by name. */
cudaError_t
cudaLibraryGetUnifiedFunction(void **function, cudaLibrary_t library, const char *name)
{
	(void)function, (void)library, (void)name;
	HD_RETURN(HD_ERR_NOT_SUPPORTED);
}

cudaError_t
cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
	int error = check(count, library);

	if (!error)
		*count = (unsigned int)hd_functions_of(library, NULL, 0);
	HD_RETURN(error);
}

cudaError_t
cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int n,
			    cudaLibrary_t library)
{
	int error = n ? check(kernels, library) : HD_ERR_VALUE;

	if (!error)
		hd_functions_of(library, (hd_function **)kernels, n);
	HD_RETURN(error);
}
