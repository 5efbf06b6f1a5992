/* SPDX-License-Identifier: Apache-2.0 */
/* Options about language and code: what each does to the command. */
#include "take.h"

bool
hd_command_error(const char *fmt, const char *what)
{
	hd_str s = {.arena = &(hd_arena){0}};

	hd_str_addf(&s, fmt, what);
	hd_error_at((hd_pos){0}, "%s", s.at);
	hd_arena_free(s.arena);
	return false;
}

bool
hd_take_level(void *into, const hd_option *o, const char *arg)
{
	static const struct {
		const char *name;
		int level;
	} levels[] = {{"0", 0}, {"1", 1}, {"2", 2}, {"3", 3},    {"", 1},
		      {"s", 2}, {"z", 2}, {"g", 1}, {"fast", 3}, {"4", 3}};
	hd_command *c = into;

	(void)o;
	for (size_t i = 0; i < HD_COUNT(levels); i++)
		if (strcmp(arg, levels[i].name) == 0) {
			c->job.opt_level = levels[i].level;
			c->opt = hd_format(c->mem, "-O%s", arg);
			return true;
		}
	return hd_command_error("unknown level '-O%s': there are -O0 to -O3", arg);
}

bool
hd_take_debug(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	c->debug = !arg || strcmp(arg, "0") != 0;
	hd_push(c->mem, &c->host, hd_format(c->mem, "-g%s", arg ? arg : ""));
	return true;
}

bool
hd_take_lanes(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	char *end;
	long n = strtol(arg, &end, 10);

	(void)o;
	if (strcmp(arg, "auto") == 0)
		n = 0;
	else if (*end || n < 1 || n > 32 || (n & (n - 1)))
		return hd_command_error(
			"-fheddle-lanes=%s: must be auto, 1, 2, 4, 8, 16 or 32", arg);
	c->job.lanes = (int)n;
	return true;
}

bool
hd_take_tier(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	if (strcmp(arg, "lazy") == 0)
		c->tier = HD_TIER_FIRST;
	else if (strcmp(arg, "ahead") == 0)
		c->tier = HD_TIER_AHEAD;
	else
		return hd_command_error("-fheddle-tier=%s: must be lazy or ahead", arg);
	return true;
}

bool
hd_take_parts(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	char *end;
	long n = strtol(arg, &end, 10);

	(void)o;
	if (*end || n < 1 || n > HD_MAX_PARTS)
		return hd_command_error("--heddle-parts=%s: must be 1 to 8", arg);
	c->job.parts = (int)n;
	return true;
}

/* The last one counts. */
static bool
take_trick(hd_command *c, const hd_option *o, const char *arg, bool with)
{
	const char *now;
	uint64_t bit = hd_trick_bit(arg, &now);

	if (now)
		hd_note_at((hd_pos){0}, HD_RENAMED, o->name, arg, o->name, now);
	if (!bit)
		return hd_command_error("%s",
					hd_format(c->mem, "%s%s: there are%s", o->name,
						  arg, hd_list_tricks(c->mem)));
	c->job.without = with ? c->job.without & ~bit : c->job.without | bit;
	return true;
}

bool
hd_take_without(void *into, const hd_option *o, const char *arg)
{
	return take_trick(into, o, arg, false);
}

bool
hd_take_with(void *into, const hd_option *o, const char *arg)
{
	return take_trick(into, o, arg, true);
}

/* -march=armv8.2-a+sve names an architecture: features for LLVM, not a CPU. */
static const char *
arm_features(hd_arena *a, const char *arg)
{
	hd_str s = {.arena = a};
	const char *p = arg + strlen("arm");

	hd_str_add(&s, "+");
	for (; *p && *p != '+'; p++)
		if (*p != '-')
			hd_str_addc(&s, *p);
	for (; *p; p++) {
		if (*p == '+')
			hd_str_addc(&s, ',');
		hd_str_addc(&s, *p);
	}
	return s.at;
}

/* What this processor has and the system has not switched off, for the host's code; NULL:
 * nothing more than all of them. */
static const char *
native_level(void)
{
#ifdef __x86_64__
	__builtin_cpu_init();
	if (__builtin_cpu_supports("x86-64-v4"))
		return "x86-64-v4";
	if (__builtin_cpu_supports("x86-64-v3"))
		return "x86-64-v3";
	if (__builtin_cpu_supports("x86-64-v2"))
		return "x86-64-v2";
#endif
	return NULL;
}

/* "native" is for our compiler alone: clang's own idea of it can name instructions
 * that the system has switched off. */
bool
hd_take_cpu(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	bool native = strcmp(arg, "native") == 0;
	const char *host = native ? native_level() : arg;

	if (host)
		hd_push(c->mem, &c->host,
			hd_format(c->mem, "%s%s", native ? "-march=" : o->name, host));
	if (hd_has_prefix(arg, "armv"))
		c->job.features = arm_features(c->mem, arg);
	else
		c->job.cpu = arg;
	return true;
}

bool
hd_take_target(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	if (!hd_has_prefix(arg, "x86_64-") && !hd_has_prefix(arg, "aarch64-"))
		return hd_command_error("--target=%s: there are x86_64-linux-gnu and "
					"aarch64-linux-gnu",
					arg);
	c->job.triple = arg;
	hd_push(c->mem, &c->common, hd_format(c->mem, "--target=%s", arg));
	return true;
}

bool
hd_take_versions(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	for (const char *s = arg; *s && strcmp(arg, "none") != 0;) {
		size_t n = strcspn(s, ",");

		if (n != strlen("x86-64-vN") || !hd_has_prefix(s, "x86-64-v") ||
		    s[n - 1] < '2' || s[n - 1] > '4')
			return hd_command_error(
				"-fheddle-versions=%s: must be none, or "
				"of x86-64-v2, x86-64-v3, x86-64-v4, "
				"with commas between",
				arg);
		s += n + (s[n] == ',');
	}
	c->job.versions = arg;
	return true;
}

/* Host flags that say nothing about the language: device code must not see them. */
static const char *const host_only[] = {
	"openmp",
	"PIC",
	"pic",
	"PIE",
	"pie",
	"sanitize",
	"profile",
	"coverage",
	"stack-",
	"no-stack-",
	"cf-protection",
	"lto",
	"use-ld",
	"omit-frame-pointer",
	"no-omit-frame-pointer",
	"visibility",
	"fast-math",
	"unroll",
	"split",
	"function-sections",
	"data-sections",
	"no-plt",
	"no-semantic-interposition",
	"no-math-errno",
	"trapping-math",
	"no-trapping-math",
	"tree-",
};

/* They have to see all code that the program runs, or need passes of clang's own pipeline. */
bool
hd_check_sanitizers(const char *word)
{
	static const char *const refused[] = {"memory",   "hwaddress", "dataflow",
					      "memtag",   "fuzzer",    "safe-stack",
					      "realtime", "numerical", "type"};
	const char *list = word + strlen("-fsanitize=");

	if (!hd_has_prefix(word, "-fsanitize="))
		return true;
	for (size_t n; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		for (size_t k = 0; k < HD_COUNT(refused); k++)
			if (strncmp(list, refused[k], strlen(refused[k])) == 0) {
				hd_error_at((hd_pos){0},
					    "-fsanitize=%.*s would find nothing: host "
					    "code can have address, leak, thread and "
					    "undefined",
					    (int)n, list);
				return false;
			}
	}
	return true;
}

bool
hd_take_feature(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	hd_strings *to = &c->common;
	const char *word = hd_format(c->mem, "%s%s", o->name, arg);

	for (size_t i = 0; i < HD_COUNT(host_only); i++)
		if (hd_has_prefix(arg, host_only[i]))
			to = &c->host;
	hd_push(c->mem, to, word);
	return hd_check_sanitizers(word);
}

bool
hd_take_fast_math(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	c->job.fast_math = true;
	hd_push(c->mem, &c->cuda, "-fgpu-approx-transcendentals");
	hd_push(c->mem, &c->cuda, "-D__USE_FAST_MATH__=1");
	return true;
}

bool
hd_read_truth(const hd_option *o, const char *arg, int *to)
{
	*to = strcmp(arg, "true") == 0;
	if (!*to && strcmp(arg, "false") != 0) {
		hd_error_at((hd_pos){0}, "%s=%s: must be true or false", o->name, arg);
		return false;
	}
	return true;
}

bool
hd_take_fmad(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	int fuse;

	if (!hd_read_truth(o, arg, &fuse))
		return false;
	hd_push(c->mem, &c->cuda, fuse ? "-ffp-contract=fast" : "-ffp-contract=off");
	return true;
}

/* 64: every program here is one. Other words (-msse4) are the host compiler's. */
bool
hd_take_machine(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	if (strcmp(arg, "32") == 0)
		return hd_command_error("%s32: CUDA has no 32-bit programs any more",
					o->name);
	if (strcmp(arg, "64") != 0)
		hd_push(c->mem, &c->host, hd_format(c->mem, "%s%s", o->name, arg));
	return true;
}

bool
hd_take_lambdas(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	hd_push(c->mem, &c->cuda, "-D__CUDACC_EXTENDED_LAMBDA__=1");
	return true;
}

bool
hd_take_constexpr(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	hd_push(c->mem, &c->cuda, "-D__CUDACC_RELAXED_CONSTEXPR__=1");
	return true;
}

bool
hd_take_no_exceptions(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	hd_push(c->mem, &c->host, "-fno-exceptions");
	return true;
}

bool
hd_take_default_stream(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	if (strcmp(arg, "per-thread") == 0)
		hd_push(c->mem, &c->cuda, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
	else if (strcmp(arg, "legacy") != 0 && strcmp(arg, "null") != 0)
		return hd_command_error(
			"-default-stream %s: must be legacy, null or per-thread", arg);
	return true;
}

/* --ftemplate-depth 9 -> -ftemplate-depth=9 */
bool
hd_take_limit(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	hd_push(c->mem, &c->common, hd_format(c->mem, "%s=%s", o->name + 1, arg));
	return true;
}

/* Warnings of nvcc that clang does not have. */
static bool
is_foreign_warning(const char *name)
{
	static const char *const names[] = {
		"default-stream-launch",     "missing-launch-bounds",
		"ext-lambda-captures-this",  "cross-execution-space-call",
		"no-deprecated-gpu-targets", "deprecated-gpu-targets",
	};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

bool
hd_take_warning(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	const char *kind;

	if (is_foreign_warning(arg))
		return true;
	if (!hd_has_prefix(arg, "error=")) {
		hd_push(c->mem, &c->common, hd_format(c->mem, "%s%s", o->name, arg));
		return true;
	}
	arg += strlen("error=");
	while ((kind = hd_next_in_list(c->mem, &arg))) {
		if (strcmp(kind, "all-warnings") == 0)
			hd_push(c->mem, &c->common, "-Werror");
		else if (!is_foreign_warning(kind))
			hd_push(c->mem, &c->common,
				hd_format(c->mem, "-Werror=%s", kind));
	}
	return true;
}
