/* SPDX-License-Identifier: Apache-2.0 */
/* Structures that lead to text: some of it is the program's own, some on the heap. */
/* run: */
/* run: --memory=system */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
	const char *name;
	char *mail;
	int age;
};

struct team {
	int n;
	struct person *who;
	double *weight;
};

static int
length(const char *s)
{
	int n = 0;

	while (s[n])
		n++;
	return n;
}

int
main(void)
{
	static const char *const names[] = {"ada", "grace", "edsger", "barbara"};
	struct team t = {4, malloc(4 * sizeof *t.who), malloc(4 * sizeof *t.weight)};
	const char *longest = "";
	int letters = 0, at = 0;

	for (int i = 0; i < t.n; i++) {
		char mail[32];
		snprintf(mail, sizeof mail, "%s@example.org", names[i]);
		t.who[i].name = names[i];
		t.who[i].mail = strdup(mail);
		t.who[i].age = 30 + i;
	}
#pragma omp parallel for reduction(+ : letters, at)
	for (int i = 0; i < t.n; i++) {
		letters += length(t.who[i].name);
		for (int k = 0; t.who[i].mail[k]; k++)
			at += t.who[i].mail[k] == '@';
		t.weight[i] = t.who[i].age * 0.5;
		t.who[i].mail[0] = 'X';
	}
	for (int i = 0; i < t.n; i++)
		if (length(t.who[i].name) > length(longest))
			longest = t.who[i].name;
	printf("%d %d %g %s %s\n", letters, at, t.weight[3], longest, t.who[1].mail);
	for (int i = 0; i < t.n; i++)
		free(t.who[i].mail);
	free(t.who);
	free(t.weight);
	return 0;
}
