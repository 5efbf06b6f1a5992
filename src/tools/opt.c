/* SPDX-License-Identifier: Apache-2.0 */
/* heddle opt: run kernel passes on one file of IR; what tests/pass is made with. */
#include "tools.h"

#include <unistd.h>

struct opt {
	hd_arena *mem;
	const char *in, *out, *library;
	int help;
	hd_job job;
};

#define AT(f) offsetof(struct opt, f)

static bool
take_file(void *into, const hd_option *o, const char *path)
{
	struct opt *c = into;

	(void)o;
	if (c->in) {
		hd_error_at((hd_pos){0}, "one input at a time: %s, %s", c->in, path);
		return false;
	}
	c->in = path;
	return true;
}

static bool
take_emit(void *into, const hd_option *o, const char *arg)
{
	static const char *const names[] = {
		[HD_EMIT_OBJ] = "obj",
		[HD_EMIT_ASM] = "asm",
		[HD_EMIT_LL] = "ll",
		[HD_EMIT_BC] = "bc",
	};
	struct opt *c = into;

	(void)o;
	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (strcmp(arg, names[i]) == 0) {
			c->job.emit = (enum hd_emit)i;
			return true;
		}
	hd_error_at((hd_pos){0}, "--emit=%s: must be ll, bc, asm or obj", arg);
	return false;
}

/* Nothing that comes after the decisions has to run. */
static bool
take_print(void *into, const hd_option *o, const char *arg)
{
	struct opt *c = into;

	(void)o;
	if (strcmp(arg, "plan") != 0) {
		hd_error_at((hd_pos){0}, "--print=%s: must be plan", arg);
		return false;
	}
	c->job.emit = HD_EMIT_PLAN;
	c->job.run.stop_after = "lower_lanes";
	return true;
}

static bool
take_number(void *into, const hd_option *o, const char *arg)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (!*arg || *end || n < 0 || n > o->value) {
		hd_error_at((hd_pos){0}, "%s%s: must be a number up to %d", o->name,
			    arg, o->value);
		return false;
	}
	*(int *)((char *)into + o->field) = (int)n;
	return true;
}

static bool
take_tier(void *into, const hd_option *o, const char *arg)
{
	struct opt *c = into;

	(void)o;
	if (strcmp(arg, "first") == 0) {
		c->job.tier = HD_TIER_FIRST;
	} else if (hd_has_prefix(arg, "second:")) {
		c->job.tier = HD_TIER_SECOND;
		c->job.kernel = arg + strlen("second:");
	} else {
		hd_error_at((hd_pos){0}, "--tier=%s: must be first or second:KERNEL",
			    arg);
		return false;
	}
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
take_without(void *into, const hd_option *o, const char *arg)
{
	struct opt *c = into;
	const char *now;
	uint64_t bit = hd_trick_bit(arg, &now);

	if (now)
		hd_note_at((hd_pos){0}, HD_RENAMED, o->name, arg, o->name, now);
	if (!bit) {
		hd_error_at((hd_pos){0}, "%s%s: there are%s", o->name, arg,
			    hd_list_tricks(c->mem));
		return false;
	}
	c->job.without |= bit;
	return true;
}

#define TEXT(f)            HD_TEXT, AT(f), 0, NULL
#define NUMBER(f, max)     HD_CALL, AT(f), max, take_number
#define TRUE(f)            HD_CALL, AT(f), 0, take_bool
#define O(name, form, ...) {name, HD_##form, __VA_ARGS__},

/* clang-format off */
static const hd_option options[] = {
	O("-o", EITHER, TEXT(out), "FILE", "the output (standard output)")
	O("--emit", EQUAL, HD_CALL, 0, 0, take_emit, "ll", "or bc, asm, obj")
	O("--print", EQUAL, HD_CALL, 0, 0, take_print, "plan", "what lower_lanes decides")
	O("-O", JOINED, NUMBER(job.opt_level, 3), "0..3", "of the final pipeline")
	O("-G", FLAG, TRUE(job.debug_device), NULL, "kernels stay unoptimised")
	O("--lanes", EQUAL, NUMBER(job.lanes, 32), "N", "threads per lane group")
	O("--tier", EQUAL, HD_CALL, 0, 0, take_tier, "first", "or second:KERNEL; docs/tiers.md")
	O("--target", EQUAL, TEXT(job.triple), "TRIPLE", "(this machine)")
	O("--mcpu", EQUAL, TEXT(job.cpu), "CPU", "(generic)")
	O("--mattr", EQUAL, TEXT(job.features), "+x,-y", "CPU features")
	O("--fast-math", FLAG, TRUE(job.fast_math), NULL, "as hdcc -use_fast_math")
	O("-fno-heddle-", JOINED, HD_CALL, 0, 0, take_without, "NAME", "as with hdcc")
	O("--library", EQUAL, TEXT(library), "FILE", "device library; none: without")
	O("-Rpass=", JOINED, TEXT(job.remarks), "heddle", "remarks")
	O("-Rpass-missed=", JOINED, TEXT(job.remarks_missed), "heddle", "likewise")
	O("--dump", EQUAL, TEXT(job.run.dump), "LIST", "write IR after these, or all")
	O("--dump-dir", EQUAL, TEXT(job.run.dump_dir), "DIR", "where the dumps go")
	O("--skip", EQUAL, TEXT(job.run.skip), "LIST", "leave these passes out")
	O("--only", EQUAL, TEXT(job.run.only), "LIST", "run only these")
	O("--stop-after", EQUAL, TEXT(job.run.stop_after), "PASS", "end there")
	O("--start-after", EQUAL, TEXT(job.run.start_after), "PASS", "begin there")
	O("--fn", EQUAL, TEXT(job.run.fn), "NAME", "only this function")
	O("--time", FLAG, TRUE(job.run.time), NULL, "time each pass")
	O("--paranoid", FLAG, TRUE(job.run.paranoid), NULL, "distrust each pass")
	O("--repro", FLAG, TRUE(job.run.repro), NULL, "how to repeat a failure")
	O("--help", FLAG, HD_SET, AT(help), 1, NULL, NULL, "this list")
};
/* clang-format on */

static const hd_option_table table = {options, HD_COUNT(options), take_file, NULL};

static int
compile(void *arg)
{
	struct opt *c = arg;

	return hd_compile(&c->job) && !hd_error_count() ? 0 : 1;
}

static bool
read_command(struct opt *c, int argc, char **argv)
{
	hd_paths paths = {0};

	if (!hd_parse_options(&table, c->mem, c, argc, argv))
		return false;
	if (c->help)
		return true;
	if (!c->in || access(c->in, R_OK) != 0) {
		hd_error_at((hd_pos){0}, "%s; see heddle opt --help",
			    c->in ? "cannot read the input" : "no input file");
		return false;
	}
	if (!c->library) {
		if (!hd_find_paths(c->mem, &paths, NULL))
			return false;
		c->library = paths.device_lib;
	}
	c->job.library = strcmp(c->library, "none") == 0 ? NULL : c->library;
	c->job.source = c->job.device_ir = c->in;
	return true;
}

int
hd_tool_opt(int argc, char **argv)
{
	hd_arena mem = {0};
	struct opt c = {.mem = &mem, .job = {.emit = HD_EMIT_LL, .opt_level = 2}};
	hd_output out = {0};
	const char *dir;
	int status;

	if (!read_command(&c, argc, argv))
		return 1;
	if (c.help) {
		puts("heddle opt [OPTIONS] in.ll\nOptions:");
		hd_print_options(&table, stdout);
		return 0;
	}
	dir = hd_temp_dir(&mem);
	if (!dir)
		return 1;
	out.temp = c.job.out = hd_format(&mem, "%s/out", dir);
	out.final = c.out ? c.out : "-";
	status = hd_supervise(compile, &c);
	if (status == 0 && !hd_install_output(&out))
		status = 1;
	hd_leave(dir, status);
}
