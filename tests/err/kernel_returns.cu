// kernel_returns: a kernel must return void.
// expect-error@+1: kernel function type .* must have void return type
__global__ int
kernel()
{
	return 1;
}

int main() {}
