/* SPDX-License-Identifier: Apache-2.0 */
/* What addresses belong to, for copies and fills: whether all that they touch is there, and is
 * the device's where it has to be. Each thread remembers the last answers, which hold until
 * something is allocated, freed or loaded. */
#include "inner.h"
#include "spans.h"

#include <string.h>

enum { REMEMBERED = 4 };

static _Thread_local struct memory {
	uint64_t version;
	unsigned next;
	hd_span span[REMEMBERED];
} memory;

static bool
is_in(const hd_span *s, const char *p)
{
	return p >= s->low && p < s->high;
}

/* Between allocations there are variables, free places of small allocations, and the host's
 * memory. */
static hd_span
look_up(const char *p)
{
	hd_span s = hd_region_span(p);

	if (s.kind == HD_SPAN_HOST && hd_slot_span(p, &s))
		s.kind = HD_SPAN_FREE;
	if (s.kind == HD_SPAN_HOST && hd_variable_span(p, &s))
		s.kind = HD_SPAN_VARIABLE;
	return s;
}

static const hd_span *
remember(struct memory *m, const char *p, uint64_t version)
{
	hd_span *s = &m->span[m->next++ % REMEMBERED];

	if (m->version != version)
		memset(m->span, 0, sizeof m->span);
	m->version = version;
	*s = look_up(p);
	return s;
}

/* Until the next call. */
static const hd_span *
find(const char *p)
{
	struct memory *m = &memory;
	uint64_t now = atomic_load_explicit(&hd_region_version, memory_order_acquire);

	for (int i = 0; i < REMEMBERED && m->version == now; i++)
		if (is_in(&m->span[i], p))
			return &m->span[i];
	return remember(m, p, now);
}

bool
hd_is_allocated(const void *p)
{
	const hd_span *s = find(p);

	return s->kind == HD_SPAN_ALLOCATION || s->kind == HD_SPAN_PIECE;
}

/* Pieces that are mapped side by side are as one. */
static bool
is_covered(const hd_span *s, const char *end)
{
	while (s->kind == HD_SPAN_PIECE && end > s->high)
		s = find(s->high);
	return s->kind == HD_SPAN_PIECE;
}

bool
hd_is_memory(const void *p, size_t bytes, bool of_device)
{
	const char *end;
	const hd_span *s;

	if (!bytes)
		return true;
	if ((uintptr_t)p > UINTPTR_MAX - bytes)
		return false;
	end = (const char *)p + bytes;
	s = find(p);
	switch (s->kind) {
	case HD_SPAN_HOST: /* variables that no host code names are not known */
		return end <= s->high && (!of_device || hd_is_program_data(p));
	case HD_SPAN_FREE:
		return false;
	case HD_SPAN_PIECE:
		return is_covered(s, end);
	default:
		return end <= s->high;
	}
}
