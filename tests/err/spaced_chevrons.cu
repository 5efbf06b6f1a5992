// Messages are about the user's text, also where the launch was read in another spelling.
__global__ void
k(int *p)
{
	*p = 1;
}

int
main()
{
	int *p = nullptr;

	k << < 1, 1 >> > (p), oops(); // expect-error: use of undeclared identifier 'oops'
	return 0;
}
