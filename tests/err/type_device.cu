// type_device: a type error in a kernel.
// expect-error@+5: no viable overloaded '='
struct Point { float x, y; };
__global__ void
kernel(Point *p)
{
	p[0] = "text";
}

int main() {}
