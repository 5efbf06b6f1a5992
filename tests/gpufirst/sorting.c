/* qsort and bsearch with functions of the program, of structures and of strings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct item {
	int key;
	char name[12];
} item;

static int by_key(const void *a, const void *b)
{
	return ((const item *)a)->key - ((const item *)b)->key;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	item v[30], want = {57, ""}, *found;
	char *words[] = {"pear", "apple", "fig", "plum", "date"};
	for (int i = 0; i < 30; i++) {
		v[i].key = i * 37 % 61;
		snprintf(v[i].name, sizeof v[i].name, "n%d", i);
	}
	qsort(v, 30, sizeof *v, by_key);
	qsort(words, 5, sizeof *words, by_name);
	for (int i = 0; i < 30; i += 7)
		printf("%d:%s ", v[i].key, v[i].name);
	found = bsearch(&want, v, 30, sizeof *v, by_key);
	printf("\n%s\n", found ? found->name : "none");
	for (int i = 0; i < 5; i++)
		printf("%s ", words[i]);
	printf("\n");
	return 0;
}
