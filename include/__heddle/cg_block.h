/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks, clusters of one block, and grids as cooperative groups. */
#ifndef __HEDDLE_CG_BLOCK_H__
#define __HEDDLE_CG_BLOCK_H__

namespace cooperative_groups {

/* Waiting is meeting: that everybody has come to wait() implies that all arrived. */
class thread_block : public thread_group {
public:
	struct arrival_token { };

	__hd_cgm thread_block() : thread_group(details::thread_block_id) { }
	static __hd_cgm void sync() { __syncthreads(); }
	static __hd_cgm arrival_token barrier_arrive() { return arrival_token(); }
	static __hd_cgm void barrier_wait(arrival_token &&) { __syncthreads(); }
	static __hd_cgm unsigned thread_rank() { return details::thread_in_block(); }
	static __hd_cgm unsigned size() { return details::threads_in_block(); }
	static __hd_cgm unsigned num_threads() { return size(); }
	static __hd_cgm dim3 group_index() { return blockIdx; }
	static __hd_cgm dim3 thread_index() { return threadIdx; }
	static __hd_cgm dim3 group_dim() { return blockDim; }
	static __hd_cgm dim3 dim_threads() { return blockDim; }
};

__hd_cg thread_block this_thread_block() { return thread_block(); }

/* Every block is a cluster of its own. */
class cluster_group : public thread_group {
public:
	struct arrival_token { };

	__hd_cgm cluster_group() : thread_group(details::cluster_group_id) { }
	static __hd_cgm void sync() { __syncthreads(); }
	static __hd_cgm arrival_token barrier_arrive() { return arrival_token(); }
	static __hd_cgm void barrier_wait(arrival_token && = arrival_token())
	{
		__syncthreads();
	}
	static __hd_cgm unsigned query_shared_rank(const void *) { return 0; }
	template <class __T> static __hd_cgm __T *map_shared_rank(__T *p, int) { return p; }
	static __hd_cgm dim3 block_index() { return dim3(0, 0, 0); }
	static __hd_cgm unsigned block_rank() { return 0; }
	static __hd_cgm dim3 thread_index() { return threadIdx; }
	static __hd_cgm unsigned thread_rank() { return details::thread_in_block(); }
	static __hd_cgm dim3 dim_blocks() { return dim3(1, 1, 1); }
	static __hd_cgm unsigned num_blocks() { return 1; }
	static __hd_cgm dim3 dim_threads() { return blockDim; }
	static __hd_cgm unsigned num_threads() { return details::threads_in_block(); }
	static __hd_cgm unsigned size() { return num_threads(); }
};

__hd_cg cluster_group this_cluster() { return cluster_group(); }

/* One thread of each block speaks for it, as the runtime knows blocks only. */
class grid_group : public thread_group {
public:
	struct arrival_token { };

	__hd_cgm grid_group() : thread_group(details::grid_group_id) { }
	__hd_cgm bool is_valid() const { return hd_dev_grid_valid() != 0; }
	__hd_cgm void sync() const
	{
		__syncthreads();
		if (details::thread_in_block() == 0)
			hd_dev_grid_sync();
		__syncthreads();
	}
	__hd_cgm arrival_token barrier_arrive() const { return arrival_token(); }
	__hd_cgm void barrier_wait(arrival_token &&) const { sync(); }
	static __hd_cgm unsigned long long block_rank() { return details::block_in_grid(); }
	static __hd_cgm unsigned long long num_blocks() { return details::blocks_in_grid(); }
	static __hd_cgm dim3 block_index() { return blockIdx; }
	static __hd_cgm dim3 dim_blocks() { return gridDim; }
	static __hd_cgm dim3 group_dim() { return gridDim; }
	static __hd_cgm unsigned long long thread_rank()
	{
		return block_rank() * details::threads_in_block() +
		       details::thread_in_block();
	}
	static __hd_cgm unsigned long long num_threads()
	{
		return num_blocks() * details::threads_in_block();
	}
	static __hd_cgm unsigned long long size() { return num_threads(); }
	static __hd_cgm dim3 cluster_index() { return blockIdx; }
	static __hd_cgm unsigned long long cluster_rank() { return block_rank(); }
	static __hd_cgm dim3 dim_clusters() { return gridDim; }
	static __hd_cgm unsigned long long num_clusters() { return num_blocks(); }
};

__hd_cg grid_group this_grid() { return grid_group(); }

/* There is one device, so this is its grid. */
class multi_grid_group : public thread_group {
public:
	__hd_cgm multi_grid_group() : thread_group(details::multi_grid_group_id) { }
	__hd_cgm bool is_valid() const { return hd_dev_grid_valid() != 0; }
	__hd_cgm void sync() const { grid_group().sync(); }
	static __hd_cgm unsigned grid_rank() { return 0; }
	static __hd_cgm unsigned num_grids() { return 1; }
	static __hd_cgm unsigned long long thread_rank() { return grid_group::thread_rank(); }
	static __hd_cgm unsigned long long num_threads() { return grid_group::num_threads(); }
	static __hd_cgm unsigned long long size() { return num_threads(); }
};

__hd_cg multi_grid_group this_multi_grid() { return multi_grid_group(); }

__hd_cgm unsigned long long
thread_group::size() const
{
	switch (__kind) {
	case details::grid_group_id:
	case details::multi_grid_group_id:
		return grid_group::size();
	case details::thread_block_id:
	case details::cluster_group_id:
		return thread_block::size();
	default:
		return (unsigned)__popc(__mask);
	}
}

__hd_cgm unsigned long long
thread_group::thread_rank() const
{
	switch (__kind) {
	case details::grid_group_id:
	case details::multi_grid_group_id:
		return grid_group::thread_rank();
	case details::thread_block_id:
	case details::cluster_group_id:
		return thread_block::thread_rank();
	default:
		return (unsigned)__popc(__mask & details::lanes_below());
	}
}

__hd_cgm void
thread_group::sync() const
{
	switch (__kind) {
	case details::grid_group_id:
	case details::multi_grid_group_id:
		grid_group().sync();
		break;
	case details::thread_block_id:
	case details::cluster_group_id:
		__syncthreads();
		break;
	default:
		__syncwarp(__mask);
	}
}

}

#endif
