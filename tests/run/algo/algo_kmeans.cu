// algo_kmeans: k-means in integers: assign by distance, accumulate with shared and
// global atomics, until stable.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { K = 5 };

__global__ void
assign(const int2 *p, int n, const int2 *centre, int *label, long long *sum,
       int *changed)
{
	__shared__ int sx[K], sy[K], count[K];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t < K)
		sx[t] = sy[t] = count[t] = 0;
	__syncthreads();
	if (i < n) {
		int best = 0;
		long long bd = 1ll << 60;
		for (int k = 0; k < K; k++) {
			long long dx = p[i].x - centre[k].x, dy = p[i].y - centre[k].y,
				  d = dx * dx + dy * dy;
			if (d < bd) {
				bd = d;
				best = k;
			}
		}
		if (label[i] != best) {
			label[i] = best;
			*changed = 1;
		}
		atomicAdd(&sx[best], p[i].x);
		atomicAdd(&sy[best], p[i].y);
		atomicAdd(&count[best], 1);
	}
	__syncthreads();
	if (t < K) {
		atomicAdd((unsigned long long *)&sum[t * 3], (unsigned long long)sx[t]);
		atomicAdd((unsigned long long *)&sum[t * 3 + 1],
			  (unsigned long long)sy[t]);
		atomicAdd((unsigned long long *)&sum[t * 3 + 2],
			  (unsigned long long)count[t]);
	}
}

__global__ void
move(int2 *centre, long long *sum)
{
	int k = threadIdx.x;
	if (sum[k * 3 + 2] > 0)
		centre[k] = make_int2((int)(sum[k * 3] / sum[k * 3 + 2]),
				      (int)(sum[k * 3 + 1] / sum[k * 3 + 2]));
	sum[k * 3] = sum[k * 3 + 1] = sum[k * 3 + 2] = 0;
}

int
main()
{
	const int n = 2000;
	std::vector<int2> p(n), c(K);
	unsigned seed = 23;
	for (int i = 0; i < n; i++) {
		p[i].y = i % 3 * 1500 + (int)(next_random(seed) % 1500);
		p[i].x = i % 4 * 2000 + (int)(next_random(seed) % 1500);
	}
	for (int k = 0; k < K; k++)
		c[k] = p[k * 7];
	int2 *dp = to_device(p), *dc = to_device(c);
	std::vector<int> none(n, -1);
	int *label = to_device(none), *flag = device_array<int>(1), changed = 1,
	    rounds = 0;
	long long *sum = device_array<long long>(K * 3);
	while (changed) {
		CK(cudaMemset(flag, 0, sizeof(int)));
		assign<<<(n + 63) / 64, 64>>>(dp, n, dc, label, sum, flag);
		move<<<1, K>>>(dc, sum);
		CK(cudaMemcpy(&changed, flag, sizeof changed, cudaMemcpyDeviceToHost));
		rounds++;
	}
	std::vector<int> want(n, -1);
	int host_rounds = 0;
	for (bool more = true; more; host_rounds++) {
		long long s[K][3] = {};
		more = false;
		for (int i = 0; i < n; i++) {
			int best = 0;
			long long bd = 1ll << 60;
			for (int k = 0; k < K; k++) {
				long long dx = p[i].x - c[k].x, dy = p[i].y - c[k].y,
					  d = dx * dx + dy * dy;
				if (d < bd) {
					bd = d;
					best = k;
				}
			}
			more |= want[i] != best;
			want[i] = best;
			s[best][0] += p[i].x;
			s[best][1] += p[i].y;
			s[best][2]++;
		}
		for (int k = 0; k < K; k++)
			if (s[k][2])
				c[k] = make_int2((int)(s[k][0] / s[k][2]),
						 (int)(s[k][1] / s[k][2]));
	}
	same("labels", to_host(label, n), want);
	printf("rounds %s\n", rounds == host_rounds ? "agree" : "differ");
	for (int2 v : to_host(dc, K))
		printf("(%d, %d) ", v.x, v.y);
	printf("\n");
}
