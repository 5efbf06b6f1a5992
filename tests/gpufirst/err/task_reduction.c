/* error: this OpenMP construct is not supported: it needs '__kmpc_taskred_modifier_init' */
int main(void)
{
	int s = 0;
#pragma omp parallel reduction(task, + : s)
#pragma omp single
	{
#pragma omp task in_reduction(+ : s)
		s += 1;
	}
	return s;
}
