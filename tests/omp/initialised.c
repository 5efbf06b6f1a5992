/* SPDX-License-Identifier: Apache-2.0 */
/* arrays whose size is that of their initialiser */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
struct insn {
	int op, a;
};
static const struct insn code[] = {{0, 1}, {1, 2}, {0, 5}, {2, 3}};
static const char *const names[] = {"add", "multiply", "subtract"};
static const double weight[] = {1, 2, 3};
static int steps[][2] = {{1, 2}, {3, 4}, {5, 6}};
static const int fixed[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static char text[] = "some words in a row";

int
main(void)
{
	int out[100], letters = 0;
	int local[] = {3, 4, 5};
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		int acc = i;
		for (unsigned k = 0; k < sizeof code / sizeof code[0]; k++)
			switch (code[k].op) {
			case 0:
				acc += code[k].a;
				break;
			case 1:
				acc *= code[k].a;
				break;
			default:
				acc -= code[k].a;
			}
		out[i] = acc + local[i % 3] + (int)weight[i % 3] + steps[i % 3][1];
	}
	for (int i = 0; i < 100; i += 9)
		printf("%d ", out[i]);
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		for (int k = 0; k < 4; k++) {
			const struct insn *p = &code[k];
			const int *row = fixed[k % 3];
			out[i] += p->op ? p->a : row[1];
		}
	printf("%d %d ", out[0], out[99]);
#pragma omp parallel for reduction(+ : letters) firstprivate(local)
	for (int i = 0; i < (int)sizeof text - 1; i++) {
		local[i % 3]++;
		letters += text[i] != ' ' && local[i % 3] > 3;
	}
#pragma omp parallel for
	for (int i = 0; i < 3; i++)
		steps[i][0] = 10 * steps[i][1];
	printf("%d %d %s\n", letters, steps[2][0], names[code[1].op]);
	return 0;
}
