/* SPDX-License-Identifier: Apache-2.0 */
/* Launching kernels, and what can be asked and set about them. */
#include "api.h"

#include <string.h>

int
hd_api_function(const void *func, hd_function **out)
{
	*out = hd_function_find(func);
	return *out ? HD_OK : HD_ERR_FUNCTION;
}

/* As many blocks as the device runs at a time: the answer of the occupancy functions. But
 * programs that do not ask count on what a large GPU has, and here blocks take turns anyway. */
enum { LARGE_DEVICE = 128 }; /* multiprocessors */

static int
check_cooperative(const hd_launch *l)
{
	unsigned large = hd_topology_get()->threads;
	uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];

	if (!l->function)
		return HD_ERR_FUNCTION;
	if (!threads || threads > HD_MAX_THREADS)
		return HD_ERR_CONFIG;
	return blocks > (uint64_t)hd_api_active_blocks(l->function, (int)threads,
						       l->dynamic_bytes) *
				       (large > LARGE_DEVICE ? large : LARGE_DEVICE)
		       ? cudaErrorCooperativeLaunchTooLarge
		       : HD_OK;
}

static int
capture(hd_launch *l)
{
	int error = hd_launch_check(l);

	if (error)
		return error;
	return hd_capture_add(l->stream,
			      &(hd_work){.kind = HD_NODE_KERNEL, .launch = *l}, NULL);
}

static int
start(hd_launch *l)
{
	return hd_is_capturing(l->stream) ? capture(l) : hd_launch_kernel(l);
}

static int
launch_cooperative(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
		   cudaStream_t stream)
{
	hd_launch l = {.grid = {grid.x, grid.y, grid.z},
		       .block = {block.x, block.y, block.z},
		       .args = args,
		       .dynamic_bytes = shared,
		       .cooperative = true};
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &l.stream);
	if (error)
		return error;
	l.function = hd_function_find(func);
	error = check_cooperative(&l);
	return error ? error : start(&l);
}

static int
launch(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
       cudaStream_t stream)
{
	hd_launch l = {.grid = {grid.x, grid.y, grid.z},
		       .block = {block.x, block.y, block.z},
		       .args = args,
		       .dynamic_bytes = shared};
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &l.stream);
	if (hd_unlikely(error))
		return error;
	l.function = hd_function_find(func);
	return start(&l);
}

cudaError_t
cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
		 cudaStream_t stream)
{
	HD_RETURN(launch(func, grid, block, args, shared, stream));
}

cudaError_t
cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **args,
			    size_t shared, cudaStream_t stream)
{
	HD_RETURN(launch_cooperative(func, grid, block, args, shared, stream));
}

/* There is one device. */
cudaError_t
cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list,
				       unsigned int devices, unsigned int flags)
{
	if (!list || devices != 1 || flags > 3)
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(launch_cooperative(list->func, list->gridDim, list->blockDim,
				     list->args, list->sharedMem, list->stream));
}

/* What an attribute asks for: nothing we have to do, or something we cannot. */
static int
check_attribute(const cudaLaunchAttribute *a)
{
	switch (a->id) {
	case cudaLaunchAttributeClusterDimension:
		return a->val.clusterDim.x * a->val.clusterDim.y * a->val.clusterDim.z >
				       1
			       ? cudaErrorNotSupported
			       : HD_OK;
	case cudaLaunchAttributeProgrammaticEvent:
	case cudaLaunchAttributeLaunchCompletionEvent:
	case cudaLaunchAttributeDeviceUpdatableKernelNode:
		return cudaErrorNotSupported;
	default:
		return HD_OK;
	}
}

cudaError_t
cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
	int error = config ? HD_OK : HD_ERR_VALUE;
	bool cooperative = false;

	for (unsigned i = 0; !error && i < config->numAttrs; i++) {
		error = check_attribute(&config->attrs[i]);
		if (config->attrs[i].id == cudaLaunchAttributeCooperative)
			cooperative = config->attrs[i].val.cooperative;
	}
	if (!error)
		error = (cooperative ? launch_cooperative : launch)(
			func, config->gridDim, config->blockDim, args,
			config->dynamicSmemBytes, config->stream);
	HD_RETURN(error);
}

/* ---- attributes --------------------------------------------------------------- */

cudaError_t
cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
	hd_function *f;
	int error = hd_api_begin();

	if (!error)
		error = attr ? hd_api_function(func, &f) : HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	memset(attr, 0, sizeof *attr);
	attr->sharedSizeBytes = f->kernel->shared_static;
	attr->localSizeBytes = f->kernel->local_bytes;
	attr->maxThreadsPerBlock = (int)f->kernel->max_threads;
	attr->numRegs = 32;
	attr->ptxVersion = attr->binaryVersion = 80;
	attr->maxDynamicSharedSizeBytes = (int)atomic_load(&f->dynamic_max);
	attr->preferredShmemCarveout = f->carveout;
	HD_RETURN(HD_OK);
}

static int
set_attribute(hd_function *f, enum cudaFuncAttribute attr, int value)
{
	switch (attr) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize:
		if (value < 0 || (uint32_t)value > HD_SHARED_OPTIN ||
		    (uint32_t)value + f->kernel->shared_static > HD_SHARED_OPTIN)
			return HD_ERR_VALUE;
		atomic_store(&f->dynamic_max, (uint32_t)value);
		return HD_OK;
	case cudaFuncAttributePreferredSharedMemoryCarveout:
		if (value < -1 || value > 100)
			return HD_ERR_VALUE;
		f->carveout = value;
		return HD_OK;
	case cudaFuncAttributeClusterSchedulingPolicyPreference:
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
		return HD_OK;
	default:
		return HD_ERR_VALUE;
	}
}

cudaError_t
cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
	hd_function *f;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_function(func, &f);
	HD_RETURN(error ? error : set_attribute(f, attr, value));
}

cudaError_t
cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config)
{
	hd_function *f;
	int error = hd_api_begin();

	(void)config;
	HD_RETURN(error ? error : hd_api_function(func, &f));
}

cudaError_t
cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
	hd_function *f;
	int error = hd_api_begin();

	(void)config;
	HD_RETURN(error ? error : hd_api_function(func, &f));
}

cudaError_t
cudaFuncGetName(const char **name, const void *func)
{
	hd_function *f;
	int error = name ? hd_api_function(func, &f) : HD_ERR_VALUE;

	if (!error)
		*name = f->kernel->name;
	HD_RETURN(error);
}

cudaError_t
cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset, size_t *size)
{
	hd_function *f;
	int error = offset ? hd_api_function(func, &f) : HD_ERR_VALUE;

	if (!error && index >= f->kernel->arg_count)
		error = HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	*offset = f->kernel->args[index].offset;
	if (size)
		*size = f->kernel->args[index].size;
	HD_RETURN(HD_OK);
}

/* Doubles are doubles here. */
cudaError_t
cudaSetDoubleForDevice(double *d)
{
	HD_RETURN(d ? HD_OK : HD_ERR_VALUE);
}

cudaError_t
cudaSetDoubleForHost(double *d)
{
	HD_RETURN(d ? HD_OK : HD_ERR_VALUE);
}
