/* SPDX-License-Identifier: Apache-2.0 */
/* What the code that clang's host pass generates calls: registering a module's kernels
 * and variables, and passing the configuration of a launch to the kernel's stub. */
#include "api.h"

HD_EXPORT void heddle_runtime(void);
HD_EXPORT void **__cudaRegisterFatBinary(void *wrapper);
HD_EXPORT void __cudaRegisterFatBinaryEnd(void **handle);
HD_EXPORT void __cudaUnregisterFatBinary(void **handle);
HD_EXPORT void __cudaRegisterFunction(void **handle, const char *host, char *device,
				      const char *name, int thread_limit, uint3 *tid,
				      uint3 *bid, dim3 *block, dim3 *grid, int *warp);
HD_EXPORT void __cudaRegisterVar(void **handle, char *host, char *device,
				 const char *name, int external, size_t size,
				 int constant, int global);
HD_EXPORT void __cudaRegisterManagedVar(void **handle, void **host, char *device,
					const char *name, int external, size_t size,
					int constant, int global);
HD_EXPORT void __cudaRegisterTexture(void **handle, const void *host,
				     const void **device, const char *name, int dim,
				     int normalized, int external);
HD_EXPORT void __cudaRegisterSurface(void **handle, const void *host,
				     const void **device, const char *name, int dim,
				     int external);
HD_EXPORT char __cudaInitModule(void **handle);
HD_EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
					       cudaStream_t stream);
HD_EXPORT unsigned __cudaPushCallConfiguration_ptsz(dim3 grid, dim3 block,
						    size_t shared, cudaStream_t stream);
HD_EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block,
						 size_t *shared, void *stream);

/* What every object with kernels refers to, for a link with the wrong libcudart to fail. */
void
heddle_runtime(void)
{
}

/* The handle is the wrapper itself; NULL stands for a module we cannot use. */
void **
__cudaRegisterFatBinary(void *wrapper)
{
	return hd_is_module(wrapper) ? wrapper : NULL;
}

void
__cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

/* Kernels of the module may still run when a library is unloaded. */
void
__cudaUnregisterFatBinary(void **handle)
{
	if (!handle)
		return;
	if (atomic_load(&hd_pool_state) == HD_RUNNING && !hd_is_worker_thread())
		hd_wait_device();
	hd_unregister_module((const hd_fatbin_wrapper *)handle);
}

void
__cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
		       int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
		       dim3 *grid, int *warp)
{
	int error;

	(void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid,
		(void)warp;
	if (!handle)
		return;
	error = hd_register_function((const hd_fatbin_wrapper *)handle, host, name);
	if (error == HD_ERR_FUNCTION)
		hd_log(HD_LOG_LAUNCH,
		       "kernel %s has no device code, perhaps by an #if on "
		       "__CUDA_ARCH__; it cannot be launched",
		       name);
	else if (error)
		hd_warn("no memory for kernel %s", name);
}

void
__cudaRegisterVar(void **handle, char *host, char *device, const char *name,
		  int external, size_t size, int constant, int global)
{
	hd_variable v = {
		.address = host,
		.name = name,
		.size = size,
		.constant = constant != 0,
		.managed = global == HD_REGISTER_MANAGED,
	};

	(void)device, (void)external;
	if (handle)
		hd_register_variable((const hd_fatbin_wrapper *)handle, &v);
}

/* The host reads a managed variable through a pointer, which we make point to it. */
void
__cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
			 int external, size_t size, int constant, int global)
{
	(void)global;
	__cudaRegisterVar(handle, *host ? *host : device, device, name, external, size,
			  constant, HD_REGISTER_MANAGED);
}

/* References are variables of the host that kernels read. */
void
__cudaRegisterTexture(void **handle, const void *host, const void **device,
		      const char *name, int dim, int normalized, int external)
{
	(void)dim, (void)normalized;
	__cudaRegisterVar(handle, (char *)host, (char *)device, name, external,
			  sizeof(struct textureReference), 0, 0);
}

void
__cudaRegisterSurface(void **handle, const void *host, const void **device,
		      const char *name, int dim, int external)
{
	(void)dim;
	__cudaRegisterVar(handle, (char *)host, (char *)device, name, external,
			  sizeof(struct surfaceReference), 0, 0);
}

char
__cudaInitModule(void **handle)
{
	return handle != NULL;
}

/* ---- the launch configuration ------------------------------------------------- */

/* Launches nest when an argument of one is computed by a function that launches. */
enum { MAX_NESTED = 16 };

struct config {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
};

static _Thread_local struct config configs[MAX_NESTED];
static _Thread_local int config_count;

unsigned
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
	if (config_count == MAX_NESTED) {
		hd_api_return(HD_ERR_CONFIG, "<<<>>>");
		return HD_ERR_CONFIG;
	}
	configs[config_count++] = (struct config){grid, block, shared, stream};
	return 0;
}

unsigned
__cudaPushCallConfiguration_ptsz(dim3 grid, dim3 block, size_t shared,
				 cudaStream_t stream)
{
	return __cudaPushCallConfiguration(grid, block, shared,
					   stream ? stream : cudaStreamPerThread);
}

cudaError_t
__cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	if (!config_count)
		return hd_api_return(cudaErrorMissingConfiguration, "<<<>>>");
	const struct config *c = &configs[--config_count];

	*grid = c->grid;
	*block = c->block;
	*shared = c->shared;
	*(cudaStream_t *)stream = c->stream;
	return cudaSuccess;
}
