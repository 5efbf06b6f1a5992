/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy, computed as for the multiprocessor that the device properties describe. A
 * worker runs one block at a time; programs use the answers to choose block sizes. */
#include "api.h"
#include "device.h"

int
hd_api_active_blocks(const hd_function *f, int block_size, size_t dynamic)
{
	size_t shared = f->kernel->shared_static + dynamic + HD_SHARED_RESERVED;
	int warps = (block_size + HD_WARP - 1) / HD_WARP;
	int by_threads = HD_THREADS_PER_SM / (warps * HD_WARP);
	int by_shared = (int)(HD_SHARED_PER_SM / shared);
	int blocks = by_threads < by_shared ? by_threads : by_shared;

	if ((uint32_t)block_size > f->kernel->max_threads)
		return 0;
	return blocks < HD_BLOCKS_PER_SM ? blocks : HD_BLOCKS_PER_SM;
}

static int
max_active(int *blocks, const void *func, int block_size, size_t dynamic)
{
	hd_function *f;
	int error = hd_api_begin();

	if (!error && (!blocks || block_size <= 0))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_api_function(func, &f);
	if (!error)
		*blocks = hd_api_active_blocks(f, block_size, dynamic);
	return error;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func,
					      int block_size, size_t dynamic)
{
	HD_RETURN(max_active(blocks, func, block_size, dynamic));
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func,
						       int block_size, size_t dynamic,
						       unsigned int flags)
{
	if (flags > cudaOccupancyDisableCachingOverride)
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(max_active(blocks, func, block_size, dynamic));
}

cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, const void *func, int blocks,
					  int block_size)
{
	hd_function *f;
	int error = hd_api_begin();

	if (!error && (!dynamic || blocks <= 0 || block_size <= 0))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_api_function(func, &f);
	if (error)
		HD_RETURN(error);
	size_t taken = f->kernel->shared_static + HD_SHARED_RESERVED;
	size_t each = HD_SHARED_PER_SM / (size_t)blocks;

	*dynamic = each > taken ? each - taken : 0;
	HD_RETURN(HD_OK);
}
