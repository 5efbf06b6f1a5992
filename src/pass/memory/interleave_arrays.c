/* SPDX-License-Identifier: Apache-2.0 */
/* interleave_arrays: the private arrays of a group lie in each other, as on a GPU.
 *
 *     float v[16];   ...   v[k] = 0.5f * (v[k] + v[k + 1]);
 *
 * One after the other, the elements v[k] of all lanes are 64 bytes apart, and no processor
 * reads that in less than one step for each lane. If first come all v[0], then all v[1], the
 * same index in all lanes is one vector, as in shared memory. Element k of lane l is the
 * word k * lanes + l: here indices are multiplied by the number of lanes, which is not known
 * before lower_lanes (llvm.vscale stands for it), and the variable is marked (HD_WORD).
 *
 * All accesses must be of one size, at multiples of it, and the address must not escape.
 * Most of them have to have an index that is the same for all lanes: others are computed in
 * more steps than before.
 *
 * needs:   normalize; passes that read addresses of private arrays come before
 */
#include "pass/loops/unroll.h"
#include "pass/pass.h"

enum { MOST_SET = 16, DEEP = 8, MANY = 1024 };

typedef struct state {
	hd_unit *u;
	LLVMBuilderRef b;
	LLVMValueRef array;
	uint64_t word;                /* bytes of an access; 0: none was seen */
	HD_VEC(LLVMValueRef) address; /* what is computed from the array */
	HD_VEC(LLVMValueRef) set;     /* memset */
	hd_steps *steps;
	double alike, others; /* accesses, by whether lanes agree on the index */
} state;

/* ---- which arrays */

static bool
is_word(state *s, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint64_t size;

	if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind &&
	    kind != LLVMDoubleTypeKind && kind != LLVMPointerTypeKind)
		return false;
	size = hd_size_of(s->u, t);
	if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) != 8 * size)
		return false;
	if (size > 8 || (s->word && size != s->word))
		return false;
	s->word = size;
	return true;
}

/* All of the array, with the same byte. */
static bool
is_plain_set(state *s, LLVMValueRef i)
{
	LLVMValueRef size = LLVMGetOperand(i, 2);

	return hd_calls_prefix(i, "llvm.memset.") && LLVMGetOperand(i, 0) == s->array &&
	       LLVMIsAConstantInt(LLVMGetOperand(i, 1)) && LLVMIsAConstantInt(size) &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(i, 3)) == 0;
}

/* How often a block runs, as far as one can tell. */
static double
times_of(hd_steps *s, LLVMBasicBlockRef bb)
{
	double n = 1;

	for (size_t k = 0; k < s->loops.n; k++) {
		hd_loop *l = &s->loops.at[k];
		unsigned steps = 0;

		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		steps = hd_count_steps(s, l, MANY);
		n *= steps ? steps : MANY;
	}
	return n;
}

static void
weigh(state *s, LLVMValueRef access, LLVMValueRef p)
{
	double n = times_of(s->steps, LLVMGetInstructionParent(access));

	if (hd_depends_on(p, HD_TID) == HD_NO)
		s->alike += n;
	else
		s->others += n;
}

static bool
find_users(state *s, LLVMValueRef p, int depth)
{
	if (depth > DEEP)
		return false;
	hd_each_use (use, p) {
		LLVMValueRef i = LLVMGetUser(use);

		if (hd_is_opcode(i, LLVMGetElementPtr)) {
			if (!find_users(s, i, depth + 1))
				return false;
			hd_push(&s->u->scratch, &s->address, i);
		} else if (hd_is_opcode(i, LLVMLoad)) {
			if (!hd_is_ordinary(i) || !is_word(s, LLVMTypeOf(i)))
				return false;
			weigh(s, i, p);
		} else if (hd_is_opcode(i, LLVMStore)) {
			if (LLVMGetOperand(i, 0) == p || !hd_is_ordinary(i) ||
			    !is_word(s, LLVMTypeOf(LLVMGetOperand(i, 0))))
				return false;
			weigh(s, i, p);
		} else if (hd_is_opcode(i, LLVMCall) && is_plain_set(s, i)) {
			hd_push(&s->u->scratch, &s->set, i);
		} else if (!hd_is_lifetime_call(i)) {
			return false;
		}
	}
	return true;
}

/* What an index adds to an address: bytes, times x->v unless that is NULL. */
static int64_t
part_of(hd_index *x)
{
	int64_t n = 1;

	if (x->v && LLVMIsAConstantInt(x->v)) {
		n = LLVMConstIntGetSExtValue(x->v);
		x->v = NULL;
	}
	return n * x->bytes;
}

/* Does each index of an address count words? */
static bool
is_in_words(state *s, LLVMValueRef gep)
{
	hd_each_index (x, s->u, gep)
		if (part_of(&x) % (int64_t)s->word)
			return false;
	return true;
}

static bool
suits(state *s)
{
	LLVMValueRef count = LLVMGetOperand(s->array, 0);
	uint64_t size;

	if (!LLVMIsAConstantInt(count) || !find_users(s, s->array, 0) || !s->word ||
	    s->alike < s->others)
		return false;
	size = hd_size_of(s->u, LLVMGetAllocatedType(s->array)) *
	       LLVMConstIntGetZExtValue(count);
	if (size % s->word || size == s->word)
		return false;
	for (size_t k = 0; k < s->address.n; k++)
		if (!is_in_words(s, s->address.at[k]))
			return false;
	for (size_t k = 0; k < s->set.n; k++)
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(s->set.at[k], 2)) != size)
			return false;
	return true;
}

/* ---- the work */

static LLVMTypeRef
word_type(const state *s)
{
	return LLVMIntTypeInContext(s->u->c, (unsigned)s->word * 8);
}

/* Element `index` of this lane. */
static LLVMValueRef
element(state *s, LLVMValueRef index, LLVMValueRef like)
{
	LLVMValueRef lanes = hd_call(
		s->b, hd_intrinsic(s->u, HD_LANE_COUNT, &s->u->i64, 1), NULL, 0, "");
	LLVMValueRef r;

	index = LLVMBuildMul(s->b, index, lanes, "");
	r = LLVMBuildGEP2(s->b, word_type(s), s->array, &index, 1, "");
	LLVMSetIsInBounds(r, like && LLVMIsInBounds(like));
	return r;
}

/* The number of the word that an address leads to. */
static LLVMValueRef
index_of(state *s, LLVMValueRef p)
{
	LLVMValueRef sum;

	if (p == s->array)
		return hd_i64(s->u, 0);
	sum = index_of(s, LLVMGetOperand(p, 0));
	hd_each_index (x, s->u, p) {
		LLVMValueRef by = hd_i64(s->u, part_of(&x) / (int64_t)s->word);

		if (x.v)
			by = LLVMBuildMul(
				s->b, LLVMBuildIntCast2(s->b, x.v, s->u->i64, true, ""),
				by, "");
		sum = LLVMBuildAdd(s->b, sum, by, "");
	}
	return sum;
}

static void
replace_address(state *s, LLVMValueRef p)
{
	LLVMPositionBuilderBefore(s->b, p);
	LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(p));
	hd_replace(p, element(s, index_of(s, p), p));
}

static void
store_word(state *s, LLVMValueRef index, LLVMValueRef byte)
{
	uint64_t x = LLVMConstIntGetZExtValue(byte) * 0x0101010101010101u;
	LLVMValueRef i = LLVMBuildStore(s->b, LLVMConstInt(word_type(s), x, false),
					element(s, index, NULL));

	LLVMSetAlignment(i, (unsigned)s->word);
}

/* In front of `at`: for (k = 0; k < n; k++) v[k] = ... */
static void
build_loop(state *s, LLVMValueRef at, uint64_t n, LLVMValueRef byte)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(at),
			  rest = hd_split_block(s->u, at),
			  loop = hd_new_block(s->u, LLVMGetBasicBlockParent(rest),
					      "set");
	LLVMValueRef from = hd_i64(s->u, 0), k, next;

	LLVMMoveBasicBlockAfter(loop, before);
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(before), 0, loop);
	LLVMPositionBuilderAtEnd(s->b, loop);
	k = LLVMBuildPhi(s->b, s->u->i64, "k");
	store_word(s, k, byte);
	next = LLVMBuildNUWAdd(s->b, k, hd_i64(s->u, 1), "");
	LLVMBuildCondBr(
		s->b,
		LLVMBuildICmp(s->b, LLVMIntULT, next, hd_i64(s->u, (int64_t)n), ""),
		loop, rest);
	LLVMAddIncoming(k, &from, &before, 1);
	LLVMAddIncoming(k, &next, &loop, 1);
}

static void
replace_set(state *s, LLVMValueRef i)
{
	uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) / s->word;
	LLVMValueRef byte = LLVMGetOperand(i, 1);

	LLVMPositionBuilderBefore(s->b, i);
	LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(i));
	if (n > MOST_SET)
		build_loop(s, i, n, byte);
	for (uint64_t k = 0; k < n && n <= MOST_SET; k++)
		store_word(s, hd_i64(s->u, (int64_t)k), byte);
	LLVMInstructionEraseFromParent(i);
}

static void
interleave(state *s)
{
	hd_unit *u = s->u;
	LLVMValueRef word = hd_i64(u, (int64_t)s->word);
	LLVMMetadataRef m = LLVMValueAsMetadata(word);

	hd_remark(u, s->array,
		  "kernel '%s': private arrays of %llu bytes are "
		  "interleaved between the lanes of a group",
		  hd_source_name(
			  LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->array))),
		  (unsigned long long)hd_size_of(u, LLVMGetAllocatedType(s->array)));
	for (size_t k = 0; k < s->address.n; k++)
		replace_address(s, s->address.at[k]);
	for (size_t k = 0; k < s->set.n; k++)
		replace_set(s, s->set.at[k]);
	m = LLVMMDNodeInContext2(u->c, &m, 1);
	LLVMSetMetadata(s->array,
			LLVMGetMDKindIDInContext(u->c, HD_WORD, strlen(HD_WORD)),
			LLVMMetadataAsValue(u->c, m));
}

static bool
interleave_all(hd_unit *u, LLVMValueRef fn)
{
	hd_steps steps = {
		.u = u, .fn = fn, .blocks = hd_number_blocks(&u->scratch, fn)};
	HD_VEC(state) all = {0};

	if (!hd_graph_is_reducible(steps.blocks.g))
		return false;
	steps.loops = hd_graph_loops(&u->scratch, steps.blocks.g);
	hd_each_insn (i, LLVMGetEntryBasicBlock(fn)) {
		state s = {.u = u, .array = i, .steps = &steps};

		if (hd_is_opcode(i, LLVMAlloca) && suits(&s))
			hd_push(&u->scratch, &all, s);
	}
	for (size_t k = 0; k < all.n; k++) { /* blocks may be split now */
		all.at[k].b = LLVMCreateBuilderInContext(u->c);
		interleave(&all.at[k]);
		LLVMDisposeBuilder(all.at[k].b);
	}
	return all.n > 0;
}

bool
hd_pass_interleave_arrays(hd_unit *u, LLVMValueRef fn)
{
	return (hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN)) &&
	       interleave_all(u, fn);
}
