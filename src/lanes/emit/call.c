/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in device code: coordinates, the runtime, libm, other device functions. */
#include <math.h>

#include "lanes.h"

/* ---- the runtime's functions, from rt_abi.def */

typedef enum { VOID, I32, I64, PTR, FRAME, END } abi_type;

static const struct abi {
	const char *name, *device_name;
	abi_type result;
	abi_type arg[8];
} abi[] = {
#define ARGS(...)                       {__VA_ARGS__ __VA_OPT__(, ) END}
#define ABI(name, device, result, args) {"hd_abi_" #name, device, result, ARGS args},
#include "rt_abi.def"
#undef ABI
#undef ARGS
};

static LLVMTypeRef
type_of(hd_unit *u, abi_type t)
{
	switch (t) {
	case VOID:
		return u->void_type;
	case I32:
		return u->i32;
	case I64:
		return u->i64;
	default:
		return u->ptr;
	}
}

static const struct abi *
find_abi(const char *device_name)
{
	for (size_t k = 0; k < HD_COUNT(abi); k++)
		if (abi[k].device_name && strcmp(abi[k].device_name, device_name) == 0)
			return &abi[k];
	return NULL;
}

static LLVMValueRef
declare_abi(hd_unit *u, const struct abi *f)
{
	LLVMValueRef fn = LLVMGetNamedFunction(u->m, f->name);
	LLVMTypeRef arg[8];
	unsigned n = 0;

	if (fn)
		return fn;
	for (; f->arg[n] != END; n++)
		arg[n] = type_of(u, f->arg[n]);
	fn = LLVMAddFunction(u->m, f->name,
			     LLVMFunctionType(type_of(u, f->result), arg, n, false));
	hd_add_attr(u, fn, "nounwind");
	return fn;
}

/* An operand of a call: as a whole, or of the lane that is being called for. */
static LLVMValueRef
operand(hd_emit *e, LLVMValueRef i, unsigned k)
{
	LLVMValueRef v = LLVMGetOperand(i, k);

	return e->c->lanes == 1 ? hd_use(e, v) : hd_lane_of(e, v, e->lane);
}

static LLVMValueRef
call_abi(hd_emit *e, const struct abi *f, LLVMValueRef i)
{
	LLVMValueRef fn = declare_abi(e->u, f), arg[8];
	unsigned n = 0;
	int given = i && LLVMIsACallInst(i) ? hd_arg_count(i) : 0, next = 0;

	for (; f->arg[n] != END; n++)
		if (f->arg[n] == FRAME)
			arg[n] = e->frame;
		else if (next < given)
			arg[n] = operand(e, i, (unsigned)next++);
		else
			hd_bug("%s takes more arguments", f->name);
	return hd_call(e->b, fn, arg, n, "");
}

/* By its name in rt_abi.def; the frame goes in front. */
LLVMValueRef
hd_call_abi(hd_emit *e, const char *name, LLVMValueRef *args)
{
	LLVMValueRef arg[8];
	unsigned n = 0;

	for (size_t k = 0; k < HD_COUNT(abi); k++) {
		if (strcmp(abi[k].name, name))
			continue;
		for (; abi[k].arg[n] != END; n++)
			arg[n] = abi[k].arg[n] == FRAME ? e->frame : *args++;
		return hd_call(e->b, declare_abi(e->u, &abi[k]), arg, n, "");
	}
	hd_bug("no runtime function %s", name);
}

/* ---- thread coordinates */

/* What a read of a thread coordinate gives, or NULL if this is none. */
LLVMValueRef
hd_coordinate(hd_emit *e, LLVMValueRef i)
{
	static const size_t field[] = {
		[HD_TID] = offsetof(hd_frame, thread_index),
		[HD_NTID] = offsetof(hd_frame, block),
		[HD_CTAID] = offsetof(hd_frame, block_index),
		[HD_NCTAID] = offsetof(hd_frame, grid),
	};

	int dim;
	enum hd_sreg sreg = hd_sreg_read(i, &dim);

	if (sreg == HD_NOT_SREG)
		return NULL;
	if (!e->c->is_kernel)
		return hd_frame_load(e, e->u->i32, field[sreg] + 4 * (size_t)dim, "");
	switch (sreg) {
	case HD_TID:
		return e->tid[dim];
	case HD_NTID:
		return e->ntid[dim];
	case HD_CTAID:
		return e->ctaid[dim];
	default:
		return e->nctaid[dim];
	}
}

/* ---- device functions that were not inlined */

static void
copy_attributes(LLVMValueRef to, LLVMValueRef from, LLVMAttributeIndex at,
		LLVMAttributeIndex here, hd_arena *a)
{
	unsigned n = LLVMGetCallSiteAttributeCount(from, at);
	LLVMAttributeRef *list = HD_NEW_ARRAY(a, LLVMAttributeRef, n + 1);

	LLVMGetCallSiteAttributes(from, at, list);
	for (unsigned k = 0; k < n; k++)
		LLVMAddCallSiteAttribute(to, here, list[k]);
}

static LLVMTypeRef
with_frame(hd_unit *u, LLVMTypeRef old)
{
	unsigned n = LLVMCountParamTypes(old);
	LLVMTypeRef *arg = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1);

	arg[0] = u->ptr;
	LLVMGetParamTypes(old, arg + 1);
	return LLVMFunctionType(LLVMGetReturnType(old), arg, n + 1,
				LLVMIsFunctionVarArg(old));
}

LLVMValueRef
hd_new_function(hd_unit *u, LLVMValueRef old)
{
	LLVMTypeRef t = with_frame(u, LLVMGlobalGetValueType(old));
	LLVMValueRef fn = LLVMAddFunction(
		u->m, hd_format(&u->scratch, "hd.fn.%s", hd_name(old)), t);

	for (unsigned k = 0; k <= LLVMCountParams(old); k++) {
		unsigned n = LLVMGetAttributeCountAtIndex(old, k);
		LLVMAttributeRef *list =
			HD_NEW_ARRAY(&u->scratch, LLVMAttributeRef, n + 1);

		LLVMGetAttributesAtIndex(old, k, list);
		for (unsigned j = 0; j < n; j++)
			LLVMAddAttributeAtIndex(fn, k ? k + 1 : 0, list[j]);
	}
	hd_add_attr(u, fn, "nounwind");
	hd_target_attrs(u, fn);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	return fn;
}

static LLVMValueRef
call_with_frame(hd_emit *e, LLVMValueRef i, LLVMValueRef fn)
{
	hd_arena *a = &e->u->scratch;
	LLVMTypeRef t = with_frame(e->u, LLVMGetCalledFunctionType(i));
	unsigned n = (unsigned)hd_arg_count(i);
	LLVMValueRef *arg = HD_NEW_ARRAY(a, LLVMValueRef, n + 1), r;

	arg[0] = e->frame;
	for (unsigned k = 0; k < n; k++)
		arg[k + 1] = operand(e, i, k);
	r = LLVMBuildCall2(e->b, t, fn, arg, n + 1, "");
	copy_attributes(r, i, 0, 0, a);
	for (unsigned k = 1; k <= n; k++)
		copy_attributes(r, i, k, k + 1, a);
	return r;
}

/* ---- all calls */

/* Not needed any more, or true for one thread only. */
static bool
is_dropped(hd_emit *e, LLVMValueRef i)
{
	hd_private *p;

	if (hd_calls_prefix(i, "llvm.assume") ||
	    hd_calls_prefix(i, "llvm.experimental.noalias.scope"))
		return true;
	if (!hd_is_lifetime_call(i))
		return false;
	p = hd_private_of(e->c, LLVMGetOperand(i, (unsigned)hd_arg_count(i) - 1));
	return !p || p->kept;
}

static LLVMValueRef
plain_call(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r;

	if (e->c->lanes == 1)
		return hd_emit_clone(e, i);
	r = LLVMInstructionClone(i);
	for (int k = 0; k < hd_arg_count(i); k++)
		if (!LLVMIsAMDNode(LLVMGetOperand(i, (unsigned)k)))
			LLVMSetOperand(r, (unsigned)k, operand(e, i, (unsigned)k));
	LLVMInsertIntoBuilder(e->b, r);
	return r;
}

static LLVMValueRef
emit_direct(hd_emit *e, LLVMValueRef i, LLVMValueRef fn)
{
	uintptr_t *own = hd_map_get(&e->c->l->functions, fn);
	const struct abi *f = find_abi(hd_name(fn));

	if (own)
		return call_with_frame(e, i, (LLVMValueRef)*own);
	if (hd_calls(i, "llvm.trap") || hd_calls(i, "llvm.debugtrap"))
		return call_abi(e, find_abi("hd_dev_trap"), NULL);
	if (f)
		return call_abi(e, f, i);
	if (hd_has_prefix(hd_name(fn), "llvm.") || hd_string_attr(fn, HD_HOST_FUNCTION))
		return plain_call(e, i);
	/* a region is emitted more than once, the user hears it once */
	if (!hd_string_attr(fn, "heddle-undefined"))
		hd_error(i,
			 "the device function '%s' is called but not defined in this "
			 "file",
			 hd_source_name(fn));
	hd_add_string_attr(e->u, fn, "heddle-undefined", "");
	return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind
		       ? NULL
		       : LLVMGetPoison(LLVMTypeOf(i));
}

static LLVMValueRef
emit_one(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef fn = hd_callee(i), called = LLVMGetCalledValue(i);

	if (LLVMIsAInlineAsm(called))
		return plain_call(e, i);
	if (fn)
		return emit_direct(e, i, fn);
	return call_with_frame(e, i,
			       e->c->lanes == 1 ? hd_use(e, called)
						: hd_lane_of(e, called, e->lane));
}

/* The callee may ask for its thread. */
static LLVMValueRef
emit_for_lane(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef by = e->lane_now ? LLVMBuildTrunc(e->b, e->lane_now, e->u->i32, "")
				      : hd_i32(e->u, lane);
	LLVMValueRef x = LLVMBuildAdd(e->b, e->tid[0], by, "");

	e->lane = lane;
	if (!hd_calls_prefix(i, "llvm."))
		hd_frame_store(e, x, offsetof(hd_frame, thread_index));
	return emit_one(e, i);
}

/* Intrinsics that work on vectors element by element; a flag stays a scalar. */
static bool
is_elementwise(LLVMValueRef i)
{
	static const char *const names[] = {
		"llvm.fabs.",       "llvm.sqrt.",      "llvm.fma.",
		"llvm.floor.",      "llvm.ceil.",      "llvm.trunc.",
		"llvm.rint.",       "llvm.nearbyint.", "llvm.round.",
		"llvm.roundeven.",  "llvm.copysign.",  "llvm.minnum.",
		"llvm.maxnum.",     "llvm.minimum.",   "llvm.maximum.",
		"llvm.smin.",       "llvm.smax.",      "llvm.umin.",
		"llvm.umax.",       "llvm.abs.",       "llvm.ctpop.",
		"llvm.ctlz.",       "llvm.cttz.",      "llvm.bswap.",
		"llvm.bitreverse.", "llvm.fshl.",      "llvm.fshr.",
		"llvm.sadd.sat.",   "llvm.uadd.sat.",  "llvm.ssub.sat.",
		"llvm.usub.sat.",
	};

	for (size_t k = 0; k < HD_COUNT(names); k++)
		if (hd_calls_prefix(i, names[k]))
			return true;
	return hd_calls_prefix(i, "llvm.fptosi.sat.") ||
	       hd_calls_prefix(i, "llvm.fptoui.sat.");
}

/* No effect that anybody could see. */
bool
hd_is_pure_call(LLVMValueRef i)
{
	return is_elementwise(i) ||
	       (hd_barrier_kind(i) == HD_BARRIER_WARP && !hd_is_take(i)) ||
	       hd_is_debug_call(i) || hd_is_lifetime_call(i) ||
	       hd_calls_prefix(i, "llvm.assume") || hd_calls_prefix(i, HD_ALL) ||
	       hd_is_lane_count(i) ||
	       hd_calls_prefix(i, "llvm.experimental.noalias.scope");
}

/* To integers, as far as these reach. LLVM takes vectors apart where processors have no
 * instruction for that, such as on x86: what is too small or too large is put right here. */
static LLVMValueRef
emit_saturated(hd_emit *e, LLVMValueRef i)
{
	LLVMBuilderRef b = e->b;
	bool sign = hd_calls_prefix(i, "llvm.fptosi");
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), big, r;
	LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), t = LLVMTypeOf(i),
		    many = hd_vector_type(e->c, t);
	unsigned bits = LLVMGetIntTypeWidth(t);
	LLVMValueRef most = LLVMConstInt(t, ~0ull >> (64 - bits + sign), false);
	double end = ldexp(1, (int)(bits - sign));
	LLVMValueRef low = hd_splat(e, LLVMConstReal(from, sign ? -end : 0));

	big = LLVMBuildFCmp(b, LLVMRealOGE, x, hd_splat(e, LLVMConstReal(from, end)),
			    "big");
	r = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOGT, x, low, ""), x, low, "");
	r = LLVMBuildSelect(b, big, low, r, "");
	r = sign ? LLVMBuildFPToSI(b, r, many, "") : LLVMBuildFPToUI(b, r, many, "");
	r = LLVMBuildSelect(b, big, hd_splat(e, most), r, "");
	if (!sign)
		return r;
	return LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, "nan"),
			       LLVMConstNull(many), r, "");
}

static bool
is_saturated(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef from, to = LLVMTypeOf(i);

	if (!hd_is_x86(e->u) || !hd_calls_prefix(i, "llvm.fpto"))
		return false;
	from = LLVMTypeOf(LLVMGetOperand(i, 0));
	return (from == e->u->f32 || from == e->u->f64) &&
	       (to == e->u->i32 || to == e->u->i64);
}

static LLVMValueRef
emit_elementwise(hd_emit *e, LLVMValueRef i)
{
	unsigned id = LLVMGetIntrinsicID(hd_callee(i)), n = (unsigned)hd_arg_count(i);
	bool converts = hd_calls_prefix(i, "llvm.fpto");
	LLVMTypeRef over[] = {hd_vector_type(e->c, LLVMTypeOf(i)),
			      hd_vector_type(e->c, LLVMTypeOf(LLVMGetOperand(i, 0)))};
	LLVMValueRef arg[4], r;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef x = LLVMGetOperand(i, k);
		bool flag = k && LLVMTypeOf(x) == e->u->i1;

		arg[k] = flag ? x : hd_vector(e, x);
	}
	r = hd_call(e->b,
		    LLVMGetIntrinsicDeclaration(e->u->m, id, over, converts ? 2 : 1),
		    arg, n, "");
	if (LLVMCanValueUseFastMathFlags(i))
		LLVMSetFastMathFlags(r, LLVMGetFastMathFlags(i));
	return r;
}

static bool
is_once_enough(hd_emit *e, LLVMValueRef i)
{
	return e->c->lanes == 1 ||
	       (hd_id(e->c, i) >= 0 && hd_shape_of(e->c, i).kind == HD_AFFINE) ||
	       hd_is_lifetime_call(i);
}

/* Do all lanes agree? */
static LLVMValueRef
emit_all(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef all, none;

	if (e->c->lanes == 1)
		return hd_use(e, LLVMGetOperand(i, 0));
	hd_decide(e, LLVMGetOperand(i, 0), &all, &none);
	return all;
}

void
hd_emit_call(hd_emit *e, LLVMValueRef i)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
	LLVMValueRef r;

	if (hd_is_debug_call(i)) {
		hd_emit_debug(e, i);
		return;
	}
	if (is_dropped(e, i))
		return;
	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	if (hd_barrier_kind(i) == HD_BARRIER_WARP) {
		hd_emit_warp(e, i);
		return;
	}
	r = hd_calls_prefix(i, HD_LAUNCH) ? e->launch
	    : hd_calls_prefix(i, HD_ALL)  ? emit_all(e, i)
	    : hd_is_lane_count(i)         ? hd_i64(e->u, e->c->lanes)
					  : hd_coordinate(e, i);
	if (!r && e->c->lanes > 1 && is_once_enough(e, i))
		r = hd_emit_clone(e, i);
	else if (!r && e->c->lanes > 1 && is_saturated(e, i))
		r = emit_saturated(e, i);
	else if (!r && e->c->lanes > 1 && is_elementwise(i))
		r = emit_elementwise(e, i);
	else if (!r && e->c->lanes > 1)
		r = hd_each_lane(e, i, emit_for_lane);
	else if (!r)
		r = emit_one(e, i);
	if (r && hd_id(e->c, i) >= 0)
		hd_def(e, i, r);
}
