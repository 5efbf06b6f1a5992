/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc's options: one table line each. Options that mean nothing on a CPU are taken
 * and skipped; an unknown one is an error. */
#include "take.h"

#define AT(f) offsetof(hd_command, f)

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
		{".ii", HD_CXX},    {".i", HD_C},        {".stub", HD_CXX},
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
	else if (kind_by_name(path, &item.kind) || c->face == HD_AS_LINKER)
		hd_push(c->mem, &c->items, item);
	else
		return hd_command_error(
			"'%s': what kind of file is this? Name it .cu .c .cc .cpp "
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
		return hd_command_error(
			"-x %s: known languages are cu, c++, c and none", arg);
	return true;
}

/* ---- single options */

static void
add_link_word(hd_command *c, const char *text)
{
	hd_item item = {HD_WORD, text};

	hd_push(c->mem, &c->items, item);
}

static bool
take_link_word(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	add_link_word(c, hd_format(c->mem, "%s%s", o->name, arg ? arg : ""));
	return true;
}

static bool
take_link_list(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	const char *part;

	while ((part = hd_next_in_list(c->mem, &arg)))
		add_link_word(c, hd_format(c->mem, "%s%s", o->name, part));
	return true;
}

static bool
take_linker_options(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	hd_strings words = {0};

	hd_split_words(c->mem, &words, arg, true);
	for (size_t i = 0; i < words.n; i++) {
		add_link_word(c, o->name);
		add_link_word(c, words.at[i]);
	}
	return true;
}

static bool
take_linker_z(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	add_link_word(c, o->name);
	add_link_word(c, arg);
	return true;
}

static bool
take_mode(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)arg;
	if (o->value > c->mode)
		c->mode = o->value;
	return true;
}

static bool
take_check(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o, (void)arg;
	c->check = 1;
	if (c->mode < HD_TO_OBJECT)
		c->mode = HD_TO_OBJECT;
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
take_device_mode(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)arg;
	c->mode = HD_TO_DEVICE;
	c->device_suffix = hd_format(c->mem, ".%s", o->name + 1);
	return true;
}

static bool
refuse_format(void *into, const hd_option *o, const char *arg)
{
	(void)into, (void)arg;
	return hd_command_error(
		"%s: this format is NVIDIA's own and means nothing on a CPU; "
		"-ptx, -cubin and -fatbin make what cuModuleLoad loads",
		o->name);
}

/* -dc, -dw */
static bool
take_device_object(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)arg;
	c->separate = o->value;
	if (c->mode < HD_TO_OBJECT)
		c->mode = HD_TO_OBJECT;
	return true;
}

static bool
take_run_args(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	(void)o;
	hd_split_words(c->mem, &c->run_args, arg, true);
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
take_truth(void *into, const hd_option *o, const char *arg)
{
	return hd_read_truth(o, arg, (int *)((char *)into + o->field));
}

static bool
check_truth(void *into, const hd_option *o, const char *arg)
{
	(void)into;
	return hd_read_truth(o, arg, &(int){0});
}

static bool
take_threads(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	if (*arg && !arg[strspn(arg, "0123456789")] && strlen(arg) < 5) {
		c->threads = atoi(arg);
		return true;
	}
	hd_error_at((hd_pos){0}, "unknown option '%s%s'; %s takes a number", o->name,
		    arg, o->name);
	return false;
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

static bool
take_unknown(void *into, const hd_option *o, const char *word)
{
	hd_command *c = into;

	(void)o;
	hd_push(c->mem, &c->unknown, word);
	return true;
}

/* ---- the table */

#define SET(f, v)        HD_SET, AT(f), v, NULL
#define TEXT(f)          HD_TEXT, AT(f), 0, NULL
#define ADD(f)           HD_ADD, AT(f), 0, NULL
#define LIST(f)          HD_LIST, AT(f), 0, NULL
#define CALL(fn)         HD_CALL, 0, 0, fn
#define CALL_WITH(fn, v) HD_CALL, 0, v, fn
#define MODE(m)          HD_CALL, 0, m, take_mode
#define TRUE(f)          HD_CALL, AT(f), 0, take_bool
#define TRUTH(f)         HD_CALL, AT(f), 0, take_truth
#define SKIP             HD_SKIP, 0, 0, NULL

#define O(name, form, ...)      {name, HD_##form, __VA_ARGS__},
#define SAME(name, form, other) {name, HD_##form, HD_SAME, 0, 0, NULL, NULL, other},
#define NONE(name, form)        {name, HD_##form, SKIP, NULL, NULL},

static const hd_option options[] = {
#include "options.def"
};

const hd_option_table hd_hdcc_options = {options, HD_COUNT(options), take_file,
					 take_unknown};

static enum hd_face
face_by_name(const char *program)
{
	const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;

	if (strcmp(name, "nvcc") == 0)
		return HD_AS_NVCC;
	return strcmp(name, "heddle-link") == 0 ? HD_AS_LINKER : HD_AS_HDCC;
}

/* Unknown options are errors unless another program is to get them. */
static bool
place_unknown(hd_command *c)
{
	for (size_t i = 0; i < c->unknown.n; i++)
		if (c->face == HD_AS_LINKER || c->forward == 2)
			add_link_word(c, c->unknown.at[i]);
		else if (c->forward)
			hd_push(c->mem, &c->host, c->unknown.at[i]);
		else
			hd_unknown_option(&hd_hdcc_options, c->unknown.at[i]);
	return !hd_error_count();
}

/* "native" says nothing of the processors of another kind. */
static bool
check_native(const hd_command *c)
{
	const char *here = hd_host_triple(), *triple = c->job.triple;

	if (!triple || !c->job.cpu || strcmp(c->job.cpu, "native") != 0 ||
	    strncmp(triple, here, strcspn(here, "-") + 1) == 0)
		return true;
	return hd_command_error(
		"-march=native is the processor of this machine, and %s",
		hd_format(c->mem,
			  "the program is for --target=%s: name a processor there, "
			  "such as -march=%s",
			  triple,
			  hd_has_prefix(triple, "x86") ? "x86-64-v3" : "neoverse-n1"));
}

/* Who does not optimise, or wants to see what becomes of kernels, gets all of it now. */
static enum hd_tier
choose_tier(const hd_command *c)
{
	const hd_run_options *run = &c->job.run;
	bool looks = c->job.remarks || c->job.remarks_missed || c->mode == HD_TO_ASM ||
		     c->emit_llvm || run->dump || run->skip || run->only ||
		     run->stop_after || run->start_after;

	return c->job.opt_level < 1 || c->job.debug_device || looks
		       ? HD_TIER_AHEAD
		       : (enum hd_tier)c->tier;
}

bool
hd_read_command(hd_command *c, int argc, char **argv)
{
	hd_strings words = {0};

	c->face = face_by_name(argv[0]);
	c->job.opt_level = c->threads = -1;
	if (!hd_expand_words(c->mem, &words, argc - 1, argv + 1) ||
	    !hd_parse_options(&hd_hdcc_options, c->mem, c, (int)words.n,
			      (char **)words.at) ||
	    !place_unknown(c) || !check_native(c))
		return false;
	if (c->job.opt_level < 0) {
		c->job.opt_level = c->job.debug_device ? 0 : 2;
		c->opt = c->job.debug_device ? "-O0" : "-O2";
	}
	c->job.tier = choose_tier(c);
	return true;
}
