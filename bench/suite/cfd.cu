// cfd: Euler equations on an unstructured mesh; variables and faces are stored one field
// after the other, so that neighbouring threads read neighbouring words.
// SPDX-License-Identifier: Apache-2.0
#include "cfd.h"

enum { THREADS = 192 };

__constant__ float ff[VARS];
__constant__ float3 ff_momentum[3], ff_energy; /* fluxes of the far field */

__host__ __device__ inline void
flux_of(float density, float3 m, float energy, float pressure, float3 v, float3 *fx,
	float3 *fy, float3 *fz, float3 *fe)
{
	fx->x = v.x * m.x + pressure;
	fx->y = v.x * m.y;
	fx->z = v.x * m.z;
	fy->x = fx->y;
	fy->y = v.y * m.y + pressure;
	fy->z = v.y * m.z;
	fz->x = fx->z;
	fz->y = fy->z;
	fz->z = v.z * m.z + pressure;
	float e = energy + pressure;
	fe->x = v.x * e;
	fe->y = v.y * e;
	fe->z = v.z * e;
}

__device__ inline float
pressure_of(float density, float energy, float speed2)
{
	return (GAMMA - 1.0f) * (energy - 0.5f * density * speed2);
}

__global__ void
step_factor(const float *v, const float *area, float *factor, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float density = v[i + DENSITY * n], energy = v[i + ENERGY * n];
	float vx = v[i + MOMENTUM * n] / density,
	      vy = v[i + (MOMENTUM + 1) * n] / density,
	      vz = v[i + (MOMENTUM + 2) * n] / density;
	float speed2 = vx * vx + vy * vy + vz * vz;
	float sound = sqrtf(GAMMA * pressure_of(density, energy, speed2) / density);

	factor[i] = 0.5f / (sqrtf(area[i]) * (sqrtf(speed2) + sound));
}

__global__ void
compute_flux(const int *neighbour, const float *normal, const float *v, float *flux,
	     int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float density = v[i + DENSITY * n], energy = v[i + ENERGY * n];
	float3 m = {v[i + MOMENTUM * n], v[i + (MOMENTUM + 1) * n],
		    v[i + (MOMENTUM + 2) * n]};
	float3 vel = {m.x / density, m.y / density, m.z / density};
	float speed2 = vel.x * vel.x + vel.y * vel.y + vel.z * vel.z,
	      speed = sqrtf(speed2);
	float pressure = pressure_of(density, energy, speed2);
	float sound = sqrtf(GAMMA * pressure / density);
	float3 fx, fy, fz, fe;
	float out_density = 0, out_energy = 0;
	float3 out = {0, 0, 0};

	flux_of(density, m, energy, pressure, vel, &fx, &fy, &fz, &fe);
	for (int j = 0; j < FACES; j++) {
		int nb = neighbour[i + j * n];
		float3 w = {normal[i + (j * 3) * n], normal[i + (j * 3 + 1) * n],
			    normal[i + (j * 3 + 2) * n]};
		float length = sqrtf(w.x * w.x + w.y * w.y + w.z * w.z);

		if (nb >= 0) {
			float d2 = v[nb + DENSITY * n], e2 = v[nb + ENERGY * n];
			float3 m2 = {v[nb + MOMENTUM * n], v[nb + (MOMENTUM + 1) * n],
				     v[nb + (MOMENTUM + 2) * n]};
			float3 v2 = {m2.x / d2, m2.y / d2, m2.z / d2};
			float s2 = v2.x * v2.x + v2.y * v2.y + v2.z * v2.z;
			float p2 = pressure_of(d2, e2, s2);
			float c2 = sqrtf(GAMMA * p2 / d2);
			float3 gx, gy, gz, ge;

			flux_of(d2, m2, e2, p2, v2, &gx, &gy, &gz, &ge);
			float f = -length * SMOOTHING * 0.5f *
				  (speed + sqrtf(s2) + sound + c2);
			out_density += f * (density - d2);
			out_energy += f * (energy - e2);
			out.x += f * (m.x - m2.x);
			out.y += f * (m.y - m2.y);
			out.z += f * (m.z - m2.z);

			f = 0.5f * w.x;
			out_density += f * (m2.x + m.x);
			out_energy += f * (ge.x + fe.x);
			out.x += f * (gx.x + fx.x);
			out.y += f * (gy.x + fy.x);
			out.z += f * (gz.x + fz.x);
			f = 0.5f * w.y;
			out_density += f * (m2.y + m.y);
			out_energy += f * (ge.y + fe.y);
			out.x += f * (gx.y + fx.y);
			out.y += f * (gy.y + fy.y);
			out.z += f * (gz.y + fz.y);
			f = 0.5f * w.z;
			out_density += f * (m2.z + m.z);
			out_energy += f * (ge.z + fe.z);
			out.x += f * (gx.z + fx.z);
			out.y += f * (gy.z + fy.z);
			out.z += f * (gz.z + fz.z);
		} else if (nb == FAR) {
			float f = 0.5f * w.x;
			out_density += f * (ff[MOMENTUM] + m.x);
			out_energy += f * (ff_energy.x + fe.x);
			out.x += f * (ff_momentum[0].x + fx.x);
			out.y += f * (ff_momentum[1].x + fy.x);
			out.z += f * (ff_momentum[2].x + fz.x);
			f = 0.5f * w.y;
			out_density += f * (ff[MOMENTUM + 1] + m.y);
			out_energy += f * (ff_energy.y + fe.y);
			out.x += f * (ff_momentum[0].y + fx.y);
			out.y += f * (ff_momentum[1].y + fy.y);
			out.z += f * (ff_momentum[2].y + fz.y);
			f = 0.5f * w.z;
			out_density += f * (ff[MOMENTUM + 2] + m.z);
			out_energy += f * (ff_energy.z + fe.z);
			out.x += f * (ff_momentum[0].z + fx.z);
			out.y += f * (ff_momentum[1].z + fy.z);
			out.z += f * (ff_momentum[2].z + fz.z);
		} else {
			out.x += w.x * pressure;
			out.y += w.y * pressure;
			out.z += w.z * pressure;
		}
	}
	flux[i + DENSITY * n] = out_density;
	flux[i + MOMENTUM * n] = out.x;
	flux[i + (MOMENTUM + 1) * n] = out.y;
	flux[i + (MOMENTUM + 2) * n] = out.z;
	flux[i + ENERGY * n] = out_energy;
}

__global__ void
time_step(const float *old, float *v, const float *factor, const float *flux, int n,
	  int left)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float f = factor[i] / left;
	for (int k = 0; k < VARS; k++)
		v[i + k * n] = old[i + k * n] + f * flux[i + k * n];
}

static void
set_far_field(void)
{
	float3 m = {far_field[1], far_field[2], far_field[3]};
	float3 vel = {m.x / far_field[0], m.y / far_field[0], m.z / far_field[0]};
	float p =
		(GAMMA - 1.0f) *
		(far_field[ENERGY] -
		 0.5f * far_field[0] * (vel.x * vel.x + vel.y * vel.y + vel.z * vel.z));
	float3 f[3], e;

	flux_of(far_field[0], m, far_field[ENERGY], p, vel, &f[0], &f[1], &f[2], &e);
	BENCH_CHECK(cudaMemcpyToSymbol(ff, far_field, sizeof far_field));
	BENCH_CHECK(cudaMemcpyToSymbol(ff_momentum, f, sizeof f));
	BENCH_CHECK(cudaMemcpyToSymbol(ff_energy, &e, sizeof e));
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(300, 20), n = side * side, steps = bench_size(4, 2);
	float *area = BENCH_NEW(float, n), *normal = BENCH_NEW(float, n * FACES * 3),
	      *turned = BENCH_NEW(float, n * FACES * 3), *v = BENCH_NEW(float, n * VARS);
	int *nb = BENCH_NEW(int, n * FACES), *nb_turned = BENCH_NEW(int, n * FACES);

	mesh(side, area, nb, normal);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < FACES; j++)
			nb_turned[i + j * n] = nb[i * FACES + j];
		for (int j = 0; j < FACES * 3; j++)
			turned[i + j * n] = normal[i * FACES * 3 + j];
		for (int k = 0; k < VARS; k++)
			v[i + k * n] = far_field[k];
	}
	set_far_field();
	float *darea = bench_copy(area, n),
	      *dnormal = bench_copy(turned, n * FACES * 3),
	      *dv = bench_device<float>(n * VARS), *old = bench_device<float>(n * VARS),
	      *flux = bench_device<float>(n * VARS), *factor = bench_device<float>(n);
	int *dnb = bench_copy(nb_turned, n * FACES),
	    blocks = (n + THREADS - 1) / THREADS;
	while (bench_next()) {
		bench_to_device(dv, v, n * VARS);
		bench_start();
		for (int s = 0; s < steps; s++) {
			BENCH_CHECK(cudaMemcpy(old, dv, n * VARS * sizeof(float),
					       cudaMemcpyDeviceToDevice));
			step_factor<<<blocks, THREADS>>>(dv, darea, factor, n);
			for (int left = 3; left > 0; left--) {
				compute_flux<<<blocks, THREADS>>>(dnb, dnormal, dv,
								  flux, n);
				time_step<<<blocks, THREADS>>>(old, dv, factor, flux, n,
							       left);
			}
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(v, dv, n * VARS);
	float *rows = BENCH_NEW(float, n * VARS);
	for (int i = 0; i < n * VARS; i++)
		rows[i] = v[i % VARS * n + i / VARS];
	bench_floats("variables", rows, n * VARS, 1e-4);
	return bench_end();
}
