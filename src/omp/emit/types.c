/* SPDX-License-Identifier: Apache-2.0 */
/* Printing declarations of variables and of device pointers to them. */
#include "omp/omp.h"

#include <ctype.h>

const hd_type *
hd_omp_scalar_of(const hd_type *t)
{
	while (t->kind == HD_T_ARRAY)
		t = t->elem;
	return t;
}

/* "int x", "double a[4][N]", "const float *p", "int (*q)[3]"; `dims` replaces the
 * extents of an array type. */
char *
hd_omp_declare(hd_arena *a, const hd_type *t, const char *name, const char *dims)
{
	const char *inner = name, *constant;
	const hd_type *outermost = t;

	if (t->kind == HD_T_ARRAY && dims) {
		inner = hd_format(a, "%s%s", inner, dims);
		t = hd_omp_scalar_of(t);
	}
	for (;; t = t->elem) {
		if (t->kind == HD_T_ARRAY)
			inner = t->count < 0
					? hd_format(a, "%s[]", inner)
					: hd_format(a, "%s[%lld]", inner, t->count);
		else if (t->kind == HD_T_POINTER && t->elem->kind == HD_T_FUNC)
			break;
		else if (t->kind == HD_T_POINTER && t->elem->kind == HD_T_ARRAY)
			inner = hd_format(a, "(*%s)", inner);
		else if (t->kind == HD_T_POINTER) /* the outermost may change here */
			inner = hd_format(a, "*%s%s",
					  t != outermost && t->is_const ? "const " : "",
					  inner);
		else
			break;
	}
	constant = t->is_const && !hd_has_prefix(t->name, "const ") ? "const " : "";
	return hd_format(a, "%s%s%s%s", constant, t->name, *inner ? " " : "", inner);
}

/* Extents that kernels in front of the function may use: macros and numbers only. */
static bool
portable_dims(const char *dims)
{
	for (const char *s = dims; *s; s++)
		if (islower((unsigned char)*s))
			return false;
	return true;
}

/* The device pointer to a variable: "float (*name)[N]" for float a[M][N]. */
char *
hd_omp_declare_pointer(hd_arena *a, const hd_decl *d, const char *name)
{
	const hd_type *t = d->type;
	hd_type pointer = {.kind = HD_T_POINTER};
	const char *rest;

	if (t->kind != HD_T_ARRAY) {
		hd_type plain = *t;
		plain.is_const = false;
		pointer.elem = &plain;
		return hd_omp_declare(a, &pointer, name, NULL);
	}
	rest = d->dims && portable_dims(d->dims) ? strchr(d->dims, ']') : NULL;
	if (rest && rest[1] && t->elem->kind == HD_T_ARRAY) {
		hd_type plain = *hd_omp_scalar_of(t);
		plain.is_const = false;
		return hd_omp_declare(a, &plain,
				      hd_format(a, "(*%s)%s", name, rest + 1), NULL);
	}
	hd_type elem = *t->elem;
	elem.is_const = false;
	pointer.elem = &elem;
	return hd_omp_declare(a, &pointer, name, NULL);
}
