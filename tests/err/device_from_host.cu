// device_from_host: host code cannot call a device function.
// expect-error@+6: no matching function for call to 'twice'
__device__ int twice(int x) { return 2 * x; }

int
main()
{
	return twice(3);
}
