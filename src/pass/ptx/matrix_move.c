/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX that moves matrices of 8 x 8 halves between shared memory and a warp, or turns
 * them: ldmatrix, stmatrix, movmatrix. Lane 4 g + t has elements 2 t and 2 t + 1 of row g. */
#include "pass/ptx/ptx.h"

static LLVMValueRef
word(hd_ptx *p, int n)
{
	return LLVMConstInt(p->u->i32, (uint64_t)n, false);
}

static LLVMTypeRef
half_type(hd_ptx *p)
{
	return LLVMInt16TypeInContext(p->u->c);
}

static LLVMValueRef
row_of_lane(hd_ptx *p)
{
	return LLVMBuildLShr(p->b, hd_ptx_special(p, "%laneid"), word(p, 2), "g");
}

/* 2 t + k */
static LLVMValueRef
column_of_lane(hd_ptx *p, int k)
{
	LLVMValueRef t =
		LLVMBuildAnd(p->b, hd_ptx_special(p, "%laneid"), word(p, 3), "t");

	return LLVMBuildAdd(p->b, LLVMBuildShl(p->b, t, word(p, 1), ""), word(p, k),
			    "");
}

static LLVMValueRef
shuffle_word(hd_ptx *p, LLVMValueRef v, LLVMValueRef from)
{
	LLVMValueRef arg[] = {LLVMConstAllOnes(p->u->i32), v, from, word(p, 31)};

	return hd_call(p->b, hd_intrinsic(p->u, "llvm.nvvm.shfl.sync.idx.i32", NULL, 0),
		       arg, 4, "");
}

/* Half k of a word, and a word of two. */
static LLVMValueRef
half_of(hd_ptx *p, LLVMValueRef v, LLVMValueRef k)
{
	v = LLVMBuildLShr(p->b, v, LLVMBuildShl(p->b, k, word(p, 4), ""), "");
	return LLVMBuildTrunc(p->b, v, half_type(p), "");
}

static LLVMValueRef
join(hd_ptx *p, LLVMValueRef half[2])
{
	LLVMValueRef low = LLVMBuildZExt(p->b, half[0], p->u->i32, "");
	LLVMValueRef high = LLVMBuildZExt(p->b, half[1], p->u->i32, "");

	return LLVMBuildOr(p->b, low, LLVMBuildShl(p->b, high, word(p, 16), ""), "");
}

/* ---- ldmatrix, stmatrix */

typedef struct move {
	hd_ptx *p;
	const hd_ptx_arg *registers;
	LLVMValueRef address; /* of this lane, from the base of shared memory */
	bool transposed;
	int count;
} move;

/* Element `column` of the row of matrix q whose number is `row`; lane 8 q + row says where
 * the row begins. */
static LLVMValueRef
element(const move *m, int q, LLVMValueRef row, LLVMValueRef column)
{
	hd_ptx *p = m->p;
	LLVMValueRef from = LLVMBuildAdd(p->b, word(p, 8 * q), row, "");
	LLVMValueRef at = shuffle_word(p, m->address, from);

	at = LLVMBuildAdd(p->b, hd_ptx_shared_base(p),
			  LLVMBuildSExt(p->b, at, p->u->i64, ""), "");
	column = LLVMBuildShl(p->b, column, word(p, 1), "");
	at = LLVMBuildAdd(p->b, at, LLVMBuildZExt(p->b, column, p->u->i64, ""), "");
	return LLVMBuildIntToPtr(p->b, at, p->u->ptr, "");
}

static LLVMValueRef
load(hd_ptx *p, LLVMValueRef at, LLVMTypeRef t)
{
	LLVMValueRef v = LLVMBuildLoad2(p->b, t, at, "");

	LLVMSetAlignment(v, (unsigned)hd_size_of(p->u, t));
	return v;
}

static void
store(hd_ptx *p, LLVMValueRef at, LLVMValueRef v)
{
	LLVMValueRef s = LLVMBuildStore(p->b, v, at);

	LLVMSetAlignment(s, (unsigned)hd_size_of(p->u, LLVMTypeOf(v)));
}

/* This lane's places of matrix q: one of a word, or two of halves. */
static int
find_places(const move *m, int q, LLVMValueRef place[2])
{
	hd_ptx *p = m->p;

	if (!m->transposed) {
		place[0] = element(m, q, row_of_lane(p), column_of_lane(p, 0));
		return 1;
	}
	for (int k = 0; k < 2; k++)
		place[k] = element(m, q, column_of_lane(p, k), row_of_lane(p));
	return 2;
}

static LLVMValueRef
load_matrix(const move *m, int q)
{
	hd_ptx *p = m->p;
	LLVMValueRef place[2];

	if (find_places(m, q, place) == 1)
		return load(p, place[0], p->u->i32);
	for (int k = 0; k < 2; k++)
		place[k] = load(p, place[k], half_type(p));
	return join(p, place);
}

static void
store_matrix(const move *m, int q)
{
	hd_ptx *p = m->p;
	LLVMValueRef v = hd_ptx_get(p, &m->registers->element[q], p->u->i32), place[2];

	if (find_places(m, q, place) == 1) {
		store(p, place[0], v);
		return;
	}
	for (int k = 0; k < 2; k++)
		store(p, place[k], half_of(p, v, word(p, k)));
}

static LLVMValueRef
address_of(hd_ptx *p, const hd_ptx_insn *i, const hd_ptx_arg *a)
{
	bool shared = hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta");
	LLVMValueRef at =
		LLVMBuildPtrToInt(p->b, hd_ptx_pointer(p, a, shared), p->u->i64, "");

	at = LLVMBuildSub(p->b, at, hd_ptx_shared_base(p), "");
	return LLVMBuildTrunc(p->b, at, p->u->i32, "");
}

/* ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {d}, [address]; stmatrix: [address], {v} */
static bool
load_or_store(hd_ptx *p, const hd_ptx_insn *i, bool stores)
{
	move m = {.p = p, .transposed = hd_ptx_has(i, "trans")};
	LLVMValueRef v[4];

	m.count = hd_ptx_has(i, "x4") ? 4 : hd_ptx_has(i, "x2") ? 2 : 1;
	m.registers = &i->arg[stores ? 1 : 0];
	if (i->args != 2 || m.registers->kind != HD_PTX_VECTOR ||
	    m.registers->elements != m.count || !hd_ptx_has(i, "m8n8") ||
	    !hd_ptx_has(i, "b16"))
		return false;
	m.address = address_of(p, i, &i->arg[stores ? 0 : 1]);
	for (int q = 0; q < m.count; q++)
		if (stores)
			store_matrix(&m, q);
		else
			v[q] = load_matrix(&m, q);
	for (int q = 0; q < m.count && !stores; q++)
		hd_ptx_set(p, &m.registers->element[q], v[q], false);
	return true;
}

/* ---- movmatrix.sync.aligned.m8n8.trans.b16 d, a */

/* Element g of row 2 t + k: it is in lane 4 (2 t + k) + g / 2. */
static bool
turn(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMValueRef v, g = row_of_lane(p), half[2];

	if (i->args != 2 || !hd_ptx_has(i, "m8n8") || !hd_ptx_has(i, "trans") ||
	    !hd_ptx_has(i, "b16"))
		return false;
	v = hd_ptx_get(p, &i->arg[1], p->u->i32);
	for (int k = 0; k < 2; k++) {
		LLVMValueRef from =
			LLVMBuildShl(p->b, column_of_lane(p, k), word(p, 2), "");

		from = LLVMBuildAdd(p->b, from, LLVMBuildLShr(p->b, g, word(p, 1), ""),
				    "");
		half[k] = half_of(p, shuffle_word(p, v, from),
				  LLVMBuildAnd(p->b, g, word(p, 1), ""));
	}
	hd_ptx_set(p, &i->arg[0], join(p, half), false);
	return true;
}

bool
hd_ptx_move_matrix(hd_ptx *p, const hd_ptx_insn *i)
{
	if (strcmp(i->part[0], "ldmatrix") == 0)
		return load_or_store(p, i, false);
	if (strcmp(i->part[0], "stmatrix") == 0)
		return load_or_store(p, i, true);
	if (strcmp(i->part[0], "movmatrix") == 0)
		return turn(p, i);
	return false;
}
