// syntax_host: a C++ error in host code is clang's message with the user's file and line.
// expect-error@+6: use of undeclared identifier 'undeclared'
__global__ void kernel() {}

int
main()
{
	kernel<<<1, undeclared>>>();
}
