/* SPDX-License-Identifier: Apache-2.0 */
/* Running clang on a file, and passing on what it has to say. */
#include "omp/read/import.h"

static bool
report(hd_prog *p, hd_file *f, CXTranslationUnit tu)
{
	bool bad = false;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		CXFile file;
		unsigned at;
		char *text = hd_omp_take(p, clang_getDiagnosticSpelling(d));
		clang_getFileLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL,
				      &at);
		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
			bad = true;
			if (file &&
			    !strcmp(hd_omp_take(p, clang_getFileName(file)), f->path))
				hd_omp_error(f, at,
					     "%s; the program must compile as C "
					     "with OpenMP first",
					     text);
			else
				hd_error_at((hd_pos){f->path, 0, 0}, "%s", text);
		}
		clang_disposeDiagnostic(d);
	}
	return !bad;
}

/* A translation unit of clang without errors, or NULL after messages. */
void *
hd_omp_parse(hd_prog *p, hd_file *f, bool openmp)
{
	CXIndex index = clang_createIndex(0, 0);
	struct CXUnsavedFile text = {f->path, f->text, f->size};
	hd_strings args = {0};
	CXTranslationUnit tu = NULL;

	hd_push(p->mem, &args, "-Wno-everything");
	hd_push(p->mem, &args, "-xc");
	if (openmp)
		hd_push(p->mem, &args, "-fopenmp");
	for (size_t i = 0; i < p->clang_args.n; i++)
		hd_push(p->mem, &args, p->clang_args.at[i]);
	if (clang_parseTranslationUnit2(index, f->path, args.at, (int)args.n, &text, 1,
					0, &tu)) {
		hd_error_at((hd_pos){f->path, 0, 0}, "clang could not read this file");
		return NULL;
	}
	if (!report(p, f, tu)) {
		clang_disposeTranslationUnit(tu);
		return NULL;
	}
	return tu;
}

bool
hd_omp_check_legal(hd_prog *p, hd_file *f)
{
	CXTranslationUnit tu = hd_omp_parse(p, f, true);

	if (tu)
		clang_disposeTranslationUnit(tu);
	return tu != NULL;
}
