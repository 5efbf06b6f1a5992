/* error: this OpenMP construct is not supported: it needs '__kmpc_doacross_ */
int main(void)
{
	int a[10] = {0};
#pragma omp parallel for ordered(1)
	for (int i = 1; i < 10; i++) {
#pragma omp ordered depend(sink : i - 1)
		a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
	}
	return a[9];
}
