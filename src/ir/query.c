/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about values, calls and functions. None of these has an effect. */
#include "ir.h"

const char *
hd_name(LLVMValueRef v)
{
	size_t n;

	return LLVMGetValueName2(v, &n);
}

bool
hd_is_opcode(LLVMValueRef v, LLVMOpcode o)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == o;
}

LLVMValueRef
hd_callee(LLVMValueRef insn)
{
	LLVMValueRef f;

	if (!hd_is_opcode(insn, LLVMCall))
		return NULL;
	f = LLVMGetCalledValue(insn);
	return LLVMIsAFunction(f) ? f : NULL;
}

bool
hd_calls(LLVMValueRef insn, const char *name)
{
	LLVMValueRef f = hd_callee(insn);

	return f && strcmp(hd_name(f), name) == 0;
}

bool
hd_calls_prefix(LLVMValueRef insn, const char *prefix)
{
	LLVMValueRef f = hd_callee(insn);

	return f && hd_has_prefix(hd_name(f), prefix);
}

int
hd_arg_count(LLVMValueRef call)
{
	return (int)LLVMGetNumArgOperands(call);
}

bool
hd_has_body(LLVMValueRef fn)
{
	return LLVMGetFirstBasicBlock(fn) != NULL;
}

bool
hd_is_debug_call(LLVMValueRef insn)
{
	return hd_calls_prefix(insn, "llvm.dbg.");
}

bool
hd_is_lifetime_call(LLVMValueRef insn)
{
	return hd_calls_prefix(insn, "llvm.lifetime.");
}

bool
hd_is_division(LLVMOpcode o)
{
	return o == LLVMSDiv || o == LLVMUDiv || o == LLVMSRem || o == LLVMURem;
}

/* Finds !{ptr @fn, !"key", i32 value} among the module's annotations. */
bool
hd_annotation(hd_unit *u, LLVMValueRef fn, const char *key, uint32_t *value)
{
	unsigned n = LLVMGetNamedMetadataNumOperands(u->m, "nvvm.annotations");
	LLVMValueRef *list = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1);

	LLVMGetNamedMetadataOperands(u->m, "nvvm.annotations", list);
	for (unsigned k = 0; k < n; k++) {
		unsigned nops = LLVMGetMDNodeNumOperands(list[k]), len = 0;
		LLVMValueRef *op = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, nops + 1);

		LLVMGetMDNodeOperands(list[k], op);
		for (unsigned j = 1; op[0] == fn && j + 1 < nops; j += 2) {
			const char *s = LLVMIsAMDString(op[j])
						? LLVMGetMDString(op[j], &len)
						: "";

			if (len != strlen(key) || memcmp(s, key, len))
				continue;
			*value = (uint32_t)LLVMConstIntGetZExtValue(op[j + 1]);
			return true;
		}
	}
	return false;
}

/* Kernels have a calling convention of their own since LLVM 20, before an annotation.
 */
bool
hd_is_kernel(hd_unit *u, LLVMValueRef fn)
{
	enum { PTX_KERNEL = 71 };
	uint32_t value;

	return LLVMGetFunctionCallConv(fn) == PTX_KERNEL ||
	       hd_annotation(u, fn, "kernel", &value);
}

enum hd_sreg
hd_sreg_read(LLVMValueRef insn, int *dim)
{
	static const struct {
		const char *name;
		enum hd_sreg sreg;
	} table[] = {
		{"tid.", HD_TID},
		{"ntid.", HD_NTID},
		{"ctaid.", HD_CTAID},
		{"nctaid.", HD_NCTAID},
	};
	static const char prefix[] = "llvm.nvvm.read.ptx.sreg.";
	const char *name;

	if (!hd_calls_prefix(insn, prefix))
		return HD_NOT_SREG;
	name = hd_name(hd_callee(insn)) + sizeof prefix - 1;
	for (size_t k = 0; k < HD_COUNT(table); k++) {
		size_t n = strlen(table[k].name);

		if (strncmp(name, table[k].name, n) || strlen(name) != n + 1 ||
		    name[n] < 'x' || name[n] > 'z')
			continue;
		*dim = name[n] - 'x';
		return table[k].sreg;
	}
	return HD_NOT_SREG;
}

bool
hd_is_sreg(LLVMValueRef v, enum hd_sreg what, int dim)
{
	int found;

	return hd_sreg_read(v, &found) == what && found == dim;
}

enum hd_barrier
hd_barrier_kind(LLVMValueRef insn)
{
	static const struct {
		const char *name;
		enum hd_barrier kind;
	} table[] = {
		{"llvm.nvvm.barrier0", HD_BARRIER},
		{"llvm.nvvm.barrier0.popc", HD_BARRIER_COUNT},
		{"llvm.nvvm.barrier0.and", HD_BARRIER_AND},
		{"llvm.nvvm.barrier0.or", HD_BARRIER_OR},
		{"hd.barrier", HD_BARRIER},
		{"hd.barrier.count", HD_BARRIER_COUNT},
		{"hd.barrier.and", HD_BARRIER_AND},
		{"hd.barrier.or", HD_BARRIER_OR},
		{"hd.warp", HD_BARRIER_WARP},
	};
	LLVMValueRef f = hd_callee(insn);

	for (size_t k = 0; f && k < HD_COUNT(table); k++)
		if (strcmp(hd_name(f), table[k].name) == 0)
			return table[k].kind;
	return HD_NO_BARRIER;
}

LLVMValueRef
hd_base_of(LLVMValueRef p)
{
	while (hd_is_opcode(p, LLVMGetElementPtr))
		p = LLVMGetOperand(p, 0);
	return p;
}

LLVMValueRef
hd_barrier_in(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_barrier_kind(i) != HD_NO_BARRIER)
				return i;
	return NULL;
}

bool
hd_has_warp_operations(LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_barrier_kind(i) == HD_BARRIER_WARP)
				return true;
	return false;
}

bool
hd_is_shared_variable(LLVMValueRef v)
{
	const char *s = LLVMIsAGlobalVariable(v) ? LLVMGetSection(v) : NULL;

	return s && strcmp(s, HD_SHARED_SECTION) == 0;
}

bool
hd_is_texture(LLVMValueRef v)
{
	const char *s = LLVMIsAGlobalVariable(v) ? LLVMGetSection(v) : NULL;

	return s && strcmp(s, HD_TEXTURE_SECTION) == 0;
}

bool
hd_is_dynamic_shared(LLVMValueRef v)
{
	return hd_is_shared_variable(v) && strcmp(hd_name(v), HD_DYNAMIC_SHARED) == 0;
}

bool
hd_read_shape(const char *text, uint32_t block[3])
{
	return sscanf(text, "%u,%u,%u", &block[0], &block[1], &block[2]) == 3;
}

uint64_t
hd_size_of(hd_unit *u, LLVMTypeRef t)
{
	return LLVMABISizeOfType(u->dl, t);
}

unsigned
hd_align_of(hd_unit *u, LLVMTypeRef t)
{
	return LLVMABIAlignmentOfType(u->dl, t);
}

LLVMTypeRef
hd_byval_type(LLVMValueRef fn, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, param + 1, kind);

	return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

unsigned
hd_byval_align(hd_unit *u, LLVMValueRef fn, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, param + 1, kind);

	return a ? (unsigned)LLVMGetEnumAttributeValue(a)
		 : hd_align_of(u, hd_byval_type(fn, param));
}

bool
hd_is_parameter_struct(LLVMValueRef v)
{
	LLVMValueRef fn;

	if (!LLVMIsAArgument(v))
		return false;
	fn = LLVMGetParamParent(v);
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		if (LLVMGetParam(fn, k) == v)
			return hd_byval_type(fn, k) != NULL;
	return false;
}

static const char *
file_of(LLVMMetadataRef scope)
{
	unsigned n;
	LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;

	return file ? LLVMDIFileGetFilename(file, &n) : NULL;
}

static hd_pos
location(LLVMMetadataRef loc)
{
	return (hd_pos){file_of(LLVMDILocationGetScope(loc)),
			LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc)};
}

hd_pos
hd_position(LLVMValueRef v)
{
	LLVMMetadataRef loc = NULL;

	if (LLVMIsAFunction(v))
		return hd_function_position(v);
	if (LLVMIsAInstruction(v))
		loc = LLVMInstructionGetDebugLoc(v);
	if (!loc) {
		LLVMBasicBlockRef bb =
			LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;

		return bb ? hd_function_position(LLVMGetBasicBlockParent(bb))
			  : (hd_pos){0};
	}
	return (hd_pos){file_of(LLVMDILocationGetScope(loc)),
			LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc)};
}

hd_pos
hd_function_position(LLVMValueRef fn)
{
	LLVMMetadataRef sp = LLVMGetSubprogram(fn);

	return sp ? (hd_pos){file_of(sp), LLVMDISubprogramGetLine(sp), 0} : (hd_pos){0};
}

static bool
is_system_file(const char *file)
{
	return file && (strstr(file, "/__clang_cuda") || strstr(file, "/__heddle") ||
			strstr(file, "/cuda_wrappers/"));
}

static LLVMValueRef
a_caller(LLVMValueRef fn)
{
	hd_each_use (use, fn)
		if (hd_callee(LLVMGetUser(use)) == fn)
			return LLVMGetUser(use);
	return NULL;
}

/* Messages about what a header's inline function does name the line that calls it: the
 * place it was inlined into, or else some call. */
hd_pos
hd_user_position(LLVMValueRef v)
{
	hd_pos pos = hd_position(v);

	for (int depth = 0; is_system_file(pos.file) && depth < 8; depth++) {
		LLVMMetadataRef loc =
			LLVMIsAInstruction(v) ? LLVMInstructionGetDebugLoc(v) : NULL;

		while (loc && is_system_file(pos.file)) {
			loc = LLVMDILocationGetInlinedAt(loc);
			if (loc)
				pos = location(loc);
		}
		if (!is_system_file(pos.file))
			break;
		v = a_caller(LLVMIsAFunction(v) ? v
						: LLVMGetBasicBlockParent(
							  LLVMGetInstructionParent(v)));
		if (!v)
			break;
		pos = hd_position(v);
	}
	return pos;
}

/* LLVM-C cannot read a subprogram's name, so undo the simple part of the mangling, and
 * what versions have behind their names. */
const char *
hd_source_name(LLVMValueRef fn)
{
	static char text[128];
	const char *s = hd_name(fn);
	size_t n = strcspn(s, "."), length;
	char *end;

	if (!strncmp(s, "_Z", 2)) {
		length = strtoul(s + 2 + (s[2] == 'L'), &end, 10);
		if (length && length <= strlen(end)) {
			s = end;
			n = length;
		}
	}
	if (n >= sizeof text)
		return hd_name(fn);
	memcpy(text, s, n);
	text[n] = '\0';
	return text;
}

/* ---- pointers */

static bool
passes_pointer_on(LLVMOpcode o)
{
	return o == LLVMGetElementPtr || o == LLVMBitCast || o == LLVMAddrSpaceCast;
}

LLVMValueRef
hd_pointer_root(LLVMValueRef p)
{
	for (;;) {
		LLVMOpcode o;

		if (LLVMIsAConstantExpr(p))
			o = LLVMGetConstOpcode(p);
		else if (LLVMIsAInstruction(p))
			o = LLVMGetInstructionOpcode(p);
		else
			return p;
		if (!passes_pointer_on(o))
			return o == LLVMAlloca ? p : NULL;
		p = LLVMGetOperand(p, 0);
	}
}

enum { WAYS = 16 }; /* phis and selects looked through */

static bool
is_based_on_shared(LLVMValueRef p, LLVMValueRef *seen, int *n)
{
	LLVMValueRef root = hd_pointer_root(p);
	unsigned first, end;

	if (root)
		return hd_is_shared_variable(root);
	while (LLVMIsAInstruction(p) && passes_pointer_on(LLVMGetInstructionOpcode(p)))
		p = LLVMGetOperand(p, 0);
	if (!hd_is_opcode(p, LLVMPHI) && !hd_is_opcode(p, LLVMSelect))
		return false;
	for (int k = 0; k < *n; k++)
		if (seen[k] == p)
			return true;
	if (*n == WAYS)
		return false;
	seen[(*n)++] = p;
	first = hd_is_opcode(p, LLVMSelect);
	end = (unsigned)LLVMGetNumOperands(p);
	for (unsigned k = first; k < end; k++)
		if (!is_based_on_shared(LLVMGetOperand(p, k), seen, n))
			return false;
	return true;
}

bool
hd_points_to_shared(LLVMValueRef p)
{
	LLVMValueRef seen[WAYS];
	int n = 0;

	return is_based_on_shared(p, seen, &n);
}

/* Is it below 2^bits for sure? */
bool
hd_is_below(LLVMValueRef v, unsigned bits)
{
	if (LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) >> bits == 0;
	if (hd_is_opcode(v, LLVMSelect))
		return hd_is_below(LLVMGetOperand(v, 1), bits) &&
		       hd_is_below(LLVMGetOperand(v, 2), bits);
	if (hd_is_opcode(v, LLVMAnd))
		return LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
		       hd_is_below(LLVMGetOperand(v, 1), bits);
	if (hd_is_opcode(v, LLVMLShr))
		return LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
		       LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) + bits >= 32;
	return hd_is_opcode(v, LLVMZExt) &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) <= bits;
}

LLVMBasicBlockRef
hd_only_predecessor(LLVMBasicBlockRef bb)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
	LLVMValueRef from = use ? LLVMGetUser(use) : NULL;

	return from && LLVMIsATerminatorInst(from) && !LLVMGetNextUse(use)
		       ? LLVMGetInstructionParent(from)
		       : NULL;
}
