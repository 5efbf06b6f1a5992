// single.h: what these programs share: a clock, and a check of what the runtime says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>

static inline double
now_ms()
{
	timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static inline void
check(cudaError_t e)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "%s\n", cudaGetErrorString(e));
	exit(1);
}
