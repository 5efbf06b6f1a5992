/* error: reduction(inscan, ...) is not supported: clang makes wrong code of it */
int main(void)
{
	int a[10], x = 1;
#pragma omp parallel for reduction(inscan, + : x)
	for (int i = 0; i < 10; i++) {
		x += i;
#pragma omp scan inclusive(x)
		a[i] = x;
	}
	return a[9];
}
