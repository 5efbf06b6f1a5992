/* SPDX-License-Identifier: Apache-2.0 */
/* lower_lanes: threads become loops over lane groups.
 *
 *     define void @k(ptr %out) {              (one thread)
 *       %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
 *       ...
 * becomes
 *     define internal void @hd.kernel.k(ptr %frame, ptr %shared, ptr %context,
 *                                       i64 %first, i64 %count) {
 *       for each block: for each region: for each lane group: ...
 *
 * Kernels and the device functions that were not inlined are read and built anew; the
 * old ones go. Shared variables get their places in the block's shared memory.
 *
 * needs:   normalize
 * ensures: no thread coordinates, barriers or shared variables are left
 */
#include "lanes.h"

#include <limits.h>

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
static void
place_all_shared(hd_unit *u, hd_map *map, uint32_t *bytes, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			for (int k = 0; k < LLVMGetNumOperands(i); k++)
				place_in_constant(u, map, bytes,
						  LLVMGetOperand(i, (unsigned)k));
}

static uint32_t
align_up(uint32_t x, uint32_t to)
{
	return (x + to - 1) / to * to;
}

/* For describe_kernels: an attribute whose name begins with `of`. */
static void
say(hd_unit *u, LLVMValueRef fn, const char *of, const char *key, const char *value)
{
	hd_add_string_attr(u, fn, hd_format(&u->scratch, "%s-%s", of, key), value);
}

static void
note(hd_unit *u, LLVMValueRef fn, const char *of, const char *key, uint32_t value)
{
	say(u, fn, of, key, hd_format(&u->scratch, "%u", value));
}

static uint32_t
context_of(const hd_code *c, const uint32_t block[3])
{
	uint32_t lanes = (uint32_t)c->lanes;

	return (block[0] + lanes - 1) / lanes * block[1] * block[2] * c->group_bytes;
}

static uint32_t
narrow_below(const hd_versions *v)
{
	return v->sole ? HD_MAX_THREADS + 1 : hd_narrow_below(v->wide);
}

/* What the versions for known blocks need more than the others would for these. */
static uint32_t
extra_context(const hd_versions *v)
{
	uint32_t wants, direct, has;

	if (!v->known)
		return 0;
	wants = context_of(v->known, v->known->block);
	direct = v->direct ? context_of(v->direct, v->known->block) : 0;
	wants = direct > wants ? direct : wants;
	has = context_of(v->narrow && v->known->block[0] < narrow_below(v) ? v->narrow
									   : v->wide,
			 v->known->block);
	return wants > has ? align_up(wants - has, 64) : 0;
}

static uint32_t
turned_flag(const char *with)
{
	if (!with)
		return 0;
	return *with == 'y' ? HD_KERNEL_TURNED_Y : HD_KERNEL_TURNED_Z;
}

/* What describe_kernels needs to know, as attributes: the IR carries all state. */
static void
record(const hd_versions *v, LLVMValueRef fn, const char *of)
{
	hd_code *c = v->wide, *narrow = v->narrow;
	hd_unit *u = c->u;
	uint32_t local = 0, end = 0, max = HD_MAX_THREADS;
	hd_str args = {.arena = &u->scratch};
	hd_pos pos = hd_function_position(fn);

	for (int k = 0; k < c->np; k++)
		local += c->priv[k].size;
	for (unsigned k = 0; k < hd_count_arguments(c->fn); k++) {
		hd_arg at = hd_place_argument(u, c->fn, k, &end);

		hd_str_addf(&args, "%u:%u,", at.offset, at.size);
	}
	hd_annotation(u, c->fn, "maxntidx", &max);
	say(u, fn, of, "args", args.n ? args.at : "");
	say(u, fn, of, "file", pos.file ? pos.file : "");
	note(u, fn, of, "line", pos.line);
	note(u, fn, of, "shared", c->shared_bytes);
	note(u, fn, of, "context-block", extra_context(v));
	note(u, fn, of, "context", c->group_bytes);
	note(u, fn, of, "local", local);
	note(u, fn, of, "threads", max);
	note(u, fn, of, "lanes", (uint32_t)c->lanes);
	note(u, fn, of, "narrow-below",
	     v->sole || (narrow && !c->long_rows) ? narrow_below(v) : 0);
	note(u, fn, of, "narrow-context", narrow ? narrow->group_bytes : 0);
	note(u, fn, of, "flags",
	     (c->nr > 1 ? HD_KERNEL_BARRIERS : 0u) | (c->steps ? HD_KERNEL_STEPS : 0u) |
		     (c->warp_vectors ? HD_KERNEL_WARPS : 0u) |
		     (hd_is_divisible(c) ? HD_KERNEL_DIVISIBLE : 0u) |
		     turned_flag(hd_string_attr(c->fn, HD_TURNED)) |
		     (hd_string_attr(c->fn, HD_PACED) ? HD_KERNEL_PACED : 0u) |
		     (hd_string_attr(c->fn, HD_ORDERED) ? HD_KERNEL_ORDERED : 0u) |
		     (hd_string_attr(c->fn, HD_WAITS) ? HD_KERNEL_WAITS : 0u) |
		     (hd_string_attr(c->fn, HD_POLLS) ? HD_KERNEL_POLLS : 0u) |
		     (hd_string_attr(c->fn, HD_SPINS) ? HD_KERNEL_SPINS : 0u) |
		     (v->unsure ? HD_KERNEL_UNSURE : 0u));
}

/* The rows that loops go through together, for jam_rows; in versions for known blocks. */
static uint32_t
most_rows(const hd_versions *v)
{
	int most = 1;

	for (; v; v = v->fit)
		if (v->known && v->known->rows > most)
			most = v->known->rows;
	return (uint32_t)most;
}

static void
record_all(const hd_versions *v, LLVMValueRef fn)
{
	hd_unit *u = v->wide->u;
	int number = 0;

	record(v, fn, HD_ENTRY);
	note(u, fn, HD_ENTRY, "rows", most_rows(v));
	while ((v = v->fit)) {
		const char *of = hd_format(&u->scratch, HD_FIT "%d", ++number);

		hd_add_string_attr(u, fn, of, hd_name(v->wide->fn));
		record(v, fn, of);
	}
}

static hd_code *
read_as(hd_lower *l, LLVMValueRef fn, enum hd_reading as, bool narrow)
{
	hd_unit *u = l->u;
	hd_code *c = hd_read_code(l, fn, as);
	LLVMValueRef dynamic = LLVMGetNamedGlobal(u->m, HD_DYNAMIC_SHARED);
	uint32_t align = dynamic ? LLVMGetAlignment(dynamic) : 16;
	const char *declared = hd_string_attr(fn, HD_DECLARED);

	c->shared_bytes = l->shared_bytes;
	place_all_shared(u, &c->shared, &c->shared_bytes, fn);
	if (declared && c->shared_bytes < l->shared_bytes + strtoul(declared, NULL, 10))
		c->shared_bytes =
			l->shared_bytes + (uint32_t)strtoul(declared, NULL, 10);
	c->shared_bytes = align_up(c->shared_bytes, align > 16 ? align : 16);
	hd_find_regions(c);
	hd_choose_lanes(c, narrow);
	hd_find_keep(c);
	c->compact = hd_is_large(c);
	hd_find_walk(c);
	hd_choose_rows(c);
	hd_find_first_accesses(c);
	hd_find_streams(c);
	return c;
}

/* With one lane, warp operations are barriers; with several, groups are warps. */
static hd_code *
read_kernel(hd_lower *l, LLVMValueRef fn, bool narrow)
{
	const char *why = NULL;
	hd_code *c = NULL;

	if (!narrow && hd_has_warp_operations(fn)) {
		c = read_as(l, fn, HD_KERNEL_OF_WARPS, false);
		why = c->why;
	}
	if (!c || c->lanes == 1)
		c = read_as(l, fn, HD_KERNEL, narrow);
	if (why)
		c->why = why;
	return c;
}

static unsigned
count_instructions(LLVMValueRef fn)
{
	unsigned n = 0;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			n++;
	return n;
}

/* So much that LLVM would need more than a few seconds; more of them for warps, which are
 * ten times slower lane by lane. Who asks for a number of lanes gets it. */
static bool
is_too_large(const hd_versions *v, LLVMValueRef fn)
{
	enum { LARGE = 30000, LARGE_WARPS = 40000 };
	const hd_code *c = v->wide;

	return !c->u->opt.lanes && (c->lanes > 1 || v->fit) &&
	       count_instructions(fn) > (c->warp_vectors ? LARGE_WARPS : LARGE);
}

static void
take_back(hd_code *c, LLVMValueRef fn)
{
	LLVMMetadataRef sp = LLVMGetSubprogram(fn);

	LLVMSetSubprogram(fn, NULL);
	LLVMDeleteFunction(fn);
	if (sp)
		LLVMSetSubprogram(c->fn, sp);
}

/* What the runtime knows of the kernel must hold for it. */
static bool
fits_beside(const hd_code *known, const hd_code *wide)
{
	uint32_t row = known->block[0], rows = known->block[1] * known->block[2];

	if (known->warp_vectors &&
	    (row < hd_narrow_below(wide) || (row % HD_WARP && rows > 1)))
		return false; /* groups would not be warps */
	return known->lanes > 1 && known->lanes <= wide->lanes &&
	       known->warp_vectors == wide->warp_vectors &&
	       known->shared_bytes <= wide->shared_bytes;
}

static hd_code *
read_version(hd_lower *l, LLVMValueRef fn, const char *suffix, const hd_code *wide)
{
	LLVMValueRef known = LLVMGetNamedFunction(
		l->u->m, hd_format(&l->u->scratch, "%s%s", hd_name(fn), suffix));
	int most = l->most_lanes;
	hd_code *c;

	if (!known || wide->lanes == 1)
		return NULL;
	l->most_lanes = wide->lanes;
	c = read_kernel(l, known, false);
	l->most_lanes = most;
	return fits_beside(c, wide) ? c : NULL;
}

/* For launches with short rows. */
static hd_code *
read_plain(hd_lower *l, LLVMValueRef fn, const hd_code *wide)
{
	hd_code *c;

	if (!hd_may_have_short_rows(wide))
		return NULL;
	l->short_rows = true;
	c = read_kernel(l, fn, false);
	l->short_rows = false;
	return c->lanes <= wide->lanes && !c->group_bytes &&
			       c->warp_vectors == wide->warp_vectors &&
			       c->shared_bytes <= wide->shared_bytes
		       ? c
		       : NULL;
}

/* Warps are ten times slower lane by lane, and who asks for a number of lanes gets it. */
static bool
is_unsure(const hd_code *c)
{
	return c->lanes > 1 && !c->warp_vectors && !c->u->opt.lanes &&
	       hd_does(c->u, HD_TRICK_measure) && hd_is_gain_unsure(c);
}

/* Launches of which the host code knows nothing may take their time. */
static bool
is_sole(const hd_versions *v)
{
	hd_unit *u = v->wide->u;

	return v->known && v->narrow && hd_string_attr(v->wide->fn, HD_SOLE) &&
	       !u->opt.lanes && hd_does(u, HD_TRICK_sole);
}

/* With several lanes, for blocks that are too narrow for them with one, and for those that
 * we have seen launched, unless that would be too much. */
static hd_versions
read_versions(hd_lower *l, LLVMValueRef fn, bool few)
{
	hd_versions v = {0};

	v.wide = read_kernel(l, fn, false);
	v.unsure = is_unsure(v.wide);
	if (v.wide->lanes > 1 && (!v.wide->long_rows || v.unsure))
		v.narrow = read_kernel(l, fn, true);
	if (few)
		return v;
	v.known = read_version(l, fn, HD_KNOWN_SUFFIX, v.wide);
	v.sole = is_sole(&v);
	if (!v.sole)
		v.plain = read_plain(l, fn, v.wide);
	if (v.known)
		v.direct = read_version(l, fn, HD_DIRECT_SUFFIX, v.wide);
	v.wide->compact |= v.known != NULL; /* for launches we do not know */
	return v;
}

/* A list of the versions for launches with certain strides. */
static const hd_versions *
read_fitting(hd_lower *l, LLVMValueRef fn)
{
	hd_versions *first = NULL, **last = &first;
	LLVMValueRef fit;

	for (int k = 0; k < HD_FIT_VERSIONS; k++) {
		if (!(fit = hd_fitting_version(fn, k)))
			continue;
		*last = HD_NEW(&l->u->mem, hd_versions);
		**last = read_versions(l, fit, false);
		last = (hd_versions **)&(*last)->fit;
	}
	return first;
}

/* If it is too much, without the versions for strides, then without those for blocks, and
 * then with fewer lanes. */
static void
lower_kernel(hd_lower *l, LLVMValueRef fn)
{
	hd_versions v;
	const hd_versions *fit;
	LLVMValueRef made;
	bool again = false;

	l->most_lanes = INT_MAX;
	fit = read_fitting(l, fn);
	for (;;) {
		v = read_versions(l, fn, again);
		v.fit = fit;
		if (hd_error_count())
			return;
		made = hd_emit_kernel(&v);
		if (!is_too_large(&v, made))
			break;
		take_back(v.wide, made);
		if (fit) {
			fit = NULL;
			continue;
		}
		if (!v.known && !v.plain)
			l->most_lanes = v.wide->lanes > 4 ? 4 : 1;
		again = true;
	}
	hd_tell_versions(&v, made);
	record_all(&v, made);
	for (const hd_versions *f = &v; f; f = f->fit)
		hd_emit_useful(f->wide);
}

static void
lower_function(hd_lower *l, LLVMValueRef old, LLVMValueRef fn)
{
	hd_code *c = hd_read_code(l, old, HD_FUNCTION);

	hd_find_regions(c);
	hd_find_shapes(c);
	hd_find_keep(c);
	hd_emit_function(c, fn);
}

static LLVMValueRef
new_function_of(void *arg, LLVMValueRef leaf)
{
	uintptr_t *p = hd_map_get(&((hd_lower *)arg)->functions, leaf);

	return p ? (LLVMValueRef)*p : NULL;
}

/* Tables of function pointers and virtual tables. */
static void
map_initializers(hd_lower *l)
{
	hd_each_global (g, l->u->m) {
		LLVMValueRef init = LLVMGetInitializer(g);

		if (init)
			LLVMSetInitializer(
				g, hd_map_constant(l->u, init, new_function_of, l));
	}
}

static void
remove_old(hd_unit *u, LLVMValueRef *old, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		LLVMSetSubprogram(old[k], NULL);
		LLVMReplaceAllUsesWith(old[k], LLVMGetPoison(u->ptr));
	}
	for (size_t k = 0; k < n; k++)
		LLVMDeleteFunction(old[k]);
	hd_each_global (g, u->m)
		if (hd_is_shared_variable(g) && !LLVMGetFirstUse(g))
			LLVMDeleteGlobal(g);
}

static bool
is_question(LLVMValueRef fn)
{
	return hd_has_prefix(hd_name(fn), HD_SUITS) ||
	       hd_has_prefix(hd_name(fn), HD_ASKS);
}

bool
hd_pass_lower_lanes(hd_unit *u)
{
	hd_lower l = {.u = u};
	HD_VEC(LLVMValueRef) kernels = {0}, functions = {0}, old = {0};

	hd_each_function (fn, u->m) {
		if (is_question(fn))
			LLVMSetLinkage(fn, LLVMInternalLinkage); /* called once now */
		if (!hd_has_body(fn) || hd_has_prefix(hd_name(fn), HD_LAUNCH) ||
		    is_question(fn))
			continue;
		if (hd_is_kernel(u, fn) && !hd_string_attr(fn, HD_FITS))
			hd_push(&u->mem, &kernels, fn);
		else if (!hd_string_attr(fn, HD_KNOWN) && !hd_string_attr(fn, HD_FITS))
			hd_push(&u->mem, &functions, fn);
		hd_push(&u->mem, &old, fn);
	}
	for (size_t k = 0; k < functions.n; k++) {
		place_all_shared(u, &l.shared, &l.shared_bytes, functions.at[k]);
		*hd_map_put(&u->mem, &l.functions, functions.at[k]) =
			(uintptr_t)hd_new_function(u, functions.at[k]);
	}
	for (size_t k = 0; k < functions.n; k++)
		lower_function(
			&l, functions.at[k],
			(LLVMValueRef)*hd_map_get(&l.functions, functions.at[k]));
	for (size_t k = 0; k < kernels.n; k++) {
		hd_set_activity("lower_lanes", hd_name(kernels.at[k]));
		lower_kernel(&l, kernels.at[k]);
	}
	if (hd_error_count())
		return true;
	map_initializers(&l);
	remove_old(u, old.at, old.n);
	return true;
}
