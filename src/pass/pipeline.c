/* SPDX-License-Identifier: Apache-2.0 */
/* The only runner of passes: verifies, dumps, skips, times. Passes do none of this. */
#include "pass/pass.h"

#include <errno.h>
#include <time.h>

#include <llvm-c/Analysis.h>

typedef bool module_fn(hd_unit *u);
typedef bool function_fn(hd_unit *u, LLVMValueRef fn);

static const struct pass {
	const char *name, *what;
	module_fn *on_module;
	function_fn *on_function;
} passes[] = {
#define MODULE_PASS(name, what)   {#name, what, hd_pass_##name, NULL},
#define FUNCTION_PASS(name, what) {#name, what, NULL, hd_pass_##name},
#include "passes.def"
#undef MODULE_PASS
#undef FUNCTION_PASS
};

void
hd_list_passes(FILE *out, bool markdown)
{
	if (markdown)
		fputs("| pass | works on | what it does |\n| --- | --- | --- |\n", out);
	for (size_t k = 0; k < HD_COUNT(passes); k++) {
		const char *on = passes[k].on_module ? "module" : "function";

		if (markdown)
			fprintf(out, "| `%s` | %s | %s |\n", passes[k].name, on,
				passes[k].what);
		else
			fprintf(out, "%2zu  %-22s %s\n", k + 1, passes[k].name,
				passes[k].what);
	}
}

/* Is `name` in a list of names separated by commas? */
static bool
listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = list; s && *s; s += strcspn(s, ","), s += *s == ',')
		if (strcspn(s, ",") == n && memcmp(s, name, n) == 0)
			return true;
	return false;
}

static bool
known(const char *list, const char *option)
{
	for (const char *s = list; s && *s; s += strcspn(s, ","), s += *s == ',') {
		size_t n = strcspn(s, ","), k = 0;

		while (k < HD_COUNT(passes) &&
		       (strlen(passes[k].name) != n || memcmp(s, passes[k].name, n)))
			k++;
		if (k < HD_COUNT(passes) || (n == 3 && memcmp(s, "all", 3) == 0))
			continue;
		hd_error_at((hd_pos){0},
			    "no pass is called '%.*s' (%s); "
			    "'heddle passes' lists them",
			    (int)n, s, option);
		return false;
	}
	return true;
}

static bool
options_are_good(const hd_run_options *o)
{
	return known(o->dump, "dump") && known(o->skip, "skip") &&
	       known(o->only, "only") && known(o->stop_after, "stop-after") &&
	       known(o->start_after, "start-after");
}

static const char *
dump_path(hd_unit *u, const hd_run_options *o, size_t k)
{
	return hd_format(&u->mem, "%s/%02zu-%s.ll", o->dump_dir ? o->dump_dir : ".",
			 k + 1, passes[k].name);
}

static bool
dump(hd_unit *u, const hd_run_options *o, size_t k)
{
	const char *path = dump_path(u, o, k);
	char *why = NULL;

	if (!LLVMPrintModuleToFile(u->m, path, &why))
		return true;
	hd_error_at((hd_pos){path, 0, 0}, "cannot write the dump: %s", why);
	LLVMDisposeMessage(why);
	return false;
}

static void
verify(hd_unit *u, const hd_run_options *o, size_t k)
{
	char *why = NULL;

	if (!LLVMVerifyModule(u->m, LLVMReturnStatusAction, &why)) {
		LLVMDisposeMessage(why);
		return;
	}
	if (o->repro)
		fprintf(stderr,
			"heddle: to repeat: heddle opt --start-after=%s --only=%s "
			"INPUT, where INPUT is the dump of the pass before\n",
			k ? passes[k - 1].name : "", passes[k].name);
	if (o->dump)
		dump(u, o, k);
	hd_bug("the IR is broken after pass %s: %s", passes[k].name, why);
}

static bool
run_function_pass(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	bool changed = false;

	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn) || (o->fn && strcmp(o->fn, hd_name(fn))))
			continue;
		hd_set_activity(p->name, hd_name(fn));
		changed |= p->on_function(u, fn);
	}
	return changed;
}

static bool
run_pass(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	char *before = o->paranoid ? LLVMPrintModuleToString(u->m) : NULL;
	bool changed;

	hd_set_activity(p->name, u->source);
	changed = p->on_module ? p->on_module(u) : run_function_pass(u, o, p);
	hd_set_activity(NULL, NULL);
	hd_arena_reset(&u->scratch);
	if (before) {
		char *after = LLVMPrintModuleToString(u->m);

		if (!changed && strcmp(before, after))
			hd_bug("pass %s changed the module and did not say so",
			       p->name);
		LLVMDisposeMessage(after);
		LLVMDisposeMessage(before);
	}
	return changed;
}

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool
wanted(const hd_run_options *o, size_t k, bool *started)
{
	const char *name = passes[k].name;

	if (!*started) {
		*started = strcmp(o->start_after, name) == 0;
		return false;
	}
	return !listed(o->skip, name) && (!o->only || listed(o->only, name));
}

bool
hd_run_passes(hd_unit *u, const hd_run_options *o)
{
	bool started = !o->start_after || !*o->start_after;

	if (!options_are_good(o))
		return false;
	for (size_t k = 0; k < HD_COUNT(passes); k++) {
		double start = now_ms();

		if (wanted(o, k, &started)) {
			if (run_pass(u, o, &passes[k]) && !hd_error_count())
				verify(u, o, k);
			if (o->time)
				fprintf(stderr, "%8.2f ms  %s\n", now_ms() - start,
					passes[k].name);
		}
		if (hd_error_count())
			return false;
		if (listed(o->dump, "all") || listed(o->dump, passes[k].name))
			if (!dump(u, o, k))
				return false;
		if (o->stop_after && strcmp(o->stop_after, passes[k].name) == 0)
			break;
	}
	return true;
}
