/* SPDX-License-Identifier: Apache-2.0 */
/* Linked structures: a list, a search tree that every thread looks keys up in. */
/* run: */
/* run: --memory=copy --baseline */
#include <stdio.h>
#include <stdlib.h>

typedef struct tree {
	int key, value;
	struct tree *left, *right;
} tree;

static tree *
insert(tree *t, int key)
{
	if (!t) {
		t = malloc(sizeof *t);
		t->key = key;
		t->value = key * 3 % 101;
		t->left = t->right = NULL;
	} else if (key < t->key) {
		t->left = insert(t->left, key);
	} else if (key > t->key) {
		t->right = insert(t->right, key);
	}
	return t;
}

static const tree *
find(const tree *t, int key)
{
	while (t && t->key != key)
		t = key < t->key ? t->left : t->right;
	return t;
}

static int
depth(const tree *t)
{
	int l, r;

	if (!t)
		return 0;
	l = depth(t->left);
	r = depth(t->right);
	return 1 + (l > r ? l : r);
}

static void
release(tree *t)
{
	if (!t)
		return;
	release(t->left);
	release(t->right);
	free(t);
}

int
main(void)
{
	tree *root = NULL;
	int hits = 0, sum = 0, deep[2], *queries = malloc(1000 * sizeof *queries);

	for (int i = 0; i < 300; i++)
		root = insert(root, (i * 7919 + 504) % 1009);
	for (int i = 0; i < 1000; i++)
		queries[i] = i * 13 % 1009;
#pragma omp parallel for reduction(+ : hits, sum)
	for (int i = 0; i < 1000; i++) {
		const tree *t = find(root, queries[i]);
		if (t) {
			hits++;
			sum += t->value;
		}
	}
	printf("%d %d\n", hits, sum);
#pragma omp parallel sections
	{
#pragma omp section
		deep[0] = depth(root->left);
#pragma omp section
		deep[1] = depth(root->right);
	}
	printf("%d %d\n", deep[0], deep[1]);
	root->left->value = 1000000;
	sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 1000; i++) {
		const tree *t = find(root, queries[i]);
		sum += t ? t->value : 0;
	}
	printf("%d\n", sum);
	release(root);
	free(queries);
	return 0;
}
