/* SPDX-License-Identifier: Apache-2.0 */
/* A table of lists under locks, one for each list; nested locks; test_lock. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { buckets = 16, n = 400 };

struct entry {
	int key;
	struct entry *next;
};

static struct {
	omp_lock_t lock;
	struct entry *first;
	int count;
} table[buckets];

static void
insert(struct entry *e)
{
	int b = e->key % buckets;

	omp_set_lock(&table[b].lock);
	e->next = table[b].first;
	table[b].first = e;
	table[b].count++;
	omp_unset_lock(&table[b].lock);
}

int
main(void)
{
	static struct entry pool[n];
	omp_nest_lock_t nest;
	omp_lock_t one;
	int sum = 0, most = 0, depth = 0;

	for (int b = 0; b < buckets; b++)
		omp_init_lock(&table[b].lock);
	omp_init_nest_lock(&nest);
	omp_init_lock(&one);
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		pool[i].key = i * 37 % 1000;
		insert(&pool[i]);
	}
	for (int b = 0; b < buckets; b++) {
		int len = 0;
		for (struct entry *e = table[b].first; e; e = e->next) {
			sum += e->key;
			len++;
		}
		if (len != table[b].count)
			printf("bucket %d: %d, %d\n", b, len, table[b].count);
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		omp_set_lock(&one);
		if (pool[i].key > most)
			most = pool[i].key;
		omp_unset_lock(&one);
		omp_set_nest_lock(&nest);
		omp_set_nest_lock(&nest);
		depth++;
		omp_unset_nest_lock(&nest);
		omp_unset_nest_lock(&nest);
	}
	printf("%d %d %d\n", sum, most, depth);
	if (omp_test_lock(&one)) {
		printf("free\n");
		omp_unset_lock(&one);
	}
	for (int b = 0; b < buckets; b++)
		omp_destroy_lock(&table[b].lock);
	omp_destroy_nest_lock(&nest);
	omp_destroy_lock(&one);
	return 0;
}
