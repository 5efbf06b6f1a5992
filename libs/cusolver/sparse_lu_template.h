/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse LU for one element type: T, CONJ, REAL, SIZE, FN(name). J. R. Gilbert and T.
 * Peierls, "Sparse partial pivoting in time proportional to arithmetic operations":
 * column k of the factors is the solution of a triangular system whose pattern is what
 * column k reaches in the graph of those before it.
 *
 * A row of the given matrix is taken for a column, so what is factored is the transposed
 * matrix M, P M = L U, and the system is U^T L^T P x = b. */

/* Columns of a factor. */
typedef struct FN(factor) {
	int64_t *start;
	int *index;
	T *value;
	int64_t count, room;
} FN(factor);

typedef struct FN(lu) {
	int64_t n;
	FN(factor) l, u, m; /* l without its diagonal, that of u is last in a column */
	int *place;         /* of a row among the pivots; -1: none yet */
	int *reached, *path;
	int64_t *next;
	unsigned char *seen;
	T *x;
	bool failed; /* no memory */
} FN(lu);

static void
FN(append)(FN(lu) * s, FN(factor) * f, int index, T value)
{
	if (f->count == f->room) {
		int64_t room = f->room * 2 + 64;
		int *more_index = realloc(f->index, (size_t)room * sizeof *f->index);
		T *more_value;

		f->index = more_index ? more_index : f->index;
		more_value = realloc(f->value, (size_t)room * sizeof *f->value);
		f->value = more_value ? more_value : f->value;
		if (!more_index || !more_value) {
			s->failed = true;
			return;
		}
		f->room = room;
	}
	f->index[f->count] = index;
	f->value[f->count++] = value;
}

/* What row `from` reaches, behind what is there already, in the reverse of the order in
 * which it has to be done; how many there are then. */
static int64_t
FN(reach)(FN(lu) * s, int from, int64_t count)
{
	int64_t depth = 0;

	if (s->seen[from])
		return count;
	s->path[0] = from;
	s->seen[from] = 1;
	s->next[0] = s->place[from] < 0 ? 0 : s->l.start[s->place[from]];
	while (depth >= 0) {
		int at = s->path[depth], place = s->place[at];
		int64_t end = place < 0 ? 0 : s->l.start[place + 1], i = s->next[depth];

		while (i < end && s->seen[s->l.index[i]])
			i++;
		s->next[depth] = i + 1;
		if (i >= end) {
			s->reached[count++] = at;
			depth--;
			continue;
		}
		at = s->l.index[i];
		s->seen[at] = 1;
		s->path[++depth] = at;
		s->next[depth] = s->place[at] < 0 ? 0 : s->l.start[s->place[at]];
	}
	return count;
}

/* Column k: x, with `count` rows that are not zero. */
static int64_t
FN(column)(FN(lu) * s, int64_t k)
{
	int64_t count = 0;

	for (int64_t i = s->m.start[k]; i < s->m.start[k + 1]; i++)
		count = FN(reach)(s, s->m.index[i], count);
	for (int64_t i = s->m.start[k]; i < s->m.start[k + 1]; i++)
		s->x[s->m.index[i]] += s->m.value[i];
	for (int64_t i = count - 1; i >= 0; i--) {
		int row = s->reached[i], place = s->place[row];
		T value = s->x[row];

		if (place < 0)
			continue;
		FN(append)(s, &s->u, place, value);
		for (int64_t j = s->l.start[place]; j < s->l.start[place + 1]; j++)
			s->x[s->l.index[j]] -= s->l.value[j] * value;
	}
	return count;
}

/* The row of the largest number, or row k; -1: it is too small, or not positive. */
static int
FN(choose)(FN(lu) * s, int64_t k, int64_t count, const hd_system *system)
{
	double most = 0;
	int best = -1;

	for (int64_t i = 0; i < count; i++) {
		int row = s->reached[i];
		double size = SIZE(s->x[row]);

		if (s->place[row] >= 0 || (system->definite && row != k))
			continue;
		if (size > most || (size == most && row == k)) {
			most = size;
			best = row;
		}
	}
	if (best >= 0 && system->definite && !(REAL(s->x[best]) > 0))
		return -1;
	return most > system->tolerance ? best : -1;
}

/* The step that fails, or -1. */
static int64_t
FN(factorize)(FN(lu) * s, const hd_system *system)
{
	for (int64_t k = 0; k < s->n && !s->failed; k++) {
		int64_t count;
		int best;
		T pivot;

		s->l.start[k] = s->l.count;
		s->u.start[k] = s->u.count;
		count = FN(column)(s, k);
		best = FN(choose)(s, k, count, system);
		if (best < 0)
			return k;
		pivot = s->x[best];
		s->place[best] = (int)k;
		FN(append)(s, &s->u, (int)k, pivot);
		for (int64_t i = 0; i < count; i++) {
			int row = s->reached[i];

			if (s->place[row] < 0)
				FN(append)(s, &s->l, row, s->x[row] / pivot);
			s->x[row] = 0;
			s->seen[row] = 0;
		}
		s->l.start[k + 1] = s->l.count;
		s->u.start[k + 1] = s->u.count;
	}
	return -1;
}

/* y = b of the new order becomes the solution, in the new order. */
static void
FN(substitute)(FN(lu) * s, T *y)
{
	for (int64_t k = 0; k < s->n; k++) {
		int64_t last = s->u.start[k + 1] - 1;
		T sum = y[k];

		for (int64_t i = s->u.start[k]; i < last; i++)
			sum -= s->u.value[i] * y[s->u.index[i]];
		y[k] = sum / s->u.value[last];
	}
	for (int64_t k = s->n - 1; k >= 0; k--)
		for (int64_t i = s->l.start[k]; i < s->l.start[k + 1]; i++)
			y[k] -= s->l.value[i] * y[s->place[s->l.index[i]]];
	for (int64_t i = 0; i < s->n; i++)
		s->x[i] = y[s->place[i]];
}

/* The rows, in the new order, as columns of m; of a definite matrix also what its lower
 * triangle says of the upper one. `at`: where an old row is now. */
static void
FN(gather)(FN(lu) * s, const hd_system *system, const int *at)
{
	const hd_csr *a = &system->a;
	const T *values = a->values;
	int64_t *start = s->m.start;

	for (int turn = 0; turn < 2; turn++) { /* count, then put */
		for (int64_t i = 0; i < a->n; i++)
			for (int64_t p = a->rows[i] - a->base;
			     p < a->rows[i + 1] - a->base; p++) {
				int j = a->columns[p] - a->base;
				int64_t to = at[i], other = at[j];

				if (system->definite && j > i)
					continue;
				if (turn) {
					s->m.index[start[to]] = (int)other;
					s->m.value[start[to]] = values[p];
				}
				start[to + !turn]++;
				if (!system->definite || j == i)
					continue;
				if (turn) {
					s->m.index[start[other]] = (int)to;
					s->m.value[start[other]] = CONJ(values[p]);
				}
				start[other + !turn]++;
			}
		for (int64_t i = 0; i < a->n && !turn; i++)
			start[i + 1] += start[i];
	}
	for (int64_t i = a->n; i > 0; i--) /* they have moved by one */
		start[i] = start[i - 1];
	start[0] = 0;
}

static bool
FN(allocate)(FN(lu) * s, int64_t n, int64_t entries)
{
	size_t rows = (size_t)n + 1;
	FN(factor) *const factors[] = {&s->l, &s->u, &s->m};

	s->n = n;
	for (int i = 0; i < 3; i++)
		factors[i]->start = calloc(rows + 1, sizeof *s->l.start);
	s->m.index = malloc((size_t)entries * sizeof *s->m.index + 1);
	s->m.value = malloc((size_t)entries * sizeof *s->m.value + 1);
	s->place = malloc(rows * sizeof *s->place);
	s->reached = malloc(rows * sizeof *s->reached);
	s->path = malloc(rows * sizeof *s->path);
	s->next = malloc(rows * sizeof *s->next);
	s->seen = calloc(rows, 1);
	s->x = calloc(rows, sizeof *s->x);
	return s->l.start && s->u.start && s->m.start && s->m.index && s->m.value &&
	       s->place && s->reached && s->path && s->next && s->seen && s->x;
}

static void
FN(release)(FN(lu) * s)
{
	FN(factor) *const factors[] = {&s->l, &s->u, &s->m};

	for (int i = 0; i < 3; i++) {
		free(factors[i]->start);
		free(factors[i]->index);
		free(factors[i]->value);
	}
	free(s->place);
	free(s->reached);
	free(s->path);
	free(s->next);
	free(s->seen);
	free(s->x);
}

/* order: which old row is at a place. */
static void
FN(solve)(const hd_system *system, const int *order)
{
	int64_t n = system->a.n;
	int64_t entries = n ? system->a.rows[n] - system->a.base : 0, fails = -1;
	const T *b = system->b;
	T *x = system->x, *y = malloc((size_t)n * sizeof *y + 1);
	FN(lu) s = {0};

	s.failed = !FN(allocate)(&s, n, 2 * entries) || !y;
	if (!s.failed) {
		for (int64_t i = 0; i < n; i++)
			s.path[order[i]] = (int)i;
		FN(gather)(&s, system, s.path);
		for (int64_t i = 0; i < n; i++)
			s.place[i] = -1;
		fails = FN(factorize)(&s, system);
	}
	if (!s.failed && fails < 0) {
		for (int64_t i = 0; i < n; i++)
			y[i] = b[order[i]];
		FN(substitute)(&s, y);
		for (int64_t i = 0; i < n; i++)
			x[order[i]] = s.x[i];
	}
	for (int64_t i = 0; i < n && (s.failed || fails >= 0) && !system->status; i++)
		x[i] = (T)NAN;
	if (system->singularity)
		*system->singularity = (int)fails;
	if (s.failed && system->status)
		*system->status = CUSOLVER_STATUS_ALLOC_FAILED;
	FN(release)(&s);
	free(y);
}
