/* SPDX-License-Identifier: Apache-2.0 */
/* An order of minimum degree: what is eliminated next has the fewest neighbours. A row that
 * was eliminated is an element, whose members are what it made neighbours of each other, so
 * no list grows beyond the matrix. P. R. Amestoy, T. A. Davis, I. S. Duff, "An approximate
 * minimum degree ordering algorithm". */
#include "sparse.h"

#include <stdlib.h>

typedef struct list {
	int *at;
	int64_t count, room;
} list;

enum { ROW, ELEMENT, ABSORBED };

typedef struct elimination {
	hd_graph g;     /* neighbours that no element has yet, at the starts of lists */
	int64_t *count; /* of them */
	list *elements; /* of a row */
	list *members;  /* of an element */
	int *degree;
	int *head, *next, *previous; /* rows of a degree; -1: none */
	unsigned char *state;
	int64_t *mark, stamp;
	int64_t *outside; /* of an element's members, those that the newest has not */
	bool failed;      /* no memory */
} elimination;

static void
append(elimination *s, list *l, int value)
{
	if (l->count == l->room) {
		int64_t room = l->room * 2 + 4;
		int *more = realloc(l->at, (size_t)room * sizeof *more);

		if (!more) {
			s->failed = true;
			return;
		}
		l->at = more;
		l->room = room;
	}
	l->at[l->count++] = value;
}

static void
link_row(elimination *s, int row, int64_t degree)
{
	int first = s->head[degree];

	s->degree[row] = (int)degree;
	s->next[row] = first;
	s->previous[row] = -1;
	if (first >= 0)
		s->previous[first] = row;
	s->head[degree] = row;
}

static void
unlink_row(elimination *s, int row)
{
	if (s->next[row] >= 0)
		s->previous[s->next[row]] = s->previous[row];
	if (s->previous[row] >= 0)
		s->next[s->previous[row]] = s->next[row];
	else
		s->head[s->degree[row]] = s->next[row];
}

static void
join(elimination *s, int element, int row)
{
	if (s->state[row] != ROW || s->mark[row] == s->stamp)
		return;
	s->mark[row] = s->stamp;
	append(s, &s->members[element], row);
}

/* Its neighbours, and the members of its elements, become members of one. */
static void
make_element(elimination *s, int row)
{
	const list *elements = &s->elements[row];

	s->mark[row] = ++s->stamp;
	for (int64_t i = 0; i < s->count[row]; i++)
		join(s, row, s->g.to[s->g.start[row] + i]);
	for (int64_t i = 0; i < elements->count; i++) {
		list *members = &s->members[elements->at[i]];

		for (int64_t j = 0; j < members->count; j++)
			join(s, row, members->at[j]);
		s->state[elements->at[i]] = ABSORBED;
		free(members->at);
		*members = (list){0};
	}
	s->state[row] = ELEMENT;
}

/* Of all elements that share members with the new one. */
static void
count_outside(elimination *s, int element)
{
	const list *members = &s->members[element];

	for (int64_t i = 0; i < members->count; i++) {
		const list *elements = &s->elements[members->at[i]];

		for (int64_t j = 0; j < elements->count; j++) {
			int other = elements->at[j];

			if (s->state[other] != ELEMENT)
				continue;
			if (s->mark[other] != s->stamp)
				s->outside[other] = s->members[other].count;
			s->mark[other] = s->stamp;
			s->outside[other]--;
		}
	}
}

/* A member of a new element: what the element says is said no more; its degree, which may
 * be less. */
static int64_t
update_member(elimination *s, int row, int element)
{
	int *to = s->g.to + s->g.start[row];
	list *elements = &s->elements[row];
	int64_t kept = 0, others = s->members[element].count - 1, degree;

	for (int64_t i = 0; i < s->count[row]; i++)
		if (s->state[to[i]] == ROW && s->mark[to[i]] != s->stamp)
			to[kept++] = to[i];
	s->count[row] = kept;
	degree = kept + others;
	kept = 0;
	for (int64_t i = 0; i < elements->count; i++) {
		int other = elements->at[i];

		if (s->state[other] == ELEMENT && s->outside[other]) {
			elements->at[kept++] = other;
			degree += s->outside[other];
		} else {
			s->state[other] = ABSORBED;
		}
	}
	elements->count = kept;
	append(s, elements, element);
	return degree < s->degree[row] + others ? degree : s->degree[row] + others;
}

static bool
begin(elimination *s, const hd_csr *a)
{
	size_t n = (size_t)a->n + 1;

	s->count = calloc(n, sizeof *s->count);
	s->elements = calloc(n, sizeof *s->elements);
	s->members = calloc(n, sizeof *s->members);
	s->degree = calloc(n, sizeof *s->degree);
	s->head = malloc(n * sizeof *s->head);
	s->next = malloc(n * sizeof *s->next);
	s->previous = malloc(n * sizeof *s->previous);
	s->state = calloc(n, 1);
	s->mark = calloc(n, sizeof *s->mark);
	s->outside = calloc(n, sizeof *s->outside);
	if (!hd_graph_new(&s->g, a) || !s->count || !s->elements || !s->members ||
	    !s->degree || !s->head || !s->next || !s->previous || !s->state ||
	    !s->mark || !s->outside)
		return false;
	for (size_t i = 0; i < n; i++)
		s->head[i] = -1;
	for (int64_t i = a->n - 1; i >= 0; i--) {
		s->count[i] = s->g.start[i + 1] - s->g.start[i];
		link_row(s, (int)i, s->count[i] < a->n ? s->count[i] : a->n - 1);
	}
	return true;
}

static void
end(elimination *s)
{
	for (int64_t i = 0; i < s->g.n; i++) {
		if (s->elements)
			free(s->elements[i].at);
		if (s->members)
			free(s->members[i].at);
	}
	hd_graph_free(&s->g);
	free(s->count);
	free(s->elements);
	free(s->members);
	free(s->degree);
	free(s->head);
	free(s->next);
	free(s->previous);
	free(s->state);
	free(s->mark);
	free(s->outside);
}

bool
hd_order_degree(const hd_csr *a, int *order)
{
	elimination s = {0};
	bool good = begin(&s, a);
	int64_t least = 0;

	for (int64_t k = 0; good && k < a->n; k++) {
		int row;

		while (s.head[least] < 0)
			least++;
		row = s.head[least];
		order[k] = row;
		unlink_row(&s, row);
		make_element(&s, row);
		count_outside(&s, row);
		for (int64_t i = 0; i < s.members[row].count && !s.failed; i++) {
			int member = s.members[row].at[i];
			int64_t degree = update_member(&s, member, row);

			unlink_row(&s, member);
			link_row(&s, member,
				 degree < a->n - k - 1 ? degree : a->n - k - 1);
			least = s.degree[member] < least ? s.degree[member] : least;
		}
		good = !s.failed;
	}
	end(&s);
	return good;
}
