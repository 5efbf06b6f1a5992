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
#include "lanes/pieces/pieces.h"

#include <limits.h>

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
context_of(const hd_layout *l, const uint32_t block[3])
{
	uint32_t lanes = (uint32_t)l->c->w.lanes;

	return (block[0] + lanes - 1) / lanes * block[1] * block[2] * l->group_bytes;
}

static uint32_t
narrow_below(const hd_versions *v)
{
	return v->sole ? HD_MAX_THREADS + 1 : hd_narrow_below(v->wide->c);
}

/* What the versions for known blocks need more than the others would for these. */
static uint32_t
extra_context(const hd_versions *v)
{
	uint32_t wants, direct, has;

	hd_check(!v->sole || v->known);
	if (!v->known)
		return 0;
	wants = context_of(v->known, v->known->c->block);
	direct = v->direct ? context_of(v->direct, v->known->c->block) : 0;
	wants = direct > wants ? direct : wants;
	has = context_of(v->narrow && v->known->c->block[0] < narrow_below(v)
				 ? v->narrow
				 : v->wide,
			 v->known->c->block);
	return wants > has ? hd_align_up(wants - has, 64) : 0;
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
	const hd_layout *l = v->wide, *narrow = v->narrow;
	const hd_code *c = l->c;
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
	note(u, fn, of, "shared", l->shared_bytes);
	note(u, fn, of, "context-block", extra_context(v));
	note(u, fn, of, "context", l->group_bytes);
	note(u, fn, of, "local", local);
	note(u, fn, of, "threads", max);
	note(u, fn, of, "lanes", (uint32_t)c->w.lanes);
	note(u, fn, of, "narrow-below",
	     v->sole || (narrow && !l->long_rows) ? narrow_below(v) : 0);
	note(u, fn, of, "narrow-context", narrow ? narrow->group_bytes : 0);
	note(u, fn, of, "flags",
	     (c->nr > 1 ? HD_KERNEL_BARRIERS : 0u) | (c->steps ? HD_KERNEL_STEPS : 0u) |
		     (c->warp_vectors ? HD_KERNEL_WARPS : 0u) |
		     (hd_is_divisible(l) ? HD_KERNEL_DIVISIBLE : 0u) |
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
	hd_unit *u = v->wide->c->u;
	int number = 0;

	record(v, fn, HD_ENTRY);
	note(u, fn, HD_ENTRY, "rows", most_rows(v));
	while ((v = v->fit)) {
		const char *of = hd_format(&u->scratch, HD_FIT "%d", ++number);

		hd_add_string_attr(u, fn, of, hd_name(v->wide->c->fn));
		record(v, fn, of);
	}
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
 * ten times slower lane by lane. If a number of lanes was asked for, that is what it gets. */
static bool
is_too_large(const hd_versions *v, LLVMValueRef fn)
{
	enum { LARGE = 30000, LARGE_WARPS = 40000 };
	const hd_code *c = v->wide->c;

	return !c->u->opt.lanes && (c->w.lanes > 1 || v->fit) &&
	       count_instructions(fn) > (c->warp_vectors ? LARGE_WARPS : LARGE);
}

static void
take_back(const hd_code *c, LLVMValueRef fn)
{
	LLVMMetadataRef sp = LLVMGetSubprogram(fn);

	LLVMSetSubprogram(fn, NULL);
	LLVMDeleteFunction(fn);
	if (sp)
		LLVMSetSubprogram(c->fn, sp);
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
	fit = hd_read_fitting(l, fn);
	for (;;) {
		v = hd_read_versions(l, fn, again);
		v.fit = fit;
		if (hd_error_count())
			return;
		l->seams.n = 0;
		made = hd_emit_kernel(&v);
		if (!is_too_large(&v, made))
			break;
		take_back(v.wide->c, made);
		if (fit) {
			fit = NULL;
			continue;
		}
		if (!v.known && !v.plain)
			l->most_lanes = v.wide->c->w.lanes > 4 ? 4 : 1;
		again = true;
	}
	hd_cut_into_pieces(l, made);
	hd_remark_versions(&v, made);
	hd_print_plan(&v);
	record_all(&v, made);
	for (const hd_versions *f = &v; f; f = f->fit)
		hd_emit_active_blocks(f->wide);
}

static void
lower_function(hd_lower *l, LLVMValueRef old, LLVMValueRef fn)
{
	hd_layout *of = HD_NEW(&l->u->mem, hd_layout);

	of->c = hd_read_code(l, old, HD_FUNCTION);
	hd_find_regions(of->c);
	hd_find_shapes(of->c, 1);
	hd_find_kept(of);
	hd_emit_function(of, fn);
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

	hd_check_variable_limits(u);
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
		hd_place_shared(u, &l.shared, &l.shared_bytes, functions.at[k]);
		*hd_map_put(&u->mem, &l.functions, functions.at[k]) =
			(uintptr_t)hd_new_function(u, functions.at[k]);
	}
	for (size_t k = 0; k < functions.n; k++)
		lower_function(
			&l, functions.at[k],
			(LLVMValueRef)*hd_map_get(&l.functions, functions.at[k]));
	for (size_t k = 0; k < kernels.n; k++) {
		hd_set_activity("lower_lanes", hd_name(kernels.at[k]));
		hd_check_kernel_limits(u, kernels.at[k]);
		lower_kernel(&l, kernels.at[k]);
	}
	if (hd_error_count())
		return true;
	map_initializers(&l);
	remove_old(u, old.at, old.n);
	return true;
}
