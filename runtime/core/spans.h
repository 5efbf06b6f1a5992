/* SPDX-License-Identifier: Apache-2.0 */
/* Stretches of addresses that belong to the same thing. */
#ifndef HD_CORE_SPANS_H
#define HD_CORE_SPANS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hd_span_kind {
	HD_SPAN_HOST,       /* as far as is known */
	HD_SPAN_ALLOCATION, /* a region */
	HD_SPAN_PIECE,      /* one that was mapped: the next may go on with it */
	HD_SPAN_VARIABLE,
	HD_SPAN_FREE, /* for small allocations, but not in use */
};

typedef struct hd_span {
	const char *low, *high; /* high does not belong to it */
	enum hd_span_kind kind;
} hd_span;

/* Changes with what spans there are. */
extern _Atomic uint64_t hd_region_version;
void hd_regions_changed(void);

hd_span hd_region_span(const char *p);
/* These make a span smaller, which no region is in: to what p lies in, then they say so, or
 * to what is between. */
bool hd_slot_span(const char *p, hd_span *s);
bool hd_variable_span(const char *p, hd_span *s);
bool hd_span_cut(hd_span *s, const char *p, const char *base, size_t size);

#endif
