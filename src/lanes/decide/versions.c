/* SPDX-License-Identifier: Apache-2.0 */
/* The versions of a kernel: for several lanes, for one, for the blocks that the host code
 * launches, for certain arguments. */
#include "lanes/decide/decide.h"

static void
place_shared(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef g)
{
	uintptr_t *at;
	unsigned align = LLVMGetAlignment(g);

	if (hd_is_dynamic_shared(g) || hd_map_get(map, g))
		return;
	if (!align)
		align = hd_align_of(u, LLVMGlobalGetValueType(g));
	*bytes = (*bytes + align - 1) / align * align;
	at = hd_map_put(&u->mem, map, g);
	*at = *bytes + 1;
	*bytes += (uint32_t)hd_size_of(u, LLVMGlobalGetValueType(g));
}

static void
place_in_constant(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef k)
{
	if (hd_is_shared_variable(k)) {
		place_shared(u, map, bytes, k);
		return;
	}
	if (LLVMIsAGlobalValue(k) || !LLVMIsAConstant(k))
		return;
	for (int i = 0; i < LLVMGetNumOperands(k); i++)
		place_in_constant(u, map, bytes, LLVMGetOperand(k, (unsigned)i));
}

/* Give every shared variable that `fn` mentions a place. */
void
hd_place_shared(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			for (int k = 0; k < LLVMGetNumOperands(i); k++)
				place_in_constant(u, map, bytes,
						  LLVMGetOperand(i, (unsigned)k));
}

static hd_layout *
read_as(hd_lower *lower, LLVMValueRef fn, enum hd_reading as, bool narrow)
{
	hd_unit *u = lower->u;
	hd_layout *l = HD_NEW(&u->mem, hd_layout);
	LLVMValueRef dynamic = LLVMGetNamedGlobal(u->m, HD_DYNAMIC_SHARED);
	uint32_t align = dynamic ? LLVMGetAlignment(dynamic) : 16, own = 0;
	const char *declared = hd_string_attr(fn, HD_DECLARED);

	l->c = hd_read_code(lower, fn, as);
	l->shared_bytes = lower->shared_bytes;
	hd_place_shared(u, &l->shared, &l->shared_bytes, fn);
	if (declared)
		own = lower->shared_bytes + (uint32_t)strtoul(declared, NULL, 10);
	l->shared_bytes = hd_align_up(l->shared_bytes < own ? own : l->shared_bytes,
				      align > 16 ? align : 16);
	hd_check(l->shared_bytes % 16 == 0);
	hd_find_regions(l->c);
	hd_choose_lanes(l, narrow);
	hd_check(!narrow || l->c->w.lanes == 1);
	hd_find_kept(l);
	l->compact = hd_is_large(l->c);
	hd_choose_block_order(l);
	hd_choose_jam(l);
	hd_find_first_accesses(l);
	hd_find_streams(l);
	return l;
}

/* With one lane, warp operations are barriers; with several, groups are warps. */
static hd_layout *
read_kernel(hd_lower *lower, LLVMValueRef fn, bool narrow)
{
	const char *why = NULL;
	hd_layout *l = NULL;

	if (!narrow && hd_has_warp_operations(fn)) {
		l = read_as(lower, fn, HD_KERNEL_OF_WARPS, false);
		why = l->why;
	}
	if (!l || l->c->w.lanes == 1)
		l = read_as(lower, fn, HD_KERNEL, narrow);
	if (why)
		l->why = why;
	return l;
}

/* What the runtime knows of the kernel must hold for it. */
static bool
fits_beside(const hd_layout *known, const hd_layout *wide)
{
	const hd_code *k = known->c, *w = wide->c;
	uint32_t row = k->block[0], rows = k->block[1] * k->block[2];

	if (k->warp_vectors &&
	    (row < hd_narrow_below(w) || (row % HD_WARP && rows > 1)))
		return false; /* groups would not be warps */
	return k->w.lanes > 1 && k->w.lanes <= w->w.lanes &&
	       k->warp_vectors == w->warp_vectors &&
	       known->shared_bytes <= wide->shared_bytes;
}

static hd_layout *
read_version(hd_lower *lower, LLVMValueRef fn, const char *suffix,
	     const hd_layout *wide)
{
	LLVMValueRef known =
		LLVMGetNamedFunction(lower->u->m, hd_format(&lower->u->scratch, "%s%s",
							    hd_name(fn), suffix));
	int most = lower->most_lanes;
	hd_layout *l;

	if (!known || wide->c->w.lanes == 1)
		return NULL;
	lower->most_lanes = wide->c->w.lanes;
	l = read_kernel(lower, known, false);
	lower->most_lanes = most;
	return fits_beside(l, wide) ? l : NULL;
}

/* For launches with short rows. */
static hd_layout *
read_plain(hd_lower *lower, LLVMValueRef fn, const hd_layout *wide)
{
	hd_layout *l;

	if (!hd_may_have_short_rows(wide->c))
		return NULL;
	lower->short_rows = true;
	l = read_kernel(lower, fn, false);
	lower->short_rows = false;
	return l->c->w.lanes <= wide->c->w.lanes && !l->group_bytes &&
			       l->c->warp_vectors == wide->c->warp_vectors &&
			       l->shared_bytes <= wide->shared_bytes
		       ? l
		       : NULL;
}

/* Warps are ten times slower lane by lane; a number of lanes that was asked for is kept. */
static bool
is_unsure(const hd_layout *l)
{
	const hd_code *c = l->c;

	return c->w.lanes > 1 && !c->warp_vectors && !c->u->opt.lanes &&
	       hd_does(c->u, HD_TRICK_measure) && hd_is_gain_unsure(l);
}

/* Launches of which the host code knows nothing may take their time. */
static bool
is_sole(const hd_versions *v)
{
	hd_unit *u = v->wide->c->u;

	return v->known && v->narrow && hd_string_attr(v->wide->c->fn, HD_SOLE) &&
	       !u->opt.lanes && hd_does(u, HD_TRICK_sole);
}

/* With several lanes, for blocks that are too narrow for them with one, and for those that
 * we have seen launched, unless that would be too much. */
hd_versions
hd_read_versions(hd_lower *l, LLVMValueRef fn, bool few)
{
	hd_versions v = {0};

	v.wide = read_kernel(l, fn, false);
	v.unsure = is_unsure(v.wide);
	if (v.wide->c->w.lanes > 1 && (!v.wide->long_rows || v.unsure))
		v.narrow = read_kernel(l, fn, true);
	if (few)
		return v;
	v.known = read_version(l, fn, HD_KNOWN_SUFFIX, v.wide);
	v.sole = is_sole(&v);
	if (!v.sole)
		v.plain = read_plain(l, fn, v.wide);
	if (v.known)
		v.direct = read_version(l, fn, HD_DIRECT_SUFFIX, v.wide);
	hd_check(!v.sole || (v.known && v.narrow));
	hd_check(!v.unsure || v.narrow);
	v.wide->compact |= v.known != NULL; /* for launches we do not know */
	return v;
}

/* A list of the versions for launches with certain strides. */
const hd_versions *
hd_read_fitting(hd_lower *l, LLVMValueRef fn)
{
	hd_versions *first = NULL, **last = &first;
	LLVMValueRef fit;

	for (int k = 0; k < HD_FIT_VERSIONS; k++) {
		if (!(fit = hd_fitting_version(fn, k)))
			continue;
		*last = HD_NEW(&l->u->mem, hd_versions);
		**last = hd_read_versions(l, fit, false);
		last = (hd_versions **)&(*last)->fit;
	}
	return first;
}
