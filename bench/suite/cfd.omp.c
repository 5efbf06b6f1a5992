/* cfd: Euler equations on an unstructured mesh, all of a cell side by side. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "cfd.h"

typedef struct vec {
	float x, y, z;
} vec;

/* What can be computed of one cell alone. */
typedef struct state {
	float density, energy, pressure, speed, sound;
	vec m, fx, fy, fz, fe;
} state;

static inline state
state_of(const float *v)
{
	state s = {.density = v[DENSITY], .energy = v[ENERGY]};
	vec vel;

	s.m = (vec){v[MOMENTUM], v[MOMENTUM + 1], v[MOMENTUM + 2]};
	vel = (vec){s.m.x / s.density, s.m.y / s.density, s.m.z / s.density};
	float speed2 = vel.x * vel.x + vel.y * vel.y + vel.z * vel.z;
	s.pressure = (GAMMA - 1.0f) * (s.energy - 0.5f * s.density * speed2);
	s.speed = sqrtf(speed2);
	s.sound = sqrtf(GAMMA * s.pressure / s.density);
	s.fx = (vec){vel.x * s.m.x + s.pressure, vel.x * s.m.y, vel.x * s.m.z};
	s.fy = (vec){s.fx.y, vel.y * s.m.y + s.pressure, vel.y * s.m.z};
	s.fz = (vec){s.fx.z, s.fy.z, vel.z * s.m.z + s.pressure};
	float e = s.energy + s.pressure;
	s.fe = (vec){vel.x * e, vel.y * e, vel.z * e};
	return s;
}

static void
step_factor(const float *v, const float *area, float *factor, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		const float *c = v + i * VARS;
		float vx = c[1] / c[0], vy = c[2] / c[0], vz = c[3] / c[0];
		float speed2 = vx * vx + vy * vy + vz * vz;
		float pressure = (GAMMA - 1.0f) * (c[ENERGY] - 0.5f * c[0] * speed2);
		float sound = sqrtf(GAMMA * pressure / c[0]);

		factor[i] = 0.5f / (sqrtf(area[i]) * (sqrtf(speed2) + sound));
	}
}

static inline void
add(float *out, const state *a, const state *b, vec w)
{
	float x = 0.5f * w.x, y = 0.5f * w.y, z = 0.5f * w.z;

	out[DENSITY] +=
		x * (a->m.x + b->m.x) + y * (a->m.y + b->m.y) + z * (a->m.z + b->m.z);
	out[ENERGY] += x * (a->fe.x + b->fe.x) + y * (a->fe.y + b->fe.y) +
		       z * (a->fe.z + b->fe.z);
	out[1] += x * (a->fx.x + b->fx.x) + y * (a->fx.y + b->fx.y) +
		  z * (a->fx.z + b->fx.z);
	out[2] += x * (a->fy.x + b->fy.x) + y * (a->fy.y + b->fy.y) +
		  z * (a->fy.z + b->fy.z);
	out[3] += x * (a->fz.x + b->fz.x) + y * (a->fz.y + b->fz.y) +
		  z * (a->fz.z + b->fz.z);
}

static void
compute_flux(const int *neighbour, const float *normal, const float *v, float *flux,
	     int n)
{
	const state outside = state_of(far_field);

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		state me = state_of(v + i * VARS);
		float out[VARS] = {0};

		for (int j = 0; j < FACES; j++) {
			int nb = neighbour[i * FACES + j];
			const float *p = normal + (i * FACES + j) * 3;
			vec w = {p[0], p[1], p[2]};
			float length = sqrtf(w.x * w.x + w.y * w.y + w.z * w.z);

			if (nb >= 0) {
				state s = state_of(v + nb * VARS);
				float f = -length * SMOOTHING * 0.5f *
					  (me.speed + s.speed + me.sound + s.sound);

				out[DENSITY] += f * (me.density - s.density);
				out[ENERGY] += f * (me.energy - s.energy);
				out[1] += f * (me.m.x - s.m.x);
				out[2] += f * (me.m.y - s.m.y);
				out[3] += f * (me.m.z - s.m.z);
				add(out, &me, &s, w);
			} else if (nb == FAR) {
				add(out, &me, &outside, w);
			} else {
				out[1] += w.x * me.pressure;
				out[2] += w.y * me.pressure;
				out[3] += w.z * me.pressure;
			}
		}
		memcpy(flux + i * VARS, out, sizeof out);
	}
}

static void
time_step(const float *old, float *v, const float *factor, const float *flux, int n,
	  int left)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float f = factor[i] / left;

		for (int k = 0; k < VARS; k++)
			v[i * VARS + k] = old[i * VARS + k] + f * flux[i * VARS + k];
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(300, 20), n = side * side, steps = bench_size(4, 2);
	float *area = BENCH_NEW(float, n), *normal = BENCH_NEW(float, n * FACES * 3),
	      *v = BENCH_NEW(float, n * VARS), *old = BENCH_NEW(float, n * VARS),
	      *flux = BENCH_NEW(float, n * VARS), *factor = BENCH_NEW(float, n);
	int *nb = BENCH_NEW(int, n * FACES);

	mesh(side, area, nb, normal);
	while (bench_next()) {
		for (int i = 0; i < n; i++)
			memcpy(v + i * VARS, far_field, sizeof far_field);
		bench_start();
		for (int s = 0; s < steps; s++) {
			memcpy(old, v, n * VARS * sizeof *v);
			step_factor(v, area, factor, n);
			for (int left = 3; left > 0; left--) {
				compute_flux(nb, normal, v, flux, n);
				time_step(old, v, factor, flux, n, left);
			}
		}
		bench_stop();
	}
	bench_floats("variables", v, n * VARS, 1e-4);
	return bench_end();
}
