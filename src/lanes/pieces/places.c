/* SPDX-License-Identifier: Apache-2.0 */
/* Debug information of pieces: places in the source. */
#include "lanes/pieces/pieces.h"

/* So that faults have their lines. */
void
hd_describe_piece(hd_piece *p)
{
	LLVMMetadataRef of = LLVMGetSubprogram(p->c->e->fn), file;
	unsigned line;
	size_t n;
	const char *name = LLVMGetValueName2(p->fn, &n);

	if (!p->c->unit)
		return;
	file = LLVMDIScopeGetFile(of);
	line = LLVMDISubprogramGetLine(of);
	p->scope = LLVMDIBuilderCreateFunction(
		p->c->di, file, name, n, name, n, file, line,
		LLVMDIBuilderCreateSubroutineType(p->c->di, file, NULL, 0,
						  LLVMDIFlagZero),
		true, true, line, LLVMDIFlagArtificial, true);
	LLVMSetSubprogram(p->fn, p->scope);
}

/* As if the kernel were inlined here. */
LLVMMetadataRef
hd_place_in_piece(hd_piece *p, LLVMMetadataRef at)
{
	hd_unit *u = p->c->u;
	uintptr_t *known;
	LLVMMetadataRef outer, made;

	if (!at)
		return LLVMDIBuilderCreateDebugLocation(
			u->c, LLVMDISubprogramGetLine(p->scope), 0, p->scope, NULL);
	known = hd_map_get(&p->where, at);
	if (known)
		return (LLVMMetadataRef)*known;
	outer = hd_place_in_piece(p, LLVMDILocationGetInlinedAt(at));
	made = LLVMDIBuilderCreateDebugLocation(u->c, LLVMDILocationGetLine(at),
						LLVMDILocationGetColumn(at),
						LLVMDILocationGetScope(at), outer);
	*hd_map_put(&u->scratch, &p->where, at) = (uintptr_t)made;
	return made;
}

/* What is said of a loop, without where it begins and ends in the kernel. */
void
hd_forget_places(hd_unit *u, LLVMValueRef end)
{
	unsigned kind = LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9), n, said = 1;
	LLVMValueRef old = LLVMGetMetadata(end, kind), *op;
	LLVMMetadataRef *now, id;

	if (!old)
		return;
	n = LLVMGetMDNodeNumOperands(old);
	op = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n);
	now = HD_NEW_ARRAY(&u->scratch, LLVMMetadataRef, n);
	LLVMGetMDNodeOperands(old, op);
	for (unsigned k = 1; k < n; k++) { /* the first is the node itself */
		LLVMMetadataRef m = LLVMValueAsMetadata(op[k]);

		if (LLVMGetMetadataKind(m) != LLVMDILocationMetadataKind)
			now[said++] = m;
	}
	now[0] = LLVMTemporaryMDNode(u->c, NULL, 0);
	id = LLVMMDNodeInContext2(u->c, now, said);
	LLVMMetadataReplaceAllUsesWith(now[0], id);
	LLVMSetMetadata(end, kind, LLVMMetadataAsValue(u->c, id));
}

void
hd_begin_piece_info(hd_cutting *c)
{
	LLVMMetadataRef sp = LLVMGetSubprogram(c->e->fn);
	static const char by[] = "heddle";

	if (!sp)
		return;
	c->di = LLVMCreateDIBuilderDisallowUnresolved(c->u->m);
	c->unit = LLVMDIBuilderCreateCompileUnit(
		c->di, LLVMDWARFSourceLanguageC_plus_plus_14, LLVMDIScopeGetFile(sp),
		by, strlen(by), true, "", 0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly,
		0, false, false, "", 0, "", 0);
}
