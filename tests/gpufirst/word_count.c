/* A hash table of words, filled by many threads under locks. */
#include <ctype.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 16 };
typedef struct entry {
	struct entry *next;
	int count;
	char word[16];
} entry;
static entry *table[BUCKETS];
static omp_lock_t lock[BUCKETS];

static void count(const char *word)
{
	unsigned h = 5381;
	entry *e;
	for (const char *p = word; *p; p++)
		h = h * 33 + (unsigned char)*p;
	h %= BUCKETS;
	omp_set_lock(&lock[h]);
	for (e = table[h]; e && strcmp(e->word, word); e = e->next)
		;
	if (!e) {
		e = malloc(sizeof *e);
		strcpy(e->word, word);
		e->count = 0;
		e->next = table[h];
		table[h] = e;
	}
	e->count++;
	omp_unset_lock(&lock[h]);
}

static int by_word(const void *a, const void *b)
{
	return strcmp((*(entry *const *)a)->word, (*(entry *const *)b)->word);
}

int main(void)
{
	static const char *const lines[] = {
		"To be, or not to be: that is the question",
		"Whether it is nobler in the mind to suffer",
		"The slings and arrows, or to take arms",
		"and by opposing end them: to die, to sleep",
	};
	entry *all[64];
	int n = 0;
	for (int i = 0; i < BUCKETS; i++)
		omp_init_lock(&lock[i]);
#pragma omp parallel for
	for (int i = 0; i < 4; i++) {
		char word[16];
		int k = 0;
		for (const char *p = lines[i];; p++) {
			if (isalpha((unsigned char)*p)) {
				word[k++] = (char)tolower((unsigned char)*p);
			} else if (k) {
				word[k] = 0;
				count(word);
				k = 0;
			}
			if (!*p)
				break;
		}
	}
	for (int i = 0; i < BUCKETS; i++)
		for (entry *e = table[i]; e; e = e->next)
			all[n++] = e;
	qsort(all, n, sizeof *all, by_word);
	for (int i = 0; i < n; i++)
		printf("%s %d\n", all[i]->word, all[i]->count);
	return 0;
}
