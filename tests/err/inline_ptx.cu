// inline_ptx: inline PTX that is not known is a named error.
// expect-error@+5: inline PTX.*bogus
__global__ void
kernel(int *p)
{
	int r;
	asm volatile("bogus.instr.u32 %0, %1;" : "=r"(r) : "r"(p[0]));
	p[0] = r;
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
}
