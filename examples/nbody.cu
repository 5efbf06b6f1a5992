// nbody: a small galaxy of stars under gravity; its energy must stay the same.
// SPDX-License-Identifier: Apache-2.0
//
// Every star is pulled by every other: n * n forces. A block loads the stars in
// portions into shared memory, and each of its threads adds up the forces on one star.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

// Every CUDA call can fail; CHECK says where and why.
#define CHECK(call)                                                                    \
	do {                                                                           \
		cudaError_t error_ = (call);                                           \
		if (error_ != cudaSuccess) {                                           \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,  \
				cudaGetErrorString(error_));                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

const int N = 1024, THREADS = 128;
const float SOFT = 0.01f; // keeps close encounters finite

__device__ float3
pull(const float4 *stars, float4 me)
{
	__shared__ float4 portion[THREADS];
	float3 a = make_float3(0, 0, 0);
	for (int base = 0; base < N; base += THREADS) {
		portion[threadIdx.x] = stars[base + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < THREADS; k++) {
			float dx = portion[k].x - me.x, dy = portion[k].y - me.y,
			      dz = portion[k].z - me.z;
			float inv = rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
			float s = portion[k].w * inv * inv * inv; // w is the mass
			a.x += dx * s;
			a.y += dy * s;
			a.z += dz * s;
		}
		__syncthreads();
	}
	return a;
}

// Half a step of speed; the leapfrog method keeps the energy well.
__global__ void
kick(const float4 *stars, float3 *speed, float dt)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	float3 a = pull(stars, stars[i]), v = speed[i];
	speed[i] = make_float3(v.x + a.x * dt, v.y + a.y * dt, v.z + a.z * dt);
}

__global__ void
drift(float4 *stars, const float3 *speed, float dt)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	float4 p = stars[i];
	float3 v = speed[i];
	stars[i] = make_float4(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w);
}

static double
energy(const std::vector<float4> &p, const std::vector<float3> &v)
{
	double e = 0;
	for (int i = 0; i < N; i++) {
		e += 0.5 * p[i].w *
		     (v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
		for (int k = 0; k < i; k++) {
			double dx = p[i].x - p[k].x, dy = p[i].y - p[k].y,
			       dz = p[i].z - p[k].z;
			e -= p[i].w * p[k].w /
			     std::sqrt(dx * dx + dy * dy + dz * dz + SOFT);
		}
	}
	return e;
}

int
main()
{
	const int steps = 60, show = 20;
	const float dt = 0.01f;
	std::vector<float4> p(N);
	std::vector<float3> v(N);
	unsigned seed = 1;
	auto random = [&] {
		return (seed = seed * 1664525u + 1013904223u) / 4294967296.0f - 0.5f;
	};
	for (int i = 0; i < N; i++) { // a disc that turns
		float angle = 6.2831853f * (random() + 0.5f),
		      r = 0.2f + random() + 0.5f;
		p[i] = make_float4(r * std::cos(angle), r * std::sin(angle),
				   0.1f * random(), 1.0f / N);
		float turn = std::sqrt(1 / (r + 0.3f)) * 0.8f;
		v[i] = make_float3(-turn * std::sin(angle), turn * std::cos(angle), 0);
	}
	float4 *stars;
	float3 *speed;
	CHECK(cudaMalloc(&stars, N * sizeof(float4)));
	CHECK(cudaMalloc(&speed, N * sizeof(float3)));
	CHECK(cudaMemcpy(stars, p.data(), N * sizeof(float4), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(speed, v.data(), N * sizeof(float3), cudaMemcpyHostToDevice));

	double first = energy(p, v), worst = 0;
	printf("%d stars, energy %.6f\n", N, first);
	for (int step = 1; step <= steps; step++) {
		kick<<<N / THREADS, THREADS>>>(stars, speed, dt / 2);
		drift<<<N / THREADS, THREADS>>>(stars, speed, dt);
		kick<<<N / THREADS, THREADS>>>(stars, speed, dt / 2);
		CHECK(cudaGetLastError());
		if (step % show == 0) {
			CHECK(cudaMemcpy(p.data(), stars, N * sizeof(float4),
					 cudaMemcpyDeviceToHost));
			CHECK(cudaMemcpy(v.data(), speed, N * sizeof(float3),
					 cudaMemcpyDeviceToHost));
			double now = energy(p, v),
			       off = std::fabs((now - first) / first);
			worst = off > worst ? off : worst;
			printf("step %3d: energy %.6f, off by %.1e\n", step, now, off);
		}
	}
	printf("energy %s\n", worst < 1e-3 ? "is kept: right" : "is not kept: WRONG");
	CHECK(cudaFree(stars));
	CHECK(cudaFree(speed));
	return worst < 1e-3 ? 0 : 1;
}
