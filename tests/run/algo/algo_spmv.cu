// algo_spmv: sparse matrix times vector: a thread per row, and a block per row with a
// shared reduction.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
by_thread(const int *row, const int *col, const double *val, const double *x, double *y,
	  int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double s = 0;
	for (int k = row[r]; k < row[r + 1]; k++)
		s += val[k] * x[col[k]];
	y[r] = s;
}

__global__ void
by_block(const int *row, const int *col, const double *val, const double *x, double *y)
{
	__shared__ double s[32];
	int r = blockIdx.x, t = threadIdx.x;
	double v = 0;
	for (int k = row[r] + t; k < row[r + 1]; k += blockDim.x)
		v += val[k] * x[col[k]];
	s[t] = v;
	__syncthreads();
	for (int k = 16; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		y[r] = s[0];
}

int
main()
{
	const int n = 500;
	std::vector<int> row(1, 0), col;
	std::vector<double> val, x(n), want(n, 0);
	unsigned seed = 44;
	for (int i = 0; i < n; i++) {
		x[i] = next_random(seed) % 100 * 0.5;
		int len = i % 7 == 0
				  ? 60
				  : next_random(seed) % 5; // some long rows, some empty
		for (int k = 0; k < len; k++) {
			col.push_back(next_random(seed) % n);
			val.push_back((int)(next_random(seed) % 64) - 32);
		}
		row.push_back((int)col.size());
	}
	for (int i = 0; i < n; i++)
		for (int k = row[i]; k < row[i + 1]; k++)
			want[i] += val[k] * x[col[k]];
	int *dr = to_device(row), *dc = to_device(col);
	double *dv = to_device(val), *dx = to_device(x), *y = device_array<double>(n);
	by_thread<<<(n + 63) / 64, 64>>>(dr, dc, dv, dx, y, n);
	SYNC();
	same("by thread", to_host(y, n), want);
	CK(cudaMemset(y, 0xff, n * sizeof(double)));
	by_block<<<n, 32>>>(dr, dc, dv, dx, y);
	SYNC();
	std::vector<double> got = to_host(y, n);
	for (double &v : got)
		v += 0.0;
	for (double &v : want)
		v += 0.0;
	same("by block", got, want);
}
