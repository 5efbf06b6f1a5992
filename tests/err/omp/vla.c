/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the length of the array 'v' is known at run time only */
#include <stdlib.h>
int main(int argc, char **argv)
{
	double v[argc + 9], w[argc + 9];

#pragma omp parallel for
	for (int i = 0; i < argc + 9; i++)
		v[i] = sizeof v + i, w[i] = v[i];
	return v[argc] + w[argc] > 100;
}
