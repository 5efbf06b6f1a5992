/* SPDX-License-Identifier: Apache-2.0 */
/* The namespace cuda::std: the host's standard library, whose constexpr functions serve
 * device code as well. */
#ifndef __HEDDLE_CCCL_STD_H__
#define __HEDDLE_CCCL_STD_H__

#include "../cuda_runtime.h"
#include <cstddef>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
}

enum thread_scope {
	thread_scope_system,
	thread_scope_device,
	thread_scope_block,
	thread_scope_thread = 10
};

}

#endif
