/* SPDX-License-Identifier: Apache-2.0 */
/* -Werror is said to a compiler whose warnings are gcc's: those that only clang has stay
 * warnings. */
#include "drive.h"

static const char *const clangs_own[] = {
	"absolute-value",
	"abstract-final-class",
	"ambiguous-reversed-operator",
	"anon-enum-enum-conversion",
	"bitfield-constant-conversion",
	"bitwise-instead-of-logical",
	"braced-scalar-init",
	"c11-extensions",
	"c++20-designator",
	"c++20-extensions",
	"c++23-extensions",
	"c99-designator",
	"c99-extensions",
	"constant-conversion",
	"constant-logical-operand",
	"cuda-compat",
	"dangling-gsl",
	"defaulted-function-deleted",
	"delete-abstract-non-virtual-dtor",
	"deprecated-builtins",
	"deprecated-non-prototype",
	"deprecated-this-capture",
	"final-dtor-non-final-class",
	"for-loop-analysis",
	"format-security",
	"fortify-source",
	"gnu-designator",
	"gnu-folding-constant",
	"ignored-reference-qualifiers",
	"implicit-const-int-float-conversion",
	"implicit-exception-spec-mismatch",
	"inconsistent-missing-override",
	"instantiation-after-specialization",
	"int-to-void-pointer-cast",
	"keyword-compat",
	"literal-conversion",
	"literal-range",
	"mismatched-tags",
	"missing-braces",
	"nan-infinity-disabled",
	"nonportable-include-path",
	"null-conversion",
	"nullability-completeness",
	"ordered-compare-function-pointers",
	"overloaded-virtual",
	"parentheses-equality",
	"pass-failed",
	"pointer-bool-conversion",
	"potentially-evaluated-expression",
	"pragma-once-outside-header",
	"reinterpret-base-class",
	"reorder-init-list",
	"return-type-c-linkage",
	"self-assign",
	"self-assign-field",
	"self-assign-overloaded",
	"sometimes-uninitialized",
	"static-local-in-inline",
	"string-compare",
	"string-plus-char",
	"string-plus-int",
	"tautological-bitwise-compare",
	"tautological-constant-compare",
	"tautological-constant-out-of-range-compare",
	"tautological-negation-compare",
	"tautological-overlap-compare",
	"tautological-pointer-compare",
	"tautological-undefined-compare",
	"undefined-bool-conversion",
	"undefined-inline",
	"undefined-internal",
	"undefined-var-template",
	"unevaluated-expression",
	"uninitialized-const-reference",
	"unknown-attributes",
	"unneeded-internal-declaration",
	"unqualified-std-cast-call",
	"unsupported-floating-point-opt",
	"unused-comparison",
	"unused-const-variable",
	"unused-lambda-capture",
	"unused-private-field",
	"user-defined-literals",
	"vexing-parse",
	"vla-cxx-extension",
	"vla-extension",
	"writable-strings",
	"xor-used-as-pow",
};

static bool
has_word(const hd_strings *words, const char *word)
{
	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->at[i], word) == 0)
			return true;
	return false;
}

void
hd_push_clangs_own(hd_command *c, hd_strings *args)
{
	if (!has_word(&c->common, "-Werror") && !has_word(&c->host, "-Werror"))
		return;
	hd_push(c->mem, args, "-Wno-unknown-warning-option"); /* gcc's names */
	for (size_t k = 0; k < HD_COUNT(clangs_own); k++)
		hd_push(c->mem, args,
			hd_format(c->mem, "-Wno-error=%s", clangs_own[k]));
}
