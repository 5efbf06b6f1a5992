/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in device code: coordinates, the runtime, libm, other device functions. */
#include <math.h>

#include "lanes/emit/emit.h"

/* An operand of a call: as a whole, or of the lane that is being called for. */
static LLVMValueRef
operand(hd_emit *e, LLVMValueRef i, unsigned k, int lane)
{
	LLVMValueRef v = LLVMGetOperand(i, k);

	return e->c->w.lanes == 1 ? hd_use(e, v) : hd_lane_of(e, v, lane);
}

/* The frame goes in front of the arguments. */
static LLVMValueRef
call_runtime(hd_emit *e, const char *name, int args, LLVMValueRef i, int lane)
{
	LLVMValueRef arg[8];

	if (args > hd_arg_count(i))
		hd_bug("%s takes more arguments", name);
	for (int k = 0; k < args; k++)
		arg[k] = operand(e, i, (unsigned)k, lane);
	return hd_call_abi(e, name, arg);
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
call_with_frame(hd_emit *e, LLVMValueRef i, LLVMValueRef fn, int lane)
{
	hd_arena *a = &e->u->scratch;
	LLVMTypeRef t = with_frame(e->u, LLVMGetCalledFunctionType(i));
	unsigned n = (unsigned)hd_arg_count(i);
	LLVMValueRef *arg = HD_NEW_ARRAY(a, LLVMValueRef, n + 1), r;

	arg[0] = e->blk.frame;
	for (unsigned k = 0; k < n; k++)
		arg[k + 1] = operand(e, i, k, lane);
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
	return !p || e->l->priv_at[p - e->c->priv] != HD_ON_STACK;
}

static LLVMValueRef
plain_call(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef r;

	if (e->c->w.lanes == 1)
		return hd_emit_clone(e, i);
	r = LLVMInstructionClone(i);
	for (int k = 0; k < hd_arg_count(i); k++)
		if (!LLVMIsAMDNode(LLVMGetOperand(i, (unsigned)k)))
			LLVMSetOperand(r, (unsigned)k,
				       operand(e, i, (unsigned)k, lane));
	LLVMInsertIntoBuilder(e->b, r);
	return r;
}

static LLVMValueRef
emit_direct(hd_emit *e, LLVMValueRef i, LLVMValueRef fn, int lane)
{
	uintptr_t *own = hd_map_get(&e->c->l->functions, fn);
	int args;
	const char *name = hd_abi_name(hd_name(fn), &args);

	if (own)
		return call_with_frame(e, i, (LLVMValueRef)*own, lane);
	if (hd_calls(i, "llvm.trap") || hd_calls(i, "llvm.debugtrap"))
		return hd_call_abi(e, hd_abi_name("hd_dev_trap", &args), NULL);
	if (name)
		return call_runtime(e, name, args, i, lane);
	if (hd_has_prefix(hd_name(fn), "llvm.") || hd_string_attr(fn, HD_HOST_FUNCTION))
		return plain_call(e, i, lane);
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
emit_one(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef fn = hd_callee(i), called = LLVMGetCalledValue(i);

	if (LLVMIsAInlineAsm(called))
		return plain_call(e, i, lane);
	if (fn)
		return emit_direct(e, i, fn, lane);
	return call_with_frame(e, i,
			       e->c->w.lanes == 1 ? hd_use(e, called)
						  : hd_lane_of(e, called, lane),
			       lane);
}

/* The callee may ask for its thread. */
static LLVMValueRef
emit_for_lane(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef by = e->loop.now ? LLVMBuildTrunc(e->b, e->loop.now, e->u->i32, "")
				      : hd_i32(e->u, lane);
	LLVMValueRef x = LLVMBuildAdd(e->b, e->blk.tid[0], by, "");

	hd_check(lane >= 0 && lane < e->c->w.lanes);
	if (!hd_calls_prefix(i, "llvm."))
		hd_frame_store(e, x, offsetof(hd_frame, thread_index));
	return emit_one(e, i, lane);
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

	if (!hd_cpu_of(e->u).x86 || !hd_calls_prefix(i, "llvm.fpto"))
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

	hd_check(n <= HD_COUNT(arg));
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
	return e->c->w.lanes == 1 ||
	       (hd_id(e->c, i) >= 0 && hd_shape_of(e->c, i).kind == HD_AFFINE) ||
	       hd_is_lifetime_call(i);
}

/* Do all lanes agree? */
static LLVMValueRef
emit_all(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef all, none;

	if (e->c->w.lanes == 1)
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
	r = hd_calls_prefix(i, HD_LAUNCH) ? e->blk.launch
	    : hd_calls_prefix(i, HD_ALL)  ? emit_all(e, i)
	    : hd_is_lane_count(i)         ? hd_i64(e->u, e->c->w.lanes)
					  : hd_coordinate(e, i);
	if (!r && e->c->w.lanes > 1 && is_once_enough(e, i))
		r = hd_emit_clone(e, i);
	else if (!r && e->c->w.lanes > 1 && is_saturated(e, i))
		r = emit_saturated(e, i);
	else if (!r && e->c->w.lanes > 1 && hd_is_elementwise(i))
		r = emit_elementwise(e, i);
	else if (!r && e->c->w.lanes > 1)
		r = hd_scalarize(e, i, emit_for_lane, hd_here_of(e));
	else if (!r)
		r = emit_one(e, i, 0);
	if (r && hd_id(e->c, i) >= 0)
		hd_def(e, i, r);
}
