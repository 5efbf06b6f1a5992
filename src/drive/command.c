/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc's options: one table line each. Options that mean nothing on a CPU are taken
 * and skipped; an unknown one is an error. */
#include "drive.h"

#define AT(f) offsetof(hd_command, f)

static bool
error(const char *fmt, const char *what)
{
	hd_str s = {.arena = &(hd_arena){0}};

	hd_str_addf(&s, fmt, what);
	hd_error_at((hd_pos){0}, "%s", s.at);
	hd_arena_free(s.arena);
	return false;
}

/* ---- what becomes of files */

static const struct {
	const char *suffix;
	enum hd_kind kind;
} kinds[] =
	{
		{".cu", HD_CUDA},   {".c", HD_C},        {".cc", HD_CXX},
		{".cpp", HD_CXX},   {".cxx", HD_CXX},    {".C", HD_CXX},
		{".c++", HD_CXX},   {".o", HD_OBJECT},   {".a", HD_OBJECT},
		{".so", HD_OBJECT}, {".obj", HD_OBJECT}, {".lo", HD_OBJECT},
},
  languages[] = {
	  {"cu", HD_CUDA},
	  {"cuda", HD_CUDA},
	  {"c++", HD_CXX},
	  {"c", HD_C},
};

static bool
kind_by_name(const char *path, enum hd_kind *kind)
{
	for (size_t i = 0; i < HD_COUNT(kinds); i++)
		if (hd_has_suffix(path, kinds[i].suffix)) {
			*kind = kinds[i].kind;
			return true;
		}
	*kind = HD_OBJECT; /* libfoo.so.1 */
	return strstr(path, ".so.") != NULL;
}

static bool
kind_by_language(const char *language, enum hd_kind *kind)
{
	for (size_t i = 0; i < HD_COUNT(languages); i++)
		if (strcmp(language, languages[i].suffix) == 0) {
			*kind = languages[i].kind;
			return true;
		}
	return false;
}

static bool
take_file(void *into, const hd_option *o, const char *path)
{
	hd_command *c = into;
	hd_item item = {.text = path};

	(void)o;
	if (c->language && kind_by_language(c->language, &item.kind))
		hd_push(c->mem, &c->items, item);
	else if (kind_by_name(path, &item.kind))
		hd_push(c->mem, &c->items, item);
	else
		return error("'%s': what kind of file is this? Name it .cu .c .cc .cpp "
			     ".cxx .o .a or .so, or say -x cu",
			     path);
	return true;
}

static bool
take_language(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	enum hd_kind kind;

	(void)o;
	c->language = strcmp(arg, "none") == 0 ? NULL : arg;
	if (c->language && !kind_by_language(arg, &kind))
		return error("-x %s: known languages are cu, c++, c and none", arg);
	return true;
}

/* ---- single options */

static bool
take_level(void *into, const hd_option *o, const char *arg)
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
	return error("unknown level '-O%s': there are -O0 to -O3", arg);
}

static bool
take_debug(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	c->debug = strcmp(arg, "0") != 0;
	hd_push(c->mem, &c->host, hd_format(c->mem, "-g%s", arg));
	return true;
}

static bool
take_lanes(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	char *end;
	long n = strtol(arg, &end, 10);

	(void)o;
	if (strcmp(arg, "auto") == 0)
		n = 0;
	else if (*end || n < 1 || n > 32 || (n & (n - 1)))
		return error("-fheddle-lanes=%s: must be auto, 1, 2, 4, 8, 16 or 32",
			     arg);
	c->job.lanes = (int)n;
	return true;
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

/* "native" is for our compiler alone: clang's own idea of it can name instructions
 * that the system has switched off. */
static bool
take_cpu(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	if (strcmp(arg, "native") != 0)
		hd_push(c->mem, &c->host, hd_format(c->mem, "%s%s", o->name, arg));
	if (hd_has_prefix(arg, "armv"))
		c->job.features = arm_features(c->mem, arg);
	else
		c->job.cpu = arg;
	return true;
}

/* -Xcompiler a,b: words for the host compiler. */
static bool
take_host_words(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	while (*arg) {
		size_t n = strcspn(arg, ",");

		if (n)
			hd_push(c->mem, &c->host, hd_strndup(c->mem, arg, n));
		arg += n + (arg[n] == ',');
	}
	return true;
}

static bool
take_link_word(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	hd_item item = {HD_WORD, NULL};

	if (strcmp(o->name, "-Xlinker") == 0) {
		item.text = o->name;
		hd_push(c->mem, &c->items, item);
		item.text = arg;
	} else {
		item.text = hd_format(c->mem, "%s%s", o->name, arg ? arg : "");
	}
	hd_push(c->mem, &c->items, item);
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

static bool
take_feature(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	hd_strings *to = &c->common;

	for (size_t i = 0; i < HD_COUNT(host_only); i++)
		if (hd_has_prefix(arg, host_only[i]))
			to = &c->host;
	hd_push(c->mem, to, hd_format(c->mem, "%s%s", o->name, arg));
	return true;
}

static bool
take_fast_math(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	c->job.fast_math = true;
	hd_push(c->mem, &c->cuda, "-fgpu-approx-transcendentals");
	hd_push(c->mem, &c->cuda, "-D__USE_FAST_MATH__=1");
	return true;
}

static bool
take_fmad(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	bool fuse = strcmp(arg, "true") == 0;

	if (!fuse && strcmp(arg, "false") != 0)
		return error("-fmad=%s: must be true or false", arg);
	(void)o;
	hd_push(c->mem, &c->cuda, fuse ? "-ffp-contract=fast" : "-ffp-contract=off");
	return true;
}

static bool
take_source_mode(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	c->mode = HD_TO_SOURCE;
	c->source_suffix = ".cu.cpp.ii";
	return true;
}

static bool
take_bool(void *into, const hd_option *o, const char *arg)
{
	(void)arg;
	*(bool *)((char *)into + o->field) = true;
	return true;
}

static bool
take_rules_mode(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)arg;
	c->mode = HD_TO_RULES;
	hd_push(c->mem, &c->depend, o->name);
	return true;
}

/* ---- the table */

#define SET(f, v)          HD_SET, AT(f), v, NULL
#define TEXT(f)            HD_TEXT, AT(f), 0, NULL
#define ADD(f)             HD_ADD, AT(f), 0, NULL
#define CALL(fn)           HD_CALL, 0, 0, fn
#define TRUE(f)            HD_CALL, AT(f), 0, take_bool
#define SKIP               HD_SKIP, 0, 0, NULL
#define O(name, form, ...) {name, HD_##form, __VA_ARGS__},

static const hd_option options[] = {
#include "options.def"
};

const hd_option_table hd_hdcc_options = {options, HD_COUNT(options), take_file};

bool
hd_read_command(hd_command *c, int argc, char **argv)
{
	c->job.opt_level = -1;
	if (!hd_parse_options(&hd_hdcc_options, c->mem, c, argc - 1, argv + 1))
		return false;
	if (c->job.opt_level < 0) {
		c->job.opt_level = c->job.debug_device ? 0 : 2;
		c->opt = c->job.debug_device ? "-O0" : "-O2";
	}
	return true;
}
