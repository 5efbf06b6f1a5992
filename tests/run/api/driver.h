// driver.h: what tests of the driver API share: an error check that names the call, and results.
#pragma once

#include "../test.h"

#include <cuda.h>

#define CU(call)                                                                       \
	do {                                                                           \
		CUresult cu_ = (call);                                                 \
		if (cu_ != CUDA_SUCCESS) {                                             \
			const char *name_ = "?";                                       \
			cuGetErrorName(cu_, &name_);                                   \
			printf("line %d: %s: %s\n", __LINE__, #call, name_);           \
			exit(2);                                                       \
		}                                                                      \
	} while (0)

[[maybe_unused]] static void
say(const char *what, CUresult result)
{
	const char *name = "?";
	cuGetErrorName(result, &name);
	printf("%s: %s\n", what, name);
}
