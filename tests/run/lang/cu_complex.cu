// cu_complex: cuComplex.h on both sides.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuComplex.h>

template <class C>
struct numbers {
	C v[8];
	double size;
};

__host__ __device__ static void
work(int t, numbers<cuDoubleComplex> *o)
{
	cuDoubleComplex a = make_cuDoubleComplex(t * 0.5, 2 - t), b = make_cuDoubleComplex(t + 1, -3);
	o->v[0] = cuCadd(a, b);
	o->v[1] = cuCsub(a, b);
	o->v[2] = cuCmul(a, b);
	o->v[3] = cuCdiv(a, make_cuDoubleComplex(0, t % 2 ? 2 : 4));
	o->v[4] = cuConj(a);
	o->v[5] = cuCfma(a, b, a);
	o->v[6] = make_cuDoubleComplex(cuCreal(a), cuCimag(b));
	o->v[7] = cuComplexFloatToDouble(
		cuCmulf(cuComplexDoubleToFloat(a), make_cuComplex(2.0f, (float)t)));
	o->size = cuCabs(make_cuDoubleComplex(3.0 * (t + 1), 4.0 * (t + 1)));
}

__global__ void
device(numbers<cuDoubleComplex> *o)
{
	work(threadIdx.x, o + threadIdx.x);
}

int
main()
{
	auto *d = device_array<numbers<cuDoubleComplex>>(8);
	device<<<1, 8>>>(d);
	SYNC();
	auto h = to_host(d, 8);
	int wrong = 0;
	for (int t = 0; t < 8; t++) {
		numbers<cuDoubleComplex> w;
		work(t, &w);
		for (int k = 0; k < 8; k++)
			wrong += h[t].v[k].x != w.v[k].x || h[t].v[k].y != w.v[k].y;
		wrong += h[t].size != w.size;
		printf("%g%+gi %g%+gi %g\n", w.v[2].x, w.v[2].y, w.v[3].x, w.v[3].y, w.size);
	}
	printf("%s\n", wrong ? "WRONG" : "OK");
	return 0;
}
