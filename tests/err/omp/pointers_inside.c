/* SPDX-License-Identifier: Apache-2.0 */
/* options: --memory=copy --no-fallback */
/* error: 'nodes' leads to pointers */
#include <stdlib.h>
struct node {
	struct node *next;
	int value;
};
int main(void)
{
	struct node *nodes = calloc(10, sizeof *nodes);

#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		nodes[i].value = i;
	return nodes[3].value != 3;
}
