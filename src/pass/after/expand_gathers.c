/* SPDX-License-Identifier: Apache-2.0 */
/* expand_gathers: gathers whose lanes lie in places that are known, such as the column of a
 * tile, on x86.
 *
 * Processors before Sapphire Rapids take two or three cycles for each lane of a gather, some
 * of them 30 for any gather, since their microcode was mended. Sixteen loads, each of which
 * puts its element into its place of a vector under a mask, take half of that there, and a
 * quarter more than a gather where gathers are fast. LLVM would take a shuffle to put an
 * element into its place, of which only one can be done in a cycle: hence the words in the
 * processor's own language. */
#include "pass/pass.h"

enum { QUAD = 4, MOST = 16 };
enum { ENOUGH = 128 }; /* in a function: more of them would be too much code */

/* The operands of such a call: what idle lanes get, base, index * scale. */
enum { PASSED, BASE, INDEX, MASK, SCALE };

/* A lane of a constant vector of integers; NULL: unknown. */
static LLVMValueRef
lane(LLVMValueRef v, unsigned k)
{
	LLVMValueRef x = LLVMIsConstant(v) && !LLVMIsPoison(v)
				 ? LLVMGetAggregateElement(v, k)
				 : NULL;

	return x && LLVMIsAConstantInt(x) ? x : NULL;
}

typedef struct places {
	int64_t at[MOST]; /* in bytes behind the base */
	unsigned
		active; /* a bit for each lane; the others read what one of these does */
} places;

/* False: they are not known. */
static bool
find_places(LLVMValueRef gather, places *p)
{
	LLVMValueRef index = LLVMGetOperand(gather, INDEX),
		     mask = LLVMGetOperand(gather, MASK);
	int64_t scale = LLVMConstIntGetSExtValue(LLVMGetOperand(gather, SCALE));
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(gather));
	int64_t first = 0;

	p->active = 0;
	for (unsigned k = n; k-- > 0;) {
		LLVMValueRef x = lane(index, k), m = lane(mask, k);

		if (!m || (!LLVMIsNull(m) && !x))
			return false;
		if (LLVMIsNull(m))
			continue;
		p->at[k] = first = LLVMConstIntGetSExtValue(x) * scale;
		p->active |= 1u << k;
	}
	for (unsigned k = 0; k < n; k++)
		if (!(p->active >> k & 1))
			p->at[k] = first;
	return p->active == (1u << n) - 1 ||
	       (p->active && LLVMIsUndef(LLVMGetOperand(gather, PASSED)));
}

/* Words: of double words there are four at a time, and little is gained. */
static bool
is_column(hd_unit *u, LLVMValueRef i, places *p)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	unsigned n;

	if (!hd_calls_prefix(i, "llvm.x86.avx512.mask.gather"))
		return false;
	n = LLVMGetVectorSize(t);
	return hd_size_of(u, LLVMGetElementType(t)) == 4 && n % QUAD == 0 &&
	       n <= MOST && find_places(i, p);
}

/* memory(argmem: read): of the four elements, that is. */
static void
promise_to_read(hd_unit *u, LLVMValueRef call)
{
	enum { READS_ARGUMENTS = 1 };
	unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6),
		 nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);

	LLVMAddCallSiteAttribute(
		call, LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(u->c, memory, READS_ARGUMENTS));
	LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
				 LLVMCreateEnumAttribute(u->c, nounwind, 0));
}

static void
mark_as_element(hd_unit *u, LLVMValueRef call, unsigned operand, LLVMTypeRef t)
{
	static const char name[] = "elementtype";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);

	LLVMAddCallSiteAttribute(call, operand + 1,
				 LLVMCreateTypeAttribute(u->c, kind, t));
}

/* Four elements: the first one, then each of the others under a mask of one bit. */
static LLVMValueRef
load_quad(hd_unit *u, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef base,
	  const int64_t *at)
{
	static const char text[] = "vmovss $1, $0\n\t"
				   "vbroadcastss $2, $0 {$5}\n\t"
				   "vbroadcastss $3, $0 {$6}\n\t"
				   "vbroadcastss $4, $0 {$7}";
	static const char operands[] = "=&v,*m,*m,*m,*m,^Yk,^Yk,^Yk";
	LLVMTypeRef quad = LLVMVectorType(t, QUAD), i8 = LLVMInt8TypeInContext(u->c),
		    takes[] = {u->ptr, u->ptr, u->ptr, u->ptr, i8, i8, i8};
	LLVMTypeRef fn = LLVMFunctionType(quad, takes, 2 * QUAD - 1, false);
	LLVMValueRef code = LLVMGetInlineAsm(fn, text, sizeof text - 1, operands,
					     sizeof operands - 1, false, false,
					     LLVMInlineAsmDialectATT, false);
	LLVMValueRef arg[2 * QUAD - 1], call;

	for (unsigned k = 0; k < QUAD; k++)
		arg[k] = hd_offset(u, b, base, at[k], "");
	for (unsigned k = 1; k < QUAD; k++)
		arg[QUAD + k - 1] = LLVMConstInt(i8, 1u << k, false);
	call = LLVMBuildCall2(b, fn, code, arg, 2 * QUAD - 1, "quad");
	for (unsigned k = 0; k < QUAD; k++)
		mark_as_element(u, call, k, t);
	promise_to_read(u, call);
	return call;
}

static LLVMValueRef
join(hd_unit *u, LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high)
{
	unsigned n = 2 * LLVMGetVectorSize(LLVMTypeOf(low));
	LLVMValueRef at[MOST];

	for (unsigned k = 0; k < n; k++)
		at[k] = hd_i32(u, k);
	return LLVMBuildShuffleVector(b, low, high, LLVMConstVector(at, n), "");
}

static void
load_column(hd_unit *u, LLVMValueRef gather, const places *p)
{
	LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(gather));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(gather)) / QUAD;
	LLVMValueRef quad[MOST / QUAD];

	LLVMPositionBuilderBefore(b, gather);
	for (unsigned k = 0; k < n; k++)
		quad[k] = p->active >> k * QUAD & ((1u << QUAD) - 1)
				  ? load_quad(u, b, t, LLVMGetOperand(gather, BASE),
					      p->at + k * QUAD)
				  : LLVMGetPoison(LLVMVectorType(t, QUAD));
	for (; n > 1; n /= 2)
		for (unsigned k = 0; k < n; k += 2)
			quad[k / 2] = join(u, b, quad[k], quad[k + 1]);
	LLVMReplaceAllUsesWith(gather, quad[0]);
	LLVMInstructionEraseFromParent(gather);
	LLVMDisposeBuilder(b);
}

static bool
load_columns_of(hd_unit *u, LLVMValueRef f)
{
	HD_VEC(LLVMValueRef) columns = {0};
	places p;

	hd_each_block (bb, f)
		hd_each_insn (i, bb)
			if (is_column(u, i, &p))
				hd_push(&u->scratch, &columns, i);
	for (size_t k = 0; k < columns.n && columns.n <= ENOUGH; k++) {
		is_column(u, columns.at[k], &p);
		load_column(u, columns.at[k], &p);
	}
	return columns.n && columns.n <= ENOUGH;
}

bool
hd_pass_expand_gathers(hd_unit *u)
{
	bool changed = false;

	hd_each_function (f, u->m)
		changed |= load_columns_of(u, f);
	return changed;
}
