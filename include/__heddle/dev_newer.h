/* SPDX-License-Identifier: Apache-2.0 */
/* Device functions of later CUDA versions: swapped bytes, pairs of floats, launches that
 * depend on others, clusters of one block. */
#ifndef __HEDDLE_DEV_NEWER_H__
#define __HEDDLE_DEV_NEWER_H__

static __inline__ __host__ __device__ unsigned short
__nv_bswap16(unsigned short x)
{
	return __builtin_bswap16(x);
}
static __inline__ __host__ __device__ unsigned
__nv_bswap32(unsigned x)
{
	return __builtin_bswap32(x);
}
static __inline__ __host__ __device__ unsigned long long
__nv_bswap64(unsigned long long x)
{
	return __builtin_bswap64(x);
}

#define __hd_pairs(mode) \
	__hd_fn float2 __fadd2_##mode(float2 x, float2 y) \
	{ \
		return make_float2(__fadd_##mode(x.x, y.x), __fadd_##mode(x.y, y.y)); \
	} \
	__hd_fn float2 __fmul2_##mode(float2 x, float2 y) \
	{ \
		return make_float2(__fmul_##mode(x.x, y.x), __fmul_##mode(x.y, y.y)); \
	} \
	__hd_fn float2 __ffma2_##mode(float2 x, float2 y, float2 z) \
	{ \
		return make_float2(__fmaf_##mode(x.x, y.x, z.x), \
		                   __fmaf_##mode(x.y, y.y, z.y)); \
	}
__hd_pairs(rn)
__hd_pairs(rz)
__hd_pairs(rd)
__hd_pairs(ru)
#undef __hd_pairs

/* The grid before has ended when one begins. */
__hd_fn void cudaGridDependencySynchronize() { }
__hd_fn void cudaTriggerProgrammaticLaunchCompletion() { }

/* Every block is a cluster of its own; see cg_block.h. */
__hd_fn unsigned __isCtaShared(const void *p) { return __isShared(p); }
__hd_fn unsigned __isClusterShared(const void *p) { return __isShared(p); }
__hd_fn unsigned __clusterDimIsSpecified() { return 0; }
__hd_fn dim3 __clusterDim() { return dim3(1, 1, 1); }
__hd_fn dim3 __clusterRelativeBlockIdx() { return dim3(0, 0, 0); }
__hd_fn dim3 __clusterGridDimInClusters() { return gridDim; }
__hd_fn dim3 __clusterIdx() { return blockIdx; }
__hd_fn unsigned __clusterRelativeBlockRank() { return 0; }
__hd_fn unsigned __clusterSizeInBlocks() { return 1; }
__hd_fn unsigned __cluster_query_shared_rank(const void *) { return 0; }
__hd_fn void *__cluster_map_shared_rank(const void *p, unsigned) { return (void *)p; }
__hd_fn void __cluster_barrier_arrive() { __threadfence_block(); }
__hd_fn void __cluster_barrier_arrive_relaxed() { }
__hd_fn void __cluster_barrier_wait() { __syncthreads(); }
__hd_fn void __threadfence_cluster() { __threadfence(); }

#endif
