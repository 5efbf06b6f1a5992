/* md: Lennard-Jones forces, atom by atom through its list. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "md.h"

typedef struct atom {
	float x, y, z;
} atom;

static void
forces(const atom *position, const int *list, atom *force, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		atom me = position[i];
		float fx = 0, fy = 0, fz = 0;

#pragma omp simd reduction(+ : fx, fy, fz)
		for (int k = 0; k < NEIGHBOURS; k++) {
			atom other = position[list[i * NEIGHBOURS + k]];
			float dx = me.x - other.x, dy = me.y - other.y,
			      dz = me.z - other.z;
			float r2 = dx * dx + dy * dy + dz * dz;

			if (r2 < CUTOFF2) {
				float inv = 1.0f / r2, r6 = inv * inv * inv;
				float s = inv * r6 * (LJ1 * r6 - LJ2);

				fx += dx * s;
				fy += dy * s;
				fz += dz * s;
			}
		}
		force[i] = (atom){fx, fy, fz};
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int side = bench_size(48, 6), n = side * side * side;
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n),
	      *z = BENCH_NEW(float, n);
	int *list = BENCH_NEW(int, n * NEIGHBOURS);
	atom *p = BENCH_NEW(atom, n), *f = BENCH_NEW(atom, n);

	atoms(side, x, y, z, list);
	for (int i = 0; i < n; i++)
		p[i] = (atom){x[i], y[i], z[i]};
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			forces(p, list, f, n);
		bench_stop();
	}
	for (int i = 0; i < n; i++) {
		x[i] = f[i].x;
		y[i] = f[i].y;
		z[i] = f[i].z;
	}
	bench_floats("x", x, n, 1e-3);
	bench_floats("y", y, n, 1e-3);
	bench_floats("z", z, n, 1e-3);
	return bench_end();
}
