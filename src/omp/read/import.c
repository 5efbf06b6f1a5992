/* SPDX-License-Identifier: Apache-2.0 */
/* From libclang's cursors to our own tree. Parsed without -fopenmp: with it, clang hides
 * the bodies of all constructs. The second parse, with it, only checks legality. */
#include "omp/read/import.h"

#include <ctype.h>

typedef struct importer {
	hd_prog *p;
	hd_file *f;
	CXFile cxfile;
	hd_decl *fn; /* function being imported */
	hd_node *parent;
	hd_nodes *list;
	CXTranslationUnit tu;
} importer;

static unsigned
offset_of(CXSourceLocation loc, CXFile *file, unsigned *line, unsigned *column)
{
	unsigned at;

	clang_getFileLocation(loc, file, line, column, &at);
	return at;
}

/* A parameter of array type, and what is made of it, is a pointer; libclang says how it was
 * written. */
static void
decay(hd_type *t)
{
	if (t->kind != HD_T_ARRAY)
		return;
	t->kind = HD_T_POINTER;
	t->size = sizeof(void *);
	t->count = -1;
	t->is_const = false; /* which was the elements' */
}

/* An expression whose type libclang says is an array's, but which is a value: a parameter,
 * or arithmetic on one. */
static bool
is_decayed(const hd_node *n)
{
	switch (n->kind) {
	case HD_N_REF:
		return n->decl && n->decl->type->kind == HD_T_POINTER;
	case HD_N_PAREN:
	case HD_N_IMPLICIT:
		return n->n == 1 && n->kid[0]->type->kind == HD_T_POINTER;
	case HD_N_UNARY:
		return n->op != HD_OP_DEREF && n->op != HD_OP_OTHER;
	case HD_N_BINARY:
	case HD_N_ASSIGN:
	case HD_N_COND:
	case HD_N_CALL:
	case HD_N_CAST:
		return true;
	default:
		return false;
	}
}

/* ---- declarations */

static hd_type *
declared_type(hd_prog *p, CXCursor c)
{
	hd_type *t = hd_omp_type_of(p, clang_getCursorType(c));

	if (clang_getCursorKind(c) == CXCursor_ParmDecl)
		decay(t);
	return t;
}

static char *
decl_key(importer *im, CXCursor c)
{
	CXCursor canon = clang_getCanonicalCursor(c);
	CXFile file;
	unsigned at;

	if (clang_getCursorLinkage(c) == CXLinkage_External)
		return hd_omp_take(im->p, clang_getCursorSpelling(c));
	at = offset_of(clang_getCursorLocation(canon), &file, NULL, NULL);
	return hd_format(im->p->mem, "%s:%u",
			 hd_omp_take(im->p, clang_getFileName(file)), at);
}

static enum hd_dkind
decl_kind(CXCursor c)
{
	CXCursor parent = clang_getCursorSemanticParent(c);

	if (clang_getCursorKind(c) == CXCursor_FunctionDecl)
		return HD_D_FUNC;
	if (clang_getCursorKind(c) == CXCursor_ParmDecl)
		return HD_D_PARAM;
	if (clang_getCursorKind(parent) == CXCursor_TranslationUnit)
		return HD_D_GLOBAL;
	return clang_Cursor_getStorageClass(c) == CX_SC_Static ? HD_D_STATIC
							       : HD_D_LOCAL;
}

static hd_decl *
decl_of(importer *im, CXCursor c)
{
	uintptr_t *slot = hd_map_put_str(im->p->mem, &im->p->decl_map, decl_key(im, c));
	hd_decl *d;

	if (*slot)
		return (hd_decl *)*slot;
	d = HD_NEW(im->p->mem, hd_decl);
	*slot = (uintptr_t)d;
	d->name = hd_omp_take(im->p, clang_getCursorSpelling(c));
	d->kind = decl_kind(c);
	d->type = declared_type(im->p, c);
	d->system = clang_Location_isInSystemHeader(clang_getCursorLocation(c));
	d->internal = clang_getCursorLinkage(c) == CXLinkage_Internal;
	d->id = (int)im->p->decls.n;
	d->owner = d->kind == HD_D_GLOBAL || d->kind == HD_D_FUNC ? NULL : im->fn;
	if (d->kind == HD_D_FUNC)
		d->variadic = clang_isFunctionTypeVariadic(clang_getCursorType(c));
	hd_push(im->p->mem, &im->p->decls, d);
	return d;
}

/* ---- nodes */

static const struct {
	enum CXCursorKind from;
	enum hd_nkind to;
} node_kinds[] = {
	{CXCursor_CompoundStmt, HD_N_COMPOUND},
	{CXCursor_ForStmt, HD_N_FOR},
	{CXCursor_WhileStmt, HD_N_WHILE},
	{CXCursor_DoStmt, HD_N_DO},
	{CXCursor_IfStmt, HD_N_IF},
	{CXCursor_SwitchStmt, HD_N_SWITCH},
	{CXCursor_CaseStmt, HD_N_CASE},
	{CXCursor_DefaultStmt, HD_N_DEFAULT},
	{CXCursor_ReturnStmt, HD_N_RETURN},
	{CXCursor_BreakStmt, HD_N_BREAK},
	{CXCursor_ContinueStmt, HD_N_CONTINUE},
	{CXCursor_GotoStmt, HD_N_GOTO},
	{CXCursor_IndirectGotoStmt, HD_N_GOTO},
	{CXCursor_LabelStmt, HD_N_LABEL},
	{CXCursor_NullStmt, HD_N_NULL},
	{CXCursor_DeclStmt, HD_N_DECLSTMT},
	{CXCursor_VarDecl, HD_N_VAR},
	{CXCursor_ParmDecl, HD_N_VAR},
	{CXCursor_FunctionDecl, HD_N_FUNC},
	{CXCursor_CallExpr, HD_N_CALL},
	{CXCursor_DeclRefExpr, HD_N_REF},
	{CXCursor_IntegerLiteral, HD_N_LITERAL},
	{CXCursor_FloatingLiteral, HD_N_LITERAL},
	{CXCursor_CharacterLiteral, HD_N_LITERAL},
	{CXCursor_StringLiteral, HD_N_LITERAL},
	{CXCursor_BinaryOperator, HD_N_BINARY},
	{CXCursor_CompoundAssignOperator, HD_N_ASSIGN},
	{CXCursor_UnaryOperator, HD_N_UNARY},
	{CXCursor_ArraySubscriptExpr, HD_N_INDEX},
	{CXCursor_MemberRefExpr, HD_N_MEMBER},
	{CXCursor_CStyleCastExpr, HD_N_CAST},
	{CXCursor_UnexposedExpr, HD_N_IMPLICIT},
	{CXCursor_ParenExpr, HD_N_PAREN},
	{CXCursor_ConditionalOperator, HD_N_COND},
	{CXCursor_UnaryExpr, HD_N_SIZEOF},
	{CXCursor_InitListExpr, HD_N_INIT},
};

static enum hd_nkind
node_kind(CXCursor c)
{
	for (size_t i = 0; i < HD_COUNT(node_kinds); i++)
		if (node_kinds[i].from == clang_getCursorKind(c))
			return node_kinds[i].to;
	return HD_N_OTHER;
}

static void
set_constant(hd_node *n, CXCursor c)
{
	CXEvalResult e = clang_Cursor_Evaluate(c);

	if (!e)
		return;
	if (clang_EvalResult_getKind(e) == CXEval_Int) {
		n->known = true;
		n->value = clang_EvalResult_getAsLongLong(e);
	}
	clang_EvalResult_dispose(e);
}

static void
set_place(importer *im, hd_node *n, CXCursor c)
{
	CXSourceRange r = clang_getCursorExtent(c);
	CXFile file, spelled;
	unsigned at;

	n->from = offset_of(clang_getRangeStart(r), &file, &n->line, &n->column);
	n->to = offset_of(clang_getRangeEnd(r), NULL, NULL, NULL);
	clang_getSpellingLocation(clang_getRangeStart(r), &spelled, NULL, NULL, &at);
	n->macro = at != n->from || !clang_File_isEqual(file, spelled);
	if (n->macro) { /* an end inside an expansion is the end of the macro's name */
		CXSourceLocation e = clang_getRangeEnd(r);
		unsigned to;
		clang_getExpansionLocation(e, NULL, NULL, NULL, &to);
		n->to = to > n->from ? to : n->from;
		while (n->to < im->f->size &&
		       (isalnum((unsigned char)im->f->text[n->to]) ||
			im->f->text[n->to] == '_'))
			n->to++;
	}
	n->file = im->f;
}

static enum CXChildVisitResult import_kid(CXCursor c, CXCursor parent,
					  CXClientData data);

static void
import_kids(importer *im, hd_node *n, CXCursor c)
{
	hd_nodes list = {0};
	importer sub = *im;

	sub.list = &list;
	sub.parent = n;
	clang_visitChildren(c, import_kid, &sub);
	n->kid = list.at;
	n->n = (unsigned)list.n;
}

/* clang leaves out missing parts of a for: put each where its semicolons say. */
static void
place_for_parts(hd_prog *p, hd_node *n)
{
	hd_node **part = HD_NEW_ARRAY(p->mem, hd_node *, 4);
	const char *s = n->file->text;
	unsigned semi[2] = {0, 0}, found = 0, i = n->from;
	int depth = 0;

	for (; i < n->to && found < 2; i++) {
		depth += s[i] == '(' || s[i] == '[' || s[i] == '{';
		depth -= s[i] == ')' || s[i] == ']' || s[i] == '}';
		if (s[i] == ';' && depth == 1)
			semi[found++] = i;
	}
	for (unsigned k = 0; k + 1 < n->n; k++) {
		hd_node *q = n->kid[k];
		if (found < 2)
			part[k < 3 ? k : 2] = q;
		else
			part[q->from <= semi[0] ? 0 : q->from <= semi[1] ? 1 : 2] = q;
	}
	part[3] = n->n ? n->kid[n->n - 1] : NULL;
	n->kid = part;
	n->n = 4;
}

/* NULL where they are not all written: `a[] = {1, 2}`. */
static char *
extents_text(importer *im, hd_node *n)
{
	const char *s = im->f->text;
	unsigned from, to;
	size_t len = strlen(n->decl->name);

	for (from = n->from; from + len < n->to; from++)
		if (!memcmp(s + from, n->decl->name, len) && s[from + len] == '[' &&
		    !(isalnum((unsigned char)s[from - 1]) || s[from - 1] == '_'))
			break;
	from += (unsigned)len;
	for (to = from; to < n->to && s[to] == '[';)
		while (to < n->to && s[to++] != ']')
			;
	if (to > from && strspn(s + from + 1, " \t\n") + from + 1 < to &&
	    s[from + 1 + strspn(s + from + 1, " \t\n")] != ']')
		return hd_strndup(im->p->mem, s + from, to - from);
	return NULL;
}

/* A constant of a function's own enumeration: kernels have its value. */
static bool
is_local_constant(CXCursor c)
{
	CXCursor d = clang_getCursorReferenced(c);

	return clang_getCursorKind(d) == CXCursor_EnumConstantDecl &&
	       hd_omp_in_function(clang_getCursorSemanticParent(d));
}

struct extents {
	importer *im;
	CXCursor init;
	bool local;
};

static enum CXChildVisitResult
name_local_constant(CXCursor c, CXCursor parent, CXClientData data)
{
	struct extents *x = data;
	CXCursor d = clang_getCursorReferenced(c);
	CXSourceRange r = clang_getCursorExtent(c);
	hd_edit edit = {0};

	(void)parent;
	if (clang_equalCursors(c, x->init))
		return CXChildVisit_Continue;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr || !is_local_constant(c))
		return CXChildVisit_Recurse;
	edit.from = offset_of(clang_getRangeStart(r), NULL, NULL, NULL);
	edit.to = offset_of(clang_getRangeEnd(r), NULL, NULL, NULL);
	edit.text = hd_format(x->im->p->mem, "%lld", clang_getEnumConstantDeclValue(d));
	hd_omp_edit(x->im->p->mem, &x->im->f->base, edit);
	x->local = true;
	return CXChildVisit_Continue;
}

static void
import_var(importer *im, hd_node *n, CXCursor c)
{
	CXCursor init = clang_Cursor_getVarDeclInitializer(c);
	importer sub = *im;
	hd_nodes list = {0};
	struct extents x = {im, init, false};

	n->decl = decl_of(im, c);
	n->type = n->decl->type;
	if (!n->decl->node || clang_isCursorDefinition(c)) {
		n->decl->node = n;
		n->decl->type = n->type = declared_type(im->p, c);
		if (n->type->kind == HD_T_ARRAY)
			n->decl->dims = extents_text(im, n);
		if (n->type->kind == HD_T_ARRAY && n->type->size >= 0)
			clang_visitChildren(c, name_local_constant, &x);
		if (x.local)
			n->decl->dims = NULL;
	}
	if (clang_Cursor_isNull(init))
		return;
	sub.list = &list;
	sub.parent = n;
	import_kid(init, c, &sub);
	n->kid = list.at;
	n->n = (unsigned)list.n;
}

/* Fold integer constants that clang did not give us. */
static void
fold(hd_node *n)
{
	long long a, b;

	if (n->known || !n->n || !n->kid[0] || !n->kid[0]->known)
		return;
	a = n->kid[0]->value;
	if ((n->kind == HD_N_PAREN || n->kind == HD_N_IMPLICIT ||
	     n->kind == HD_N_CAST) &&
	    n->n == 1 && n->type->kind == HD_T_INT) {
		n->known = true;
		n->value = a;
	}
	if (n->kind == HD_N_UNARY && n->op == HD_OP_SUB) {
		n->known = true;
		n->value = -a;
	}
	if (n->kind != HD_N_BINARY || n->n != 2 || !n->kid[1]->known ||
	    n->type->kind != HD_T_INT)
		return;
	b = n->kid[1]->value;
	n->known = true;
	if (n->op == HD_OP_ADD)
		n->value = a + b;
	else if (n->op == HD_OP_SUB)
		n->value = a - b;
	else if (n->op == HD_OP_MUL)
		n->value = a * b;
	else if (n->op == HD_OP_DIV && b)
		n->value = a / b;
	else
		n->known = false;
}

static void
import_details(importer *im, hd_node *n, CXCursor c)
{
	if (n->kind == HD_N_VAR) {
		import_var(im, n, c);
		return;
	}
	if (n->kind == HD_N_REF || n->kind == HD_N_CALL) {
		CXCursor d = clang_getCursorReferenced(c);
		enum CXCursorKind k = clang_getCursorKind(d);
		bool variable = k == CXCursor_VarDecl || k == CXCursor_ParmDecl;
		if ((variable && n->kind == HD_N_REF) || k == CXCursor_FunctionDecl)
			n->decl = decl_of(im, d);
		else if (k == CXCursor_EnumConstantDecl)
			set_constant(n, c);
		if (k == CXCursor_EnumConstantDecl && is_local_constant(c)) {
			n->local = n->known = true;
			n->value = clang_getEnumConstantDeclValue(d);
		}
	}
	if (n->kind == HD_N_LITERAL || n->kind == HD_N_SIZEOF)
		set_constant(n, c);
	import_kids(im, n, c);
	if (n->kind == HD_N_CAST && n->n > 1) { /* others are extents of its type */
		n->kid += n->n - 1;
		n->n = 1;
	}
	if (n->kind == HD_N_BINARY || n->kind == HD_N_ASSIGN || n->kind == HD_N_UNARY)
		hd_omp_set_operator(n, (int)clang_getCursorBinaryOperatorKind(c),
				    (int)clang_getCursorUnaryOperatorKind(c));
	if (n->kind == HD_N_FOR)
		place_for_parts(im->p, n);
	if (is_decayed(n))
		decay(n->type);
	if (n->kind == HD_N_MEMBER && n->n)
		n->arrow = n->kid[0]->type->kind == HD_T_POINTER;
	fold(n);
}

static enum CXChildVisitResult
import_kid(CXCursor c, CXCursor parent, CXClientData data)
{
	importer *im = data;
	hd_node *n;

	(void)parent;
	if (clang_isReference(clang_getCursorKind(c)) ||
	    clang_isAttribute(clang_getCursorKind(c)))
		return CXChildVisit_Continue;
	n = HD_NEW(im->p->mem, hd_node);
	n->kind = node_kind(c);
	n->parent = im->parent;
	n->type = hd_omp_type_of(im->p, clang_getCursorType(c));
	set_place(im, n, c);
	import_details(im, n, c);
	hd_push(im->p->mem, im->list, n);
	return CXChildVisit_Continue;
}

/* ---- file scope */

static void
import_prototype(importer *im, CXCursor c)
{
	for (int i = 0; i < clang_Cursor_getNumArguments(c); i++) {
		CXCursor arg = clang_Cursor_getArgument(c, (unsigned)i);
		hd_node *v = HD_NEW(im->p->mem, hd_node);
		v->kind = HD_N_VAR;
		set_place(im, v, arg);
		v->decl = decl_of(im, arg);
		v->type = v->decl->type;
		hd_push(im->p->mem, &im->p->prototypes, v);
	}
}

static void
import_function(importer *im, CXCursor c)
{
	hd_decl *d = decl_of(im, c);
	hd_node *n = HD_NEW(im->p->mem, hd_node);
	int count = clang_Cursor_getNumArguments(c);

	n->kind = HD_N_FUNC;
	n->decl = d;
	n->type = d->type;
	set_place(im, n, c);
	if (!clang_isCursorDefinition(c)) {
		hd_push(im->p->mem, &im->p->globals, n);
		import_prototype(im, c);
		return;
	}
	im->fn = d;
	d->node = n;
	d->params.n = 0;
	for (int i = 0; i < count; i++) {
		CXCursor arg = clang_Cursor_getArgument(c, (unsigned)i);
		hd_node *v = HD_NEW(im->p->mem, hd_node);
		v->kind = HD_N_VAR;
		v->parent = n;
		set_place(im, v, arg);
		v->decl = decl_of(im, arg);
		v->type = v->decl->type;
		v->decl->node = v;
		hd_push(im->p->mem, &d->params, v->decl);
	}
	import_kids(im, n, c);
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i]->kind == HD_N_COMPOUND)
			d->body = n->kid[i];
	im->fn = NULL;
	hd_push(im->p->mem, &im->p->funcs, n);
}

static enum CXChildVisitResult
import_top(CXCursor c, CXCursor parent, CXClientData data)
{
	importer *im = data;
	CXFile file;

	offset_of(clang_getCursorLocation(c), &file, NULL, NULL);
	if (!file || !clang_File_isEqual(file, im->cxfile))
		return CXChildVisit_Continue;
	if (clang_getCursorKind(c) == CXCursor_FunctionDecl) {
		import_function(im, c);
	} else if (clang_getCursorKind(c) == CXCursor_VarDecl) {
		im->list = &im->p->globals;
		im->parent = NULL;
		import_kid(c, parent, data);
	}
	return CXChildVisit_Continue;
}

bool
hd_omp_import(hd_prog *p, hd_file *f)
{
	CXTranslationUnit tu = hd_omp_parse(p, f, false);
	importer im = {.p = p, .f = f, .tu = tu};

	if (!tu)
		return false;
	im.cxfile = clang_getFile(tu, f->path);
	clang_visitChildren(clang_getTranslationUnitCursor(tu), import_top, &im);
	clang_disposeTranslationUnit(tu);
	return true;
}
