/* SPDX-License-Identifier: Apache-2.0 */
/* Remote calls: the class of each argument, from the table, from formats, and from what
 * the pointer is made of. */
#include "remote.h"

#include "gpufirst/format.h"

static const struct entry {
	const char *name, *args;
	char returns;
	int size;
} table[] = {
#define RPC(name, args, returns, size) {name, args, returns, size},
#define NEVER(name, why)
#include "rpc.def"
#undef RPC
#undef NEVER
};

static const struct {
	const char *name, *why;
} never[] = {
#define RPC(name, args, returns, size)
#define NEVER(name, why) {name, why},
#include "rpc.def"
#undef RPC
#undef NEVER
};

static const struct entry *
find_entry(const char *name)
{
	for (size_t i = 0; i < HD_COUNT(table); i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

static bool
is_possible(gf_remote *r, LLVMValueRef at)
{
	const char *name = hd_name(r->callee);

	for (size_t i = 0; i < HD_COUNT(never); i++)
		if (strcmp(never[i].name, name) == 0) {
			hd_error(at, "'%s' cannot be called from a GPU: %s", name,
				 never[i].why);
			return false;
		}
	if (hd_has_prefix(name, "__kmpc_") || hd_has_prefix(name, "omp_") ||
	    hd_has_prefix(name, "__tgt_")) {
		hd_error(at, "this OpenMP construct is not supported: it needs '%s'",
			 name);
		return false;
	}
	if (hd_has_prefix(name, "__cxa_") || hd_has_prefix(name, "_Unwind") ||
	    hd_has_prefix(name, "_ZSt") || hd_has_prefix(name, "_ZNSt")) {
		hd_error(at, "'%s' of the C++ library is not supported on a GPU", name);
		return false;
	}
	return true;
}

/* ---- the table's letters */

static const char *
read_size(const char *p, gf_arg *a)
{
	char *end;

	a->class = GF_BUFFER;
	a->size = 1;
	if (*p == '#') {
		a->size = strtol(p + 1, &end, 10);
		return end;
	}
	a->times[0] = (int)strtol(p, &end, 10);
	if (*end == '*')
		a->times[1] = (int)strtol(end + 1, &end, 10);
	return end;
}

static void
from_format(gf_remote *r, int format, bool scan, LLVMValueRef call)
{
	const char *text =
		call ? gf_constant_text(LLVMGetOperand(call, (unsigned)format)) : NULL;

	r->args[format].class = GF_STRING;
	for (int i = format + 1; i < r->n; i++) {
		gf_arg *a = &r->args[i];
		hd_gf_spec s;

		if (LLVMGetTypeKind(r->types[i]) != LLVMPointerTypeKind)
			continue;
		a->format = format;
		a->position = i - format - 1;
		a->class = scan ? GF_SCAN : GF_PRINT;
		if (!text)
			continue;
		s = scan ? hd_gf_scan_spec(text, a->position)
			 : hd_gf_print_spec(text, a->position);
		a->class = s.kind == HD_GF_TEXT_OUT          ? GF_STRING_OUT
			   : s.kind == HD_GF_OUT             ? GF_BUFFER
			   : s.kind == HD_GF_VALUE           ? GF_VALUE
			   : s.size >= 0 || s.limit_arg >= 0 ? GF_TEXT
							     : GF_STRING;
		a->how = GF_WRITE;
		a->size = s.size;
		if (a->class == GF_TEXT && s.limit_arg >= 0) {
			a->size = 1;
			a->times[0] = format + 1 + s.limit_arg;
		}
	}
}

static void
from_table(gf_remote *r, const struct entry *e, LLVMValueRef call)
{
	int i = 0;

	for (const char *p = e->args; *p && i < r->n; i++) {
		gf_arg *a = &r->args[i];

		switch (*p++) {
		case 's':
			a->class = GF_STRING;
			break;
		case 'r':
			a->how = GF_READ;
			p = read_size(p, a);
			break;
		case 'w':
			a->how = GF_WRITE;
			p = read_size(p, a);
			break;
		case 'b':
			a->how = GF_READ | GF_WRITE;
			p = read_size(p, a);
			break;
		case 'F':
			from_format(r, i, false, call);
			return;
		case 'S':
			from_format(r, i, true, call);
			return;
		default:
			a->class = GF_VALUE;
		}
	}
}

/* ---- other functions: which variables can a pointer point into? */

static bool
add_candidate(gf *g, gf_arg *a, LLVMValueRef v)
{
	bool constant = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v);
	LLVMTypeRef t = LLVMIsAAllocaInst(v) ? LLVMGetAllocatedType(v)
					     : LLVMGlobalGetValueType(v);

	for (int i = 0; i < a->candidates; i++)
		if (a->candidate[i].base == v)
			return true;
	if (a->candidates == GF_CANDIDATES)
		return false;
	a->candidate[a->candidates].base = v;
	a->candidate[a->candidates].size = (int64_t)hd_size_of(&g->u, t);
	a->candidate[a->candidates].how = constant ? GF_READ : GF_READ | GF_WRITE;
	a->candidates++;
	return true;
}

static bool
collect(gf *g, gf_arg *a, LLVMValueRef p, int depth)
{
	int64_t at;
	LLVMValueRef v = gf_underlying(p, &at, g);

	if (LLVMIsAGlobalVariable(v) && !LLVMIsDeclaration(v))
		return (g->opt->copy || LLVMIsGlobalConstant(v)) &&
		       add_candidate(g, a, v);
	if (LLVMIsAAllocaInst(v))
		return g->opt->copy && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
		       add_candidate(g, a, v);
	if (LLVMIsASelectInst(v) && depth < 4)
		return collect(g, a, LLVMGetOperand(v, 1), depth + 1) &&
		       collect(g, a, LLVMGetOperand(v, 2), depth + 1);
	if (LLVMIsAPHINode(v) && depth < 4) {
		for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
			if (!collect(g, a, LLVMGetIncomingValue(v, i), depth + 1))
				return false;
		return true;
	}
	return false;
}

static void
from_pointers(gf *g, gf_remote *r, LLVMValueRef call)
{
	for (int i = 0; i < r->n; i++) {
		gf_arg *a = &r->args[i];

		if (LLVMGetTypeKind(r->types[i]) != LLVMPointerTypeKind)
			continue;
		if (call && collect(g, a, LLVMGetOperand(call, (unsigned)i), 0)) {
			a->class = GF_OBJECT;
		} else {
			a->candidates = 0;
			a->class = GF_POINTER;
		}
	}
}

/* ---- what cannot travel */

static bool
can_travel(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(t) <= 64;
	case LLVMPointerTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMFloatTypeKind:
	case LLVMVoidTypeKind:
		return true;
	default:
		return false;
	}
}

static bool
check_types(gf_remote *r, LLVMValueRef at)
{
	const char *name = hd_name(r->callee);
	bool ok = can_travel(r->result);

	for (int i = 0; i < r->n; i++)
		ok &= can_travel(r->types[i]);
	if (!ok)
		hd_error(at,
			 "'%s' runs on the host and passes a structure by value, "
			 "which is not supported",
			 name);
	if (r->n > HD_GF_ARGS) {
		hd_error(at, "'%s' runs on the host and has more than %d arguments",
			 name, HD_GF_ARGS);
		ok = false;
	}
	return ok;
}

static bool
check_callbacks(gf_remote *r, LLVMValueRef call)
{
	for (int i = 0; call && i < r->n; i++) {
		LLVMValueRef f = LLVMGetOperand(call, (unsigned)i);

		if (!LLVMIsAFunction(f))
			continue;
		hd_error(call,
			 "'%s' runs on the host and cannot call '%s', which is "
			 "on the GPU",
			 hd_name(r->callee), hd_name(f));
		return false;
	}
	return true;
}

bool
gf_classify(gf *g, gf_remote *r, LLVMValueRef call)
{
	LLVMValueRef at = call ? call : r->callee;
	const struct entry *e = find_entry(hd_name(r->callee));

	if (!is_possible(r, at) || !check_types(r, at) || !check_callbacks(r, call))
		return false;
	r->args = HD_NEW_ARRAY(&g->u.mem, gf_arg, (size_t)r->n + 1);
	for (int i = 0; i < r->n; i++)
		r->args[i].times[0] = r->args[i].times[1] = -1;
	r->returns = e ? e->returns : 'v';
	r->returns_size = e ? e->size : 0;
	if (e)
		from_table(r, e, call);
	else
		from_pointers(g, r, call);
	return true;
}
