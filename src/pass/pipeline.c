/* SPDX-License-Identifier: Apache-2.0 */
/* The only runner of passes: gates, asks for facts, tidies up, verifies, dumps, skips, times.
 * Passes do none of this. */
#include "pass/facts.h"
#include "pass/pass.h"

#include <errno.h>
#include <time.h>

#include <llvm-c/Analysis.h>

typedef bool module_fn(hd_unit *u);
typedef bool function_fn(hd_unit *u, LLVMValueRef fn);

/* What a pass is for; of the column `where`. -G counts as no optimisation. */
enum {
	ALWAYS = 0,
	NOT_G = 1 << 0,
	O1 = 1 << 1,
	O2 = 1 << 2,
	SEVERAL = 1 << 3, /* not -fheddle-lanes=1 */
	X86 = 1 << 4,
	NOT_X86 = 1 << 5,
	AARCH64 = 1 << 6,
	LINUX = 1 << 7,
	WELL = 1 << 8,       /* not --heddle-quick */
	FIRST_TIER = 1 << 9, /* -fheddle-tier=lazy */
	SECOND_TIER = 1 << 10
};

/* Facts, as the table calls them. */
enum {
#define FACT(name, check, until, what) name = HD_FACT_##name,
#include "pass/facts.def"
#undef FACT
};

/* What is done when it has changed something. */
enum tidy { KEEPS, MARKED, LOOPS, VALUES };

static const struct pass {
	const char *name, *what;
	enum hd_stage stage;
	module_fn *on_module;
	function_fn *on_function;
	unsigned where, needs, gives;
	enum tidy tidy;
	enum hd_trick trick;
} passes[] = {
#define FN_MODULE(name)   hd_pass_##name, NULL
#define FN_FUNCTION(name) NULL, hd_pass_##name
#define PASS(stage, name, on, where, needs, gives, tidy, trick, what)                  \
	{#name, what,  stage, FN_##on(name),   where,                                  \
	 needs, gives, tidy,  HD_TRICK_##trick},
#define KERNELS(...) PASS(HD_STAGE_KERNELS, __VA_ARGS__)
#define UNIT(...)    PASS(HD_STAGE_UNIT, __VA_ARGS__)
#define FINAL(...)   PASS(HD_STAGE_FINAL, __VA_ARGS__)
#include "passes.def"
#undef KERNELS
#undef UNIT
#undef FINAL
};

static const char *const tricks[] = {
#define TRICK(id, name, what) name,
#include "ir/tricks.def"
#undef TRICK
	"",
};

static const char *const stages[] = {"kernels", "unit", "final"};

static void
list_pass(FILE *out, hd_arena *a, const struct pass *p)
{
	fprintf(out, "| `%s` | %s | %s | %s | %s | %s | %s |\n", p->name,
		stages[p->stage], p->on_module ? "module" : "function",
		hd_fact_names(a, p->needs), hd_fact_names(a, p->gives),
		tricks[p->trick], p->what);
}

void
hd_list_passes(FILE *out, bool markdown)
{
	hd_arena a = {0};

	if (markdown)
		fputs("| pass | stage | works on | needs | gives | switch | "
		      "what it does |\n| --- | --- | --- | --- | --- | --- | --- |\n",
		      out);
	for (size_t k = 0; k < HD_COUNT(passes); k++)
		if (markdown)
			list_pass(out, &a, &passes[k]);
		else
			fprintf(out, "%2zu  %-24s %s\n", k + 1, passes[k].name,
				passes[k].what);
	hd_arena_free(&a);
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
		if (!hd_has_body(fn) || (o->fn && strcmp(o->fn, hd_name(fn))) ||
		    (p->where & (O1 | O2) && hd_has_attr(fn, "optnone")))
			continue;
		hd_set_activity(p->name, hd_name(fn));
		changed |= p->on_function(u, fn);
	}
	return changed;
}

static void
tidy_up(hd_unit *u, const struct pass *p)
{
	static const char *const loops = "function(loop-simplify,lcssa)",
				 *const values = "function(mem2reg,dce,lcssa)";

	if (p->tidy == MARKED)
		hd_normalize_changed(u);
	else if (p->tidy != KEEPS)
		hd_run_llvm(u, p->tidy == LOOPS ? loops : values);
}

static bool
run_pass(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	char *before = o->paranoid ? LLVMPrintModuleToString(u->m) : NULL;
	bool changed;

	hd_check(!p->on_module != !p->on_function);
	hd_set_activity(p->name, u->source);
	changed = p->on_module ? p->on_module(u) : run_function_pass(u, o, p);
	if (changed && !hd_error_count())
		tidy_up(u, p);
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

/* ---- what is run, and what holds */

static bool
is_for(const hd_unit *u, const struct pass *p)
{
	const hd_options *o = &u->opt;
	int level = o->debug_device ? 0 : o->opt_level;
	bool x86 = hd_has_prefix(LLVMGetTarget(u->m), "x86_64");

	return !(p->where & NOT_G && o->debug_device) &&
	       !(p->where & O1 && level < 1) && !(p->where & O2 && level < 2) &&
	       !(p->where & SEVERAL && o->lanes == 1) && !(p->where & X86 && !x86) &&
	       !(p->where & NOT_X86 && x86) && !(p->where & WELL && o->quick) &&
	       !(p->where & FIRST_TIER && o->tier != HD_TIER_FIRST) &&
	       !(p->where & SECOND_TIER && o->tier != HD_TIER_SECOND) &&
	       !(p->where & AARCH64 &&
		 !hd_has_prefix(LLVMGetTarget(u->m), "aarch64")) &&
	       !(p->where & LINUX && !strstr(LLVMGetTarget(u->m), "linux")) &&
	       hd_does(u, p->trick);
}

bool
hd_is_partial(const hd_run_options *o)
{
	return o->only || o->stop_after || (o->start_after && *o->start_after);
}

bool
hd_is_watched(const hd_run_options *o)
{
	return hd_is_partial(o) || o->dump || o->skip || o->paranoid || o->time;
}

/* What a pass needs must have been given, unless passes were chosen by hand. */
static void
ask_for_facts(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	unsigned missing = p->needs & ~hd_holding(u->facts);

	if (missing && !hd_is_partial(o))
		hd_bug("pass %s comes before what it needs: %s", p->name,
		       hd_fact_names(&u->mem, missing));
}

static void
distrust_facts(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	const char *wrong;

	if (!o->paranoid || hd_is_partial(o) || o->skip || hd_error_count())
		return;
	wrong = hd_broken_fact(u, hd_holding(u->facts));
	if (wrong)
		hd_bug("after pass %s: %s", p->name, wrong);
	hd_arena_reset(&u->scratch);
}

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool
is_wanted(hd_unit *u, const hd_run_options *o, const struct pass *p)
{
	if (!u->started) {
		u->started = strcmp(o->start_after, p->name) == 0;
		return false;
	}
	return !listed(o->skip, p->name) && (!o->only || listed(o->only, p->name)) &&
	       is_for(u, p);
}

/* The k-th pass, as it should be. False: an error, or no dump could be written. */
static bool
take_turn(hd_unit *u, const hd_run_options *o, size_t k)
{
	const struct pass *p = &passes[k];
	double start = now_ms();

	if (is_wanted(u, o, p)) {
		ask_for_facts(u, o, p);
		if (run_pass(u, o, p) && !hd_error_count())
			verify(u, o, k);
		if (o->time)
			fprintf(stderr, "%8.2f ms  %s\n", now_ms() - start, p->name);
	}
	u->facts |= p->gives;
	hd_check(!(u->facts >> HD_FACTS));
	distrust_facts(u, o, p);
	if (hd_error_count())
		return false;
	if (listed(o->dump, "all") || listed(o->dump, p->name))
		return dump(u, o, k);
	return true;
}

bool
hd_run_passes(hd_unit *u, const hd_run_options *o, enum hd_stage first,
	      enum hd_stage last)
{
	if (!options_are_good(o) || hd_error_count())
		return false;
	if (!o->start_after || !*o->start_after)
		u->started = true;
	for (size_t k = 0; k < HD_COUNT(passes) && !u->stopped; k++) {
		if (passes[k].stage < first || passes[k].stage > last)
			continue;
		if (!take_turn(u, o, k))
			return false;
		u->stopped =
			o->stop_after && strcmp(o->stop_after, passes[k].name) == 0;
	}
	return true;
}
