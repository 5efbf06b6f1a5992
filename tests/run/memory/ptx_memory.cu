// ptx_memory: inline PTX on memory and between threads: loads and stores of every space
// and width, atomics, copies, barriers, fences, shuffles and votes, also under masks.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 64 };

__global__ void
memory(const unsigned *in, unsigned *out)
{
	__shared__ unsigned s[N * 4];
	__shared__ __align__(16) unsigned c[N * 4];
	int t = threadIdx.x;
	unsigned a, b, x, y, *o = out + t * 16;
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
	unsigned ct = (unsigned)__cvta_generic_to_shared(&c[t * 4]);
	asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(in + t));
	asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(o[0]), "=r"(o[1]), "=r"(o[2]), "=r"(o[3])
		     : "l"(in + t * 4));
	asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(a * 3) : "memory");
	asm volatile("st.shared.u32 [%0+256], %1;" ::"r"(at), "r"(a * 5) : "memory");
	asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(ct), "l"(in + t * 4) : "memory");
	asm volatile("cp.async.commit_group;" ::: "memory");
	asm volatile("cp.async.wait_group 0;" ::: "memory");
	asm volatile("bar.sync 0;" ::: "memory");
	o[4] = s[(t + 1) % N];
	asm volatile("ld.shared.u32 %0, [%1+256];" : "=r"(o[5]) : "r"(at) : "memory");
	o[6] = c[(t * 4 + 9) % (N * 4)];
	asm volatile("ld.volatile.global.u8 %0, [%1+1];" : "=r"(o[7]) : "l"(in + t));
	asm volatile("ld.global.s8 %0, [%1];" : "=r"(o[8]) : "l"(in + t));
	asm volatile("st.global.cg.v2.u32 [%0], {%1, %2};" ::"l"(o + 10), "r"(a), "r"(t) : "memory");
	asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(in + t) : "memory");
	asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(*(unsigned long long *)(o + 12)) : "l"(in + t * 2));
	asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(o + 9), "r"(x + 1) : "memory");
	asm volatile("prefetch.global.L1 [%0];" ::"l"(in));
	asm volatile("{ .reg .u64 p; .reg .u32 v; cvta.to.shared.u64 p, %1; ld.shared.u32 v, [p];"
		     " add.u32 %0, v, 1; }"
		     : "=r"(y)
		     : "l"(&s[(t + 5) % N]));
	o[14] = y;
	asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p ld.global.u32 %0, [%2]; @!p mov.u32 %0, 9; }"
		     : "=r"(b)
		     : "r"(t % 3), "l"(t % 3 ? in + t : nullptr));
	o[15] = b;
}

__global__ void
atomics(unsigned *v, float *f, unsigned long long *w)
{
	__shared__ unsigned s;
	int t = threadIdx.x;
	unsigned old;
	if (t == 0)
		s = 100;
	__syncthreads();
	asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(v), "r"(t) : "memory");
	asm volatile("red.global.add.u32 [%0], %1;" ::"l"(v + 1), "r"(2 * t) : "memory");
	asm volatile("atom.max.s32 %0, [%1], %2;" : "=r"(old) : "l"(v + 2), "r"(t * 7 % 64) : "memory");
	asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(old)
		     : "r"((unsigned)__cvta_generic_to_shared(&s)) : "memory");
	asm volatile("red.global.or.b32 [%0], %1;" ::"l"(v + 3), "r"(1u << t % 32) : "memory");
	asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(f), "f"(0.5f) : "memory");
	asm volatile("atom.global.inc.u32 %0, [%1], 10;" : "=r"(old) : "l"(v + 4) : "memory");
	asm volatile("red.global.add.u64 [%0], %1;" ::"l"(w), "l"(1ull << 33) : "memory");
	asm volatile("membar.gl;" ::: "memory");
	asm volatile("fence.acq_rel.gpu;" ::: "memory");
	if (t == 5)
		asm volatile("atom.global.cas.b32 %0, [%1], 0, 77;" : "=r"(old) : "l"(v + 5) : "memory");
	asm volatile("barrier.sync 0;" ::: "memory");
	v[6] = s;
}

__global__ void
warps(unsigned *out)
{
	unsigned t = threadIdx.x, *o = out + t * 16, m, p;
	asm volatile("shfl.sync.down.b32 %0, %1, 3, 31, 0xffffffff;" : "=r"(o[0]) : "r"(t));
	asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 2, 0, 0xffffffff; selp.u32 %1, 1, 0, p; }"
		     : "=r"(o[1]), "=r"(o[2])
		     : "r"(t));
	asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x181f, -1;" : "=r"(o[3]) : "r"(t), "r"(t ^ 5));
	asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 7; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
		     : "=r"(o[4])
		     : "r"(t % 9));
	if (t & 1) {
		asm volatile("shfl.sync.bfly.b32 %0, %1, 4, 31, 0xaaaaaaaa;" : "=r"(o[5]) : "r"(t));
		asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %1, 40; vote.sync.any.pred q, p, 0xaaaaaaaa;"
			     " selp.u32 %0, 1, 0, q; }"
			     : "=r"(o[6])
			     : "r"(t));
		asm volatile("redux.sync.add.u32 %0, %1, 0xaaaaaaaa;" : "=r"(o[7]) : "r"(t));
		asm volatile("bar.warp.sync 0xaaaaaaaa;");
	}
	asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(o[8]) : "r"(t / 5));
	asm volatile("activemask.b32 %0;" : "=r"(m));
	o[9] = m == 0xffffffffu;
	asm volatile("mov.u32 %0, %%laneid;" : "=r"(p));
	o[10] = p;
}

int
main()
{
	std::vector<unsigned> in(N * 4);
	unsigned s = 5;
	for (auto &x : in)
		x = next_random(s) * 259;
	unsigned *d = to_device(in), *o = device_array<unsigned>(N * 16);
	memory<<<1, N>>>(d, o);
	SYNC();
	std::vector<unsigned> v = to_host(o, N * 16);
	for (int k = 0; k < 16; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < N; t++)
			column.push_back(v[t * 16 + k]);
		printf("memory %2d: %08x\n", k, checksum(column.data(), N * 4));
	}
	unsigned *a = device_array<unsigned>(8);
	float *f = device_array<float>(1);
	unsigned long long *w = device_array<unsigned long long>(1);
	atomics<<<2, N>>>(a, f, w);
	SYNC();
	for (unsigned x : to_host(a, 8))
		printf("%u ", x);
	printf("%g %llu\n", to_host(f, 1)[0], to_host(w, 1)[0]);
	CK(cudaMemset(o, 0, N * 64));
	warps<<<1, N>>>(o);
	SYNC();
	v = to_host(o, N * 16);
	for (int k = 0; k < 11; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < N; t++)
			column.push_back(v[t * 16 + k]);
		printf("warps %2d: %08x %x %x\n", k, checksum(column.data(), N * 4), column[3],
		       column[37]);
	}
	return 0;
}
