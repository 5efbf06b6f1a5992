/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the length of the array 'part' of one thread is known at run time only */
int main(int argc, char **argv)
{
	int out[8];

#pragma omp parallel for
	for (int i = 0; i < 8; i++) {
		int part[argc + 1];
		part[argc] = i;
		out[i] = part[argc];
	}
	return out[1] != 1;
}
