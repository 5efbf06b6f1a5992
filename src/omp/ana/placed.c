/* SPDX-License-Identifier: Apache-2.0 */
/* What the user's clauses say about memory, before the optimiser adds its own. A variable
 * that does not suit the memory stays where it is, with a warning: a wrong clause must not
 * make a wrong program. */
#include "omp/omp.h"

static bool
is_read_only(const hd_var *v)
{
	return v->share == HD_S_SHARED &&
	       !((v->how | v->tail_how) & (HD_WRITE | HD_ADDR | HD_PWRITE));
}

static bool
is_tiled(hd_kernel *k, hd_decl *d)
{
	for (size_t i = 0; i < k->works.n; i++)
		if (k->works.at[i]->tile == d)
			return true;
	return false;
}

static const char *
not_constant(hd_var *v, long long *room)
{
	const hd_decl *d = v->decl;

	if (is_read_only(v) && !d->registered && !d->pitched && d->type->size > 0 &&
	    d->type->size <= *room && !(v->how & HD_SIZED)) {
		*room -= d->type->size;
		return NULL;
	}
	return "constant memory takes what the kernel only reads, of a known size, up to "
	       "60000 bytes in all";
}

static const char *
not_shared_ro(hd_var *v, long long *room)
{
	const hd_type *t = v->decl->type;

	if (is_read_only(v) && t->kind != HD_T_ARRAY)
		return NULL;
	if (is_read_only(v) && t->elem->kind != HD_T_ARRAY && t->size > 0 &&
	    t->size <= *room && !v->decl->registered && !v->decl->pitched &&
	    !(v->how & HD_SIZED)) {
		*room -= t->size;
		return NULL;
	}
	return "sharedRO takes scalars and one-dimensional arrays of a known size, up to "
	       "40000 bytes in all, which the kernel only reads";
}

static const char *
not_shared_rw(hd_kernel *k, hd_var *v, long long *room)
{
	long long bytes =
		v->decl->type->size * k->set.value[HD_SET_cudaThreadBlockSize];

	if (hd_omp_suits_shared(k, v) && bytes <= *room) {
		*room -= bytes;
		return NULL;
	}
	return "sharedRW takes one-dimensional private arrays which only subscripts use, "
	       "up to 40000 bytes for all threads of a block";
}

/* Elements of arrays are another matter: opt_regs.c. */
static const char *
not_register(hd_kernel *k, hd_var *v, bool written)
{
	if (v->share != HD_S_SHARED)
		return "it is private, and in a register if it can be";
	if (v->decl->type->kind == HD_T_ARRAY || v->decl->type->kind == HD_T_POINTER)
		return NULL;
	if (!written)
		return is_read_only(v) || !(v->how & (HD_WRITE | HD_ADDR))
			       ? NULL
			       : "the kernel writes it; registerRW is for such";
	return is_read_only(v) || hd_omp_suits_register(k, v)
		       ? NULL
		       : "its address is taken, or threads update it together";
}

typedef struct rooms {
	long long constant, shared; /* bytes left: of the program, of this kernel */
} rooms;

static const char *
why_not(hd_prog *p, hd_kernel *k, enum hd_clkind kind, hd_var *v, rooms *room)
{
	if (v->decl->managed)
		return "it is in managed memory";
	switch (kind) {
	case HD_CL_TEXTURE:
		return hd_omp_suits_texture(p, v) && !v->decl->registered &&
				       !v->decl->pitched && !is_tiled(k, v->decl)
			       ? NULL
			       : "a texture takes one-dimensional arrays of float, "
				 "double or 4-byte integers, of a known size, which "
				 "only subscripts read";
	case HD_CL_CONSTANT:
		return not_constant(v, &room->constant);
	case HD_CL_SHAREDRO:
		return not_shared_ro(v, &room->shared);
	case HD_CL_SHAREDRW:
		return not_shared_rw(k, v, &room->shared);
	case HD_CL_REGISTERRO:
		return not_register(k, v, false);
	case HD_CL_REGISTERRW:
		return not_register(k, v, true);
	default:
		return NULL;
	}
}

static void
check_clause(hd_prog *p, hd_kernel *k, hd_clause c, rooms *room)
{
	hd_items items = {0};

	for (size_t i = 0; i < c.items.n; i++) /* dropping moves them */
		hd_push(p->mem, &items, c.items.at[i]);
	for (size_t i = 0; i < items.n; i++) {
		hd_var *v = hd_omp_var(&k->vars, items.at[i].decl);
		const char *why = v ? why_not(p, k, c.kind, v, room) : NULL;

		if (!why)
			continue;
		hd_omp_warn(k->region->node->file, k->from,
			    "%s(%s) has no effect on kernel %d of '%s': %s",
			    hd_omp_clause_name(c.kind), items.at[i].name, k->id,
			    k->proc, why);
		hd_omp_drop_item(k->cuda, c.kind, items.at[i].decl);
	}
}

long long
hd_omp_check_placed(hd_prog *p, hd_kernel *k, long long *constant)
{
	static const enum hd_clkind kinds[] = {HD_CL_TEXTURE,    HD_CL_CONSTANT,
					       HD_CL_SHAREDRO,   HD_CL_SHAREDRW,
					       HD_CL_REGISTERRO, HD_CL_REGISTERRW};
	rooms room = {HD_CONST_BYTES - *constant, HD_SHARED_BYTES};

	for (size_t i = 0; i < HD_COUNT(kinds); i++) {
		hd_clause *c = hd_omp_clause(k->cuda, kinds[i]);

		if (c)
			check_clause(p, k, *c, &room);
	}
	*constant = HD_CONST_BYTES - room.constant;
	return HD_SHARED_BYTES - room.shared;
}

/* ---- where each variable of a kernel lives, as its directives say */

static bool
is_written(const hd_var *v)
{
	return v->how & (HD_WRITE | HD_ADDR | HD_PWRITE);
}

static bool
is_small_value(const hd_decl *d)
{
	return d->type->kind != HD_T_ARRAY && d->type->size > 0 && d->type->size <= 256;
}

static void
map_shared(hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;

	v->space = HD_M_GLOBAL;
	if (d->type->kind == HD_T_POINTER) {
		v->space = HD_M_ARG;
		return;
	}
	if (v->tail_how) {
		if (!is_written(v) && hd_omp_has_item(k->cuda, HD_CL_REGISTERRO, d))
			v->space = HD_M_REG;
		return;
	}
	if (hd_omp_has_item(k->cuda, HD_CL_CONSTANT, d) && !is_written(v))
		v->space = HD_M_CONST;
	else if (hd_omp_has_item(k->cuda, HD_CL_TEXTURE, d) && !is_written(v))
		v->space = HD_M_TEXTURE;
	else if (hd_omp_has_item(k->cuda, HD_CL_SHAREDRO, d) && !is_written(v))
		v->space = is_small_value(d) ? HD_M_ARG : HD_M_SHARED;
	else if (hd_omp_has_item(k->cuda, HD_CL_REGISTERRO, d) && is_small_value(d))
		v->space = HD_M_REG;
	else if (hd_omp_has_item(k->cuda, HD_CL_REGISTERRW, d) && is_small_value(d) &&
		 !(v->how & HD_ADDR))
		v->space = HD_M_REG;
}

void
hd_omp_map_memory(hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		if (v->share == HD_S_SHARED)
			map_shared(k, v);
		else if (v->share == HD_S_PRIVATE || v->share == HD_S_LOCAL)
			v->space = hd_omp_has_item(k->cuda, HD_CL_SHAREDRW, v->decl)
					   ? HD_M_SHARED
					   : HD_M_LOCAL;
		v->to_gpu = hd_omp_has_item(k->cuda, HD_CL_C2GMEMTR, v->decl);
		v->to_cpu = hd_omp_has_item(k->cuda, HD_CL_G2CMEMTR, v->decl);
	}
}
