// test.h: what the tests of this folder share: error check, copies, comparison.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CK(call)                                                                       \
	do {                                                                           \
		cudaError_t ck_ = (call);                                              \
		if (ck_ != cudaSuccess) {                                              \
			printf("%s:%d: %s: %s\n", "test", __LINE__, #call,             \
			       cudaGetErrorString(ck_));                               \
			exit(2);                                                       \
		}                                                                      \
	} while (0)

// The launch before it was accepted, and everything launched has ended well.
#define SYNC()                                                                         \
	do {                                                                           \
		CK(cudaGetLastError());                                                \
		CK(cudaDeviceSynchronize());                                           \
	} while (0)

// A new device array of n zeroed elements.
template <typename T>
static inline T *
device_array(size_t n)
{
	T *p = nullptr;
	CK(cudaMalloc((void **)&p, n * sizeof(T)));
	CK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}

template <typename T>
static inline T *
to_device(const std::vector<T> &v)
{
	T *p = nullptr;
	CK(cudaMalloc((void **)&p, v.size() * sizeof(T)));
	CK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

template <typename T>
static inline std::vector<T>
to_host(const T *p, size_t n)
{
	std::vector<T> v(n);
	CK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}

// FNV-1a over the bytes.
static inline unsigned
checksum(const void *data, size_t bytes)
{
	unsigned h = 2166136261u;
	for (size_t i = 0; i < bytes; i++)
		h = (h ^ ((const unsigned char *)data)[i]) * 16777619u;
	return h;
}

// The same of a device array.
template <typename T>
static inline unsigned
checksum_of(const T *p, size_t n)
{
	return checksum(to_host(p, n).data(), n * sizeof(T));
}

// One line: OK with a checksum, or the first difference. Compares bytes.
template <typename T>
static inline bool
same(const char *what, const std::vector<T> &got, const std::vector<T> &want)
{
	if (got.size() != want.size()) {
		printf("%s: WRONG size\n", what);
		return false;
	}
	for (size_t i = 0; i < got.size(); i++)
		if (memcmp(&got[i], &want[i], sizeof(T)) != 0) {
			printf("%s: WRONG at %zu: got %.17g, want %.17g\n", what, i,
			       (double)got[i], (double)want[i]);
			return false;
		}
	printf("%s: OK %08x\n", what, checksum(got.data(), got.size() * sizeof(T)));
	return true;
}

// A small generator that host and device can both run.
static __host__ __device__ inline unsigned
next_random(unsigned &state)
{
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}
