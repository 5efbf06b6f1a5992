// inline_ptx: inline PTX that is not known is a named error, with what to do instead.
// expect-error@+8: inline PTX.*bogus.*write it in C\+\+
// expect-error@+8: inline PTX.*wgmma.*__CUDA_ARCH__ >= 900
// expect-error@+8: inline PTX.*ld.shared::cluster.u32.*__CUDA_ARCH__ >= 900
// expect-error@+13: inline PTX.*cvt.rn.satfinite.bf16.f32
__global__ void
kernel(int *p)
{
	int r;
	asm volatile("bogus.instr.u32 %0, %1;" : "=r"(r) : "r"(p[0]));
	asm volatile("wgmma.fence.sync.aligned;");
	asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(r) : "r"(p[0]));
	p[0] = r;
}
__global__ void
convert(unsigned short *p, float f)
{
	asm("cvt.rn.satfinite.bf16.f32 %0, %1;" : "=h"(p[0]) : "f"(f));
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
	convert<<<1, 1>>>(nullptr, 1);
}
