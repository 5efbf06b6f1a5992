// control_flow: switch dense, sparse and with fallthrough, goto, do-while, continue,
// nested loops, side effects in && ||.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static __host__ __device__ int
dense(int x)
{
	switch (x) {
	case 0:
		return 10;
	case 1:
		return 21;
	case 2:
		return 32;
	case 3:
		return 43;
	case 4:
		return 54;
	case 5:
		return 65;
	case 6:
		return 76;
	case 7:
		return 87;
	}
	return -1;
}

static __host__ __device__ int
sparse(int x)
{
	int r = 0;
	switch (x * 1000) {
	case -1000:
		r = 1;
		break;
	case 0:
		r += 2; /* fallthrough */
	case 3000:
		r += 4;
		break;
	case 1000000:
		r = 8;
		break;
	case 7000:
	case 8000:
		r = 16; /* fallthrough */
	default:
		r += 32;
	}
	return r;
}

static __host__ __device__ int
jumps(int n)
{
	int s = 0, i = 0;
top:
	if (i >= n)
		goto end;
	if (i % 3 == 1) {
		i += 2;
		goto top;
	}
	s += i++;
	goto top;
end:
	do {
		s = s * 2 + 1;
		if (s % 5 == 0)
			continue;
		n--;
	} while (n > 0 && s < 1000);
	return s;
}

static __host__ __device__ int
loops(int n)
{
	int c = 0;
	for (int i = 0; i < n; i++) {
		if (i % 4 == 2)
			continue;
		for (int j = i; j > 0; j--) {
			if ((i ^ j) % 5 == 0)
				continue;
			if (j * i > 50)
				break;
			int k = 0;
			while (true) {
				c += k;
				if (++k > j)
					break;
				if (c > 10000)
					return -c;
			}
		}
	}
	return c;
}

static __host__ __device__ bool
mark(int &log, int id, bool r)
{
	log = log * 10 + id;
	return r;
}

static __host__ __device__ int
effects(int x)
{
	int log = 0;
	bool r = mark(log, 1, x & 1) && mark(log, 2, x & 2) ||
		 mark(log, 3, x & 4) && !mark(log, 4, x & 8);
	int v = mark(log, 5, r) ? mark(log, 6, true) : (mark(log, 7, false), 3);
	x += v;
	return log * 10 + v + (r ? 4 : 0);
}

static __host__ __device__ int
duff(const int *a, int n)
{
	int s = 0, i = 0, rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0:
		do {
			s += a[i++];
		case 3:
			s += a[i++] * 2;
		case 2:
			s += a[i++] * 3;
		case 1:
			s += a[i++] * 4;
		} while (--rounds > 0);
	}
	return s;
}

static __host__ __device__ int
all(int t, const int *a)
{
	return dense(t % 10) + sparse(t - 1) * 3 + sparse(1000 * (t == 5)) +
	       jumps(t % 17) * 7 + loops(t % 13) + effects(t % 16) + duff(a, t % 9 + 1);
}

__global__ void
kernel(int *out, const int *a)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t] = all(t, a);
}

int
main()
{
	const int n = 256;
	std::vector<int> a(16), want(n);
	for (int i = 0; i < 16; i++)
		a[i] = i * i + 1;
	for (int t = 0; t < n; t++)
		want[t] = all(t, a.data());
	int *d = device_array<int>(n);
	kernel<<<4, 64>>>(d, to_device(a));
	SYNC();
	same("control flow", to_host(d, n), want);
}
