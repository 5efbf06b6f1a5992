// texture_elsewhere: a texture reference that no file defines is named.
// expect-error: elsewhere.* not defined in this file
extern texture<float, 1, cudaReadModeElementType> elsewhere;

__global__ void
read(float *out)
{
	*out = tex1Dfetch(elsewhere, 0);
}

int
main()
{
	read<<<1, 1>>>(nullptr);
	return 0;
}
