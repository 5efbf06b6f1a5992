/* SPDX-License-Identifier: Apache-2.0 */
/* nvcuda::experimental::awbarrier, by cuda::barrier. */
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#if defined(__cplusplus) && defined(__CUDACC__)
#include "__heddle/cccl_barrier.h"

namespace nvcuda {
namespace experimental {

class awbarrier : public cuda::barrier<cuda::thread_scope_block> {
public:
	friend __device__ __forceinline__ void
	init(awbarrier *b, unsigned expected)
	{
		init(static_cast<cuda::barrier<cuda::thread_scope_block> *>(b), expected);
	}
};

}
}
#endif

#endif
