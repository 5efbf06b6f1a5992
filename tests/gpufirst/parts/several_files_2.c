#include "several_files.h"

static int hidden = 21;
extern int shared_count;

void fill(double *v, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		v[i] = i * 0.5;
}

int twice_hidden(void)
{
	return 2 * hidden;
}

int get_count(void)
{
	return shared_count;
}
