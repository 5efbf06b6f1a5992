// syntax_device: a C++ error in a kernel is clang's message with the user's file and line.
// expect-error@+4: expected ';'
__global__ void
kernel(int *p)
{
	p[0] = 1
}

int main() { return 0; }
