/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX on matrices that are spread over a warp: mma.sync. Those that only move are in
 * matrix_move.c.
 *
 * mma.sync: every lane puts its registers into a place of the warp's, one lane has the
 * runtime multiply, and every lane takes its part of the result. */
#include "pass/ptx/ptx.h"

#include "../include/__heddle/mma_desc.h"

#include <stdio.h>

/* ---- mma */

typedef struct mma {
	hd_ptx *p;
	const hd_ptx_insn *i;
	int rows, depth; /* 16 or 8; k */
	int a, b, c, d;  /* enum __hd_mma_kind */
	LLVMTypeRef word;
	LLVMValueRef lane, place; /* this lane's, in the warp's */
} mma;

static const struct kind {
	const char *name;
	int kind, per_register; /* of a factor, 0: none can be of it */
} kinds[] = {
	{"f16", __hd_mma_f16, 2},   {"bf16", __hd_mma_bf16, 2},
	{"tf32", __hd_mma_tf32, 1}, {"f64", __hd_mma_f64, 1},
	{"s8", __hd_mma_s8, 4},     {"u8", __hd_mma_u8, 4},
	{"f32", __hd_mma_f32, 0},   {"s32", __hd_mma_s32, 0},
};

static const struct kind *
read_kind(const char *name)
{
	for (size_t k = 0; k < HD_COUNT(kinds); k++)
		if (strcmp(name, kinds[k].name) == 0)
			return &kinds[k];
	return NULL;
}

/* m8n8k4 of doubles, m8n8k16 of bytes */
static bool
is_small(const mma *m)
{
	return m->a == __hd_mma_f64 || (m->rows == 8 && m->depth == 16 &&
					(m->a == __hd_mma_s8 || m->a == __hd_mma_u8));
}

/* D, A, B and C, as the opcode ends, and the shape. */
static bool
read_opcode(mma *m)
{
	const hd_ptx_insn *i = m->i;
	const struct kind *k[4];
	int columns;

	if (i->args != 4 || i->parts < 9 || !hd_ptx_has(i, "row") ||
	    !hd_ptx_has(i, "col") ||
	    sscanf(i->part[3], "m%dn%dk%d", &m->rows, &columns, &m->depth) != 3 ||
	    columns != 8)
		return false;
	for (int q = 0; q < 4; q++) {
		k[q] = read_kind(i->part[i->parts - 4 + q]);
		if (!k[q] || i->arg[q].kind != HD_PTX_VECTOR)
			return false;
	}
	m->d = k[0]->kind, m->a = k[1]->kind, m->b = k[2]->kind, m->c = k[3]->kind;
	m->word = m->a == __hd_mma_f64 ? m->p->u->i64 : m->p->u->i32;
	return k[1]->per_register && k[1]->per_register == k[2]->per_register &&
	       m->depth % (4 * k[1]->per_register) == 0 &&
	       m->rows == (is_small(m) ? 8 : 16);
}

/* Whether the types belong together and the registers are as many as the shape has. */
static bool
fits(const mma *m)
{
	const hd_ptx_arg *arg = m->i->arg;
	int n = m->a == __hd_mma_f64 || m->a == __hd_mma_tf32 ? 1
		: m->a == __hd_mma_s8 || m->a == __hd_mma_u8  ? 4
							      : 2;
	int deep = m->depth / (4 * n), sums = m->rows / 4, natural;

	natural = n == 4                 ? __hd_mma_s32
		  : m->a == __hd_mma_f64 ? __hd_mma_f64
					 : __hd_mma_f32;
	if ((m->c != natural && !(m->a == __hd_mma_f16 && m->c == __hd_mma_f16)) ||
	    (m->d != natural && !(m->a == __hd_mma_f16 && m->d == __hd_mma_f16)))
		return false;
	return deep <= 2 && arg[1].elements == deep * (m->rows / 8) &&
	       arg[2].elements == deep &&
	       arg[3].elements == (m->c == __hd_mma_f16 ? sums / 2 : sums) &&
	       arg[0].elements == (m->d == __hd_mma_f16 ? sums / 2 : sums);
}

static void
meet(hd_ptx *p)
{
	LLVMValueRef all = LLVMConstAllOnes(p->u->i32);

	hd_call(p->b, hd_intrinsic(p->u, "llvm.nvvm.bar.warp.sync", NULL, 0), &all, 1,
		"");
}

static LLVMValueRef
slot(mma *m, int k)
{
	return hd_offset(m->p->u, m->p->b, m->place,
			 (int64_t)hd_size_of(m->p->u, m->word) * k, "");
}

/* This lane's registers, A, B, C, where the runtime finds them. */
static LLVMValueRef
put_registers(mma *m)
{
	hd_ptx *p = m->p;
	LLVMValueRef warp = hd_ptx_special(p, "%warpid");
	LLVMValueRef buffer = hd_ptx_call(p, "hd_dev_mma_buffer", p->u->ptr, &warp, 1);
	LLVMValueRef step = LLVMConstInt(p->u->i32, __hd_mma_slot, false);
	LLVMValueRef at = LLVMBuildZExt(p->b, LLVMBuildMul(p->b, m->lane, step, ""),
					p->u->i64, "");
	int k = 0;

	m->place = LLVMBuildGEP2(p->b, p->u->i8, buffer, &at, 1, "");
	for (int q = 1; q < 4; q++)
		for (int r = 0; r < m->i->arg[q].elements; r++)
			LLVMBuildStore(p->b,
				       hd_ptx_get(p, &m->i->arg[q].element[r], m->word),
				       slot(m, k++));
	return buffer;
}

static void
multiply(mma *m)
{
	hd_ptx *p = m->p;
	LLVMBasicBlockRef then = hd_new_block(p->u, p->fn, "multiply");
	LLVMBasicBlockRef after = hd_new_block(p->u, p->fn, "multiplied");
	int what = __hd_mma_what(m->a, m->c, m->d, m->rows, 8, m->depth);
	LLVMValueRef arg[2], zero = LLVMConstInt(p->u->i32, 0, false);

	m->lane = hd_ptx_special(p, "%laneid");
	arg[0] = put_registers(m);
	if (hd_ptx_has(m->i, "satfinite"))
		what |= __hd_mma_saturate;
	if (m->b != m->a)
		what |= __hd_mma_mixed;
	arg[1] = LLVMConstInt(p->u->i32, (uint64_t)what, false);
	meet(p);
	LLVMBuildCondBr(p->b, LLVMBuildICmp(p->b, LLVMIntEQ, m->lane, zero, ""), then,
			after);
	LLVMPositionBuilderAtEnd(p->b, then);
	hd_ptx_call(p, "hd_dev_mma_registers", p->u->void_type, arg, 2);
	LLVMBuildBr(p->b, after);
	LLVMPositionBuilderAtEnd(p->b, after);
	meet(p);
	for (int r = 0; r < m->i->arg[0].elements; r++)
		hd_ptx_set(p, &m->i->arg[0].element[r],
			   LLVMBuildLoad2(p->b, m->word, slot(m, r), ""), false);
}

/* mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c} */
static bool
mma_sync(hd_ptx *p, const hd_ptx_insn *i)
{
	mma m = {.p = p, .i = i};

	if (!read_opcode(&m) || !fits(&m))
		return false;
	multiply(&m);
	return true;
}

bool
hd_ptx_matrix(hd_ptx *p, const hd_ptx_insn *i)
{
	return strcmp(i->part[0], "mma") == 0 ? mma_sync(p, i)
					      : hd_ptx_move_matrix(p, i);
}
