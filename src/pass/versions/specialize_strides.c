/* SPDX-License-Identifier: Apache-2.0 */
/* specialize_strides: kernels that are told how far apart elements lie get a version for
 * launches in which they lie side by side.
 *
 *     define void @k(ptr %x, i32 %inc) { ... x[i * inc] ... }     (i from threadIdx.x)
 * gets beside it
 *     define void @k.fit1(ptr %x, i32 %inc) "heddle-fits"="k" { ... x[i * 1] ... }
 *     define i32 @hd.asks.k.fit1(ptr %args) { return inc == 1; }
 *
 * a kernel of its own for all that follows; the runtime asks that function when it launches
 * @k (lower_lanes puts both into one entry). So for every parameter
 * that an x of threads is multiplied by in an address; and in another version for those that
 * rounds of loops and other coordinates are multiplied by there. What is added in other ways
 * is not asked for: x * n + j is a row of n elements. But channels of a picture are few: if
 * constants up to 3 are added, the stride is taken for as many as there are then; and if j
 * counts up to the stride itself, of bytes or what is written, there are versions for 3, 1
 * and 4.
 *
 * needs:   split_parameters
 */
#include "pass/pass.h"

enum {
	MOST_STRIDES = 16, /* of a kernel */
	MOST_VALUE = 4,    /* of a stride */
	LARGE = 1500,      /* instructions */
	DEPTH = 12         /* of a sum */
};

/* What a part of an index depends on. */
enum { OF_X = 1, OF_YZ = 2, OF_ROUND = 4, OF_MEMORY = 8 };
enum { OF_OTHERS = OF_YZ | OF_ROUND };

typedef struct stride {
	unsigned param;
	uint64_t value;
} stride;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	stride stride[MOST_STRIDES];
	unsigned n;
	hd_map depends;                           /* value -> what it depends on, + 1 */
	unsigned of_x, of_others, rows, channels; /* bits: strides */
} state;

/* A version is for launches in which these have their values. */
typedef struct version {
	unsigned strides;
	uint64_t channels; /* the value of those that are numbers of channels */
	const char *what;
} version;

/* An address: what its parts are multiplied by, as bits. */
typedef struct sum {
	unsigned x, others; /* strides of what depends on it */
	bool plain;         /* some such part is not multiplied by a stride */
	LLVMValueRef count; /* but for this one, which goes around a loop */
	bool strange;
	uint64_t bytes; /* constants, modulo 2^64 */
} sum;

/* ---- parameters */

static LLVMValueRef
without_casts(LLVMValueRef v)
{
	while (hd_is_extension(v) || hd_is_opcode(v, LLVMTrunc) ||
	       hd_is_opcode(v, LLVMFreeze))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* As a bit; 0: it is none, or there are too many. */
static unsigned
stride_of(state *s, LLVMValueRef v)
{
	unsigned param = 0;

	v = without_casts(v);
	while ((hd_is_opcode(v, LLVMShl) || hd_is_opcode(v, LLVMMul)) &&
	       LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		v = without_casts(LLVMGetOperand(v, 0));
	if (!LLVMIsAArgument(v))
		return 0;
	for (unsigned k = 0; k < s->n; k++)
		if (LLVMGetParam(s->fn, s->stride[k].param) == v)
			return 1u << k;
	if (s->n == MOST_STRIDES)
		return 0;
	while (LLVMGetParam(s->fn, param) != v)
		param++;
	s->stride[s->n] = (stride){param, 1};
	return 1u << s->n++;
}

/* ---- what addresses are made of */

static int depends_on(state *s, LLVMValueRef v);

static int
computed_from(state *s, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int dim, all = o == LLVMPHI ? OF_ROUND : 0;

	if (o == LLVMCall)
		switch (hd_sreg_read(i, &dim)) {
		case HD_TID:
			return dim == 0 ? OF_X : OF_YZ;
		case HD_NOT_SREG:
			return OF_MEMORY;
		default:
			return 0;
		}
	if (o != LLVMPHI && !hd_is_pure(o))
		return OF_MEMORY;
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
		all |= depends_on(s, LLVMGetOperand(i, k));
	return all;
}

static int
depends_on(state *s, LLVMValueRef v)
{
	uintptr_t *known;
	int on;

	if (!LLVMIsAInstruction(v))
		return 0;
	known = hd_map_get(&s->depends, v);
	if (known)
		return (int)*known - 1;
	*hd_map_put(&s->u->scratch, &s->depends, v) = 1; /* around a loop */
	on = computed_from(s, v);
	*hd_map_put(&s->u->scratch, &s->depends, v) = (uintptr_t)on + 1;
	return on;
}

static void
add_part(state *s, sum *a, LLVMValueRef v, unsigned by)
{
	int on = depends_on(s, v);

	a->strange |= (on & OF_MEMORY) != 0;
	if (on == OF_ROUND && !by && hd_is_opcode(v, LLVMPHI) && !a->count)
		a->count = v;
	else
		a->plain |= on && !by;
	if (on & OF_X)
		a->x |= by;
	else if (on)
		a->others |= by;
}

/* What something else than an x or a count is multiplied by is a row. */
static void
note_rows(state *s, LLVMValueRef v, unsigned by)
{
	if (!LLVMIsAConstantInt(v) && !(depends_on(s, v) & (OF_X | OF_ROUND)))
		s->rows |= by;
}

/* Adds v, times `by` and so many bytes. */
static void
add_index(state *s, sum *a, LLVMValueRef v, unsigned by, uint64_t bytes, int depth)
{
	LLVMOpcode o;
	LLVMValueRef x, y;
	unsigned k;

	v = without_casts(v);
	if (LLVMIsAConstantInt(v)) {
		if (!by)
			a->bytes += (uint64_t)LLVMConstIntGetSExtValue(v) * bytes;
		return;
	}
	o = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
	if (!depth || (o != LLVMAdd && o != LLVMSub && o != LLVMMul && o != LLVMShl)) {
		add_part(s, a, v, by);
		return;
	}
	x = LLVMGetOperand(v, 0);
	y = LLVMGetOperand(v, 1);
	if (o == LLVMAdd || o == LLVMSub) {
		add_index(s, a, x, by, bytes, depth - 1);
		add_index(s, a, y, by, o == LLVMSub ? -bytes : bytes, depth - 1);
	} else if (LLVMIsAConstantInt(y)) {
		uint64_t n = (uint64_t)LLVMConstIntGetSExtValue(y);

		add_index(s, a, x, by, o == LLVMMul ? bytes * n : bytes << (n & 63),
			  depth - 1);
	} else if (o == LLVMMul && (k = stride_of(s, y))) {
		note_rows(s, x, k);
		add_index(s, a, x, by | k, bytes, depth - 1);
	} else if (o == LLVMMul && (k = stride_of(s, x))) {
		note_rows(s, y, k);
		add_index(s, a, y, by | k, bytes, depth - 1);
	} else {
		add_part(s, a, v, by);
	}
}

static sum
read_address(state *s, LLVMValueRef p)
{
	sum a = {0};

	for (; hd_is_opcode(p, LLVMGetElementPtr); p = LLVMGetOperand(p, 0)) {
		LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
		unsigned n = (unsigned)LLVMGetNumOperands(p);

		if (n == 2) {
			add_index(s, &a, LLVMGetOperand(p, 1), 0, hd_size_of(s->u, t),
				  DEPTH);
			continue;
		}
		for (unsigned k = 1; k < n; k++)
			add_part(s, &a, LLVMGetOperand(p, k), 0);
	}
	a.strange |= LLVMIsAInstruction(p) && depends_on(s, p) != 0;
	return a;
}

/* ---- what versions would be for */

static LLVMTypeRef
accessed_type(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return LLVMTypeOf(i);
	case LLVMStore:
		return LLVMTypeOf(LLVMGetOperand(i, 0));
	case LLVMAtomicRMW:
		return LLVMTypeOf(LLVMGetOperand(i, 1));
	default:
		return NULL;
	}
}

/* Is a stride what the count goes up to, or what the next one is compared with? */
static bool
ends_at(const state *s, LLVMValueRef count, unsigned strides, bool next)
{
	hd_each_use (use, count) {
		LLVMValueRef i = LLVMGetUser(use);

		if (hd_is_opcode(i, LLVMICmp))
			for (unsigned k = 0; k < s->n; k++)
				if (strides == 1u << k &&
				    without_casts(LLVMGetOperand(i, 1)) ==
					    LLVMGetParam(s->fn, s->stride[k].param))
					return true;
		if (!next && hd_is_opcode(i, LLVMAdd) &&
		    hd_is_int(LLVMGetOperand(i, 1), 1) && ends_at(s, i, strides, true))
			return true;
	}
	return false;
}

static void
look_at_access(state *s, LLVMValueRef i, LLVMTypeRef t)
{
	unsigned pointer = hd_is_opcode(i, LLVMStore) ? 1 : 0;
	sum a = read_address(s, LLVMGetOperand(i, pointer));
	int64_t size = (int64_t)hd_size_of(s->u, t), last;

	if (!a.x || a.plain || a.strange || !size)
		return;
	if (a.count) {
		if (!a.bytes && (size == 1 || pointer) &&
		    ends_at(s, a.count, a.x, false))
			s->channels |= a.x;
		return;
	}
	last = (int64_t)a.bytes / size;
	if (last < 0 || last >= MOST_VALUE)
		return;
	s->of_x |= a.x;
	s->of_others |= a.others;
	for (unsigned k = 0; k < s->n; k++)
		if (a.x >> k & 1 && s->stride[k].value <= (uint64_t)last)
			s->stride[k].value = (uint64_t)last + 1;
}

static bool
find_strides(state *s)
{
	int n = 0;

	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb) {
			LLVMTypeRef t = accessed_type(i);

			if (t)
				look_at_access(s, i, t);
			if (++n > LARGE)
				return false;
		}
	s->of_x &= ~s->rows;
	return s->of_x || s->channels;
}

static int
choose_versions(const state *s, version *v)
{
	static const char channels[] =
		"the elements of neighbouring threads and channels";
	int n = 0;

	if (s->channels) {
		v[n++] = (version){s->of_x | s->channels, 3, channels};
		v[n++] = (version){s->of_x | s->channels, 1, channels};
		v[n++] = (version){s->of_x | s->channels, 4, channels};
		return n;
	}
	v[n++] = (version){s->of_x, 0, "the elements of neighbouring threads"};
	if (s->of_others && !(s->of_x & s->of_others))
		v[n++] = (version){s->of_others, 0,
				   "elements that a thread goes through"};
	return n;
}

/* ---- the versions */

/* What it is in a version; NULL: anything. */
static LLVMValueRef
value_in(const state *s, const version *v, unsigned k)
{
	const stride *x = &s->stride[k];

	if (!(v->strides >> k & 1))
		return NULL;
	return LLVMConstInt(LLVMTypeOf(LLVMGetParam(s->fn, x->param)),
			    s->channels >> k & 1 ? v->channels : x->value, false);
}

static void
put_values(const state *s, const version *v, LLVMValueRef fn)
{
	for (unsigned k = 0; k < s->n; k++) {
		LLVMValueRef x = value_in(s, v, k);

		if (x)
			LLVMReplaceAllUsesWith(LLVMGetParam(fn, s->stride[k].param), x);
	}
}

/* What is said of the kernel holds for its version: that it is one, and its bounds. */
static void
copy_annotations(hd_unit *u, LLVMValueRef from, LLVMValueRef to)
{
	static const char list[] = "nvvm.annotations";
	unsigned n = LLVMGetNamedMetadataNumOperands(u->m, list);
	LLVMValueRef *node = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1);

	LLVMGetNamedMetadataOperands(u->m, list, node);
	for (unsigned k = 0; k < n; k++) {
		unsigned nops = LLVMGetMDNodeNumOperands(node[k]);
		LLVMValueRef *op = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, nops + 1);
		LLVMMetadataRef *md =
			HD_NEW_ARRAY(&u->scratch, LLVMMetadataRef, nops + 1);

		LLVMGetMDNodeOperands(node[k], op);
		if (op[0] != from)
			continue;
		op[0] = to;
		for (unsigned j = 0; j < nops; j++)
			md[j] = LLVMValueAsMetadata(op[j]);
		LLVMAddNamedMetadataOperand(
			u->m, list,
			LLVMMetadataAsValue(u->c,
					    LLVMMDNodeInContext2(u->c, md, nops)));
	}
}

/* i32 hd.asks.NAME(void **args): are they what the version takes them for? */
static void
write_question(const state *s, const version *v, LLVMValueRef kernel)
{
	hd_unit *u = s->u;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef all = LLVMConstInt(u->i1, 1, false), p, is;
	LLVMValueRef fn = LLVMAddFunction(
		u->m, hd_format(&u->scratch, HD_ASKS "%s", hd_name(kernel)),
		LLVMFunctionType(u->i32, &u->ptr, 1, false));

	hd_add_attr(u, fn, "nounwind");
	hd_target_attrs(u, fn);
	LLVMPositionBuilderAtEnd(b, hd_new_block(u, fn, "entry"));
	for (unsigned k = 0; k < s->n; k++) {
		LLVMValueRef x = value_in(s, v, k);
		unsigned of = s->stride[k].param, offset = 0;

		if (!x)
			continue;
		hd_is_field(s->fn, of, &of, &offset);
		p = hd_offset(u, b, LLVMGetParam(fn, 0), 8 * (int64_t)of, "");
		p = LLVMBuildLoad2(b, u->ptr, p, "");
		p = hd_offset(u, b, p, offset, "");
		is = LLVMBuildLoad2(b, LLVMTypeOf(x), p, "");
		LLVMSetAlignment(is, 1);
		is = LLVMBuildICmp(b, LLVMIntEQ, is, x, "");
		all = LLVMBuildAnd(b, all, is, "fits");
	}
	LLVMBuildRet(b, LLVMBuildZExt(b, all, u->i32, ""));
	LLVMDisposeBuilder(b);
}

static void
add_version(const state *s, const version *v, int number)
{
	hd_unit *u = s->u;
	LLVMValueRef fn =
		hd_clone_function(u, s->fn,
				  hd_format(&u->scratch, "%s" HD_FIT_SUFFIX "%d",
					    hd_name(s->fn), number));

	hd_add_string_attr(u, fn, HD_FITS, hd_name(s->fn));
	copy_annotations(u, s->fn, fn);
	put_values(s, v, fn);
	write_question(s, v, fn);
	hd_remark(u, s->fn,
		  "kernel '%s' has a version for launches in which %s are "
		  "contiguous",
		  hd_source_name(s->fn), v->what);
}

bool
hd_pass_specialize_strides(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++) {
		state s = {.u = u, .fn = kernels.at[k]};
		version v[HD_FIT_VERSIONS];
		int n = find_strides(&s) ? choose_versions(&s, v) : 0;

		for (int j = 0; j < n; j++)
			add_version(&s, &v[j], j + 1);
		any |= n > 0;
	}
	return any;
}
