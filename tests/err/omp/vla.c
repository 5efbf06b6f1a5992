/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the length of the array 'v' is known at run time only */
#include <stdlib.h>
int main(int argc, char **argv)
{
	double v[argc + 9][argc];

#pragma omp parallel for
	for (int i = 0; i < argc + 9; i++)
		v[i][0] = i;
	return v[argc][0] > 100;
}
