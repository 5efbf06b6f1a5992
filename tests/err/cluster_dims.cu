// cluster_dims: a kernel for clusters of several blocks cannot be launched; one block is
// a cluster.
__global__ void __cluster_dims__(2, 1, 1) two(int *p)
{
	*p = 1;
}

__global__ void __cluster_dims__(1) one(int *p)
{
	*p = 1;
}

template <int N>
__global__ __cluster_dims__(N, 1, 1) void
many(int *p)
{
	*p = N;
}

int
main()
{
	int *p = nullptr;

	one<<<1, 1>>>(p);
	many<1><<<1, 1>>>(p);
	two<<<2, 1>>>(p); // expect-error: clusters of several blocks are not supported
	many<4><<<4, 1>>>(p); // expect-error: clusters of several blocks are not supported
	return 0;
}
