/* SPDX-License-Identifier: Apache-2.0 */
/* heddle gpufirst: an OpenMP C program, main included, for a GPU. clang makes host IR
 * of every source; src/gpufirst makes PTX, landing pads and a copy for the CPU of all;
 * clang links them with the loader. */
#include "tools.h"

#include "gpufirst/gpufirst.h"

#include <unistd.h>

struct gpufirst {
	hd_arena *mem;
	hd_strings sources, clang, link, profiles;
	const char *out, *opt, *dir, *allocator, *memory, *ptx, *sanitize, *target;
	int help, verbose, compare, launch;
	int emulate, profile, remarks, check, cxx;
	hd_paths paths;
	hd_gf_options o;
	hd_gf_calls calls;
};

#define AT(f) offsetof(struct gpufirst, f)

static bool
take_word(void *into, const hd_option *o, const char *word)
{
	struct gpufirst *c = into;

	(void)o;
	if (c->compare) {
		hd_push(c->mem, &c->profiles, word);
		return true;
	}
	if (hd_has_suffix(word, ".c") || hd_has_suffix(word, ".cpp") ||
	    hd_has_suffix(word, ".cc") || hd_has_suffix(word, ".cxx")) {
		c->cxx |= !hd_has_suffix(word, ".c");
		hd_push(c->mem, &c->sources, word);
		return true;
	}
	if (hd_has_suffix(word, ".a") || hd_has_suffix(word, ".so") ||
	    hd_has_suffix(word, ".o")) {
		hd_push(c->mem, &c->link, word);
		return true;
	}
	hd_error_at((hd_pos){0}, "%s: neither a C source nor a library", word);
	return false;
}

#define TEXT(f)            HD_TEXT, AT(f), 0, NULL
#define ON(f)              HD_SET, AT(f), 1, NULL
#define ADD(f)             HD_ADD, AT(f), 0, NULL
#define O(name, form, ...) {name, HD_##form, __VA_ARGS__},

/* clang-format off */
static const hd_option options[] = {
	O("-o", EITHER, TEXT(out), "FILE", "the program (a.out)")
	O("--emulate", FLAG, ON(emulate), NULL, "emulate the GPU: blocks are CPU threads")
	O("--compare", FLAG, ON(compare), NULL, "two profiles, of the GPU and of the CPU")
	O("--cpu", FLAG, ON(launch), NULL, "first: run a built program on the CPU")
	O("--gpu", FLAG, ON(launch), NULL, "first: run a built program on the GPU")
	O("--memory", EQUAL, TEXT(memory), "unified", "or copy: the host sees copies")
	O("--allocator", EQUAL, TEXT(allocator), "generic", "or balanced[N,M]")
	O("--profile", FLAG, ON(profile), NULL, "print times when the program ends")
	O("--check", FLAG, ON(check), NULL, "report faults with their line; slower")
	O("--remarks", FLAG, ON(remarks), NULL, "say how parallel regions run")
	O("--arch", EQUAL, TEXT(o.arch), "sm_70", "the oldest GPU that must run it")
	O("--target", EQUAL, TEXT(target), "TRIPLE", "the host (this machine)")
	O("--ptx", EQUAL, TEXT(ptx), "FILE", "keep the PTX")
	O("--sanitize", EQUAL, TEXT(sanitize), "thread", "look for races (emulated)")
	O("--dump-dir", EQUAL, TEXT(o.dump), "DIR", "write LLVM IR there")
	O("-O", JOINED, TEXT(opt), "0..3", "optimisation level (2)")
	O("-I", EITHER, ADD(clang), "DIR", "for clang")
	O("-D", EITHER, ADD(clang), "NAME", "for clang")
	O("-U", EITHER, ADD(clang), "NAME", "for clang")
	O("-std", EQUAL, ADD(clang), "c11", "for clang")
	O("-include", APART, ADD(clang), "FILE", "for clang")
	O("-W", JOINED, ADD(clang), "...", "for clang")
	O("-w", FLAG, ADD(clang), NULL, "for clang")
	O("-f", JOINED, ADD(clang), "...", "for clang")
	O("-g", JOINED, HD_SKIP, 0, 0, NULL, "", "lines are always kept")
	O("-l", EITHER, ADD(link), "LIB", "a library of the host")
	O("-L", EITHER, ADD(link), "DIR", "where libraries are")
	O("-v", FLAG, ON(verbose), NULL, "show the commands")
	O("--help", FLAG, ON(help), NULL, "this list")
};
/* clang-format on */

static const hd_option_table table = {
	.at = options, .n = HD_COUNT(options), .word = take_word};

/* ---- the command */

static bool
read_allocator(struct gpufirst *c)
{
	const char *s = c->allocator;
	unsigned n, m, share = 50;
	int end = 0;

	if (!s || strcmp(s, "generic") == 0)
		return true;
	if (strcmp(s, "balanced") == 0)
		s = "balanced[32,16]";
	if (sscanf(s, "balanced[%u,%u]%n", &n, &m, &end) != 2 || !end)
		sscanf(s, "balanced[%u,%u,%u]%n", &n, &m, &share, &end);
	if (end && !s[end] && n && m && n <= 1024 && m <= 4096 && n * m <= 8192 &&
	    share > 0 && share < 100) {
		c->o.first_share = share;
		c->o.balance_threads = n;
		c->o.balance_teams = m;
		return true;
	}
	hd_error_at((hd_pos){0},
		    "--allocator=%s: must be generic, balanced, balanced[N,M] or "
		    "balanced[N,M,P] with at most 8192 chunks and P from 1 to 99",
		    c->allocator);
	return false;
}

static bool
read_choices(struct gpufirst *c)
{
	const char *a = c->o.arch;
	int level = c->opt ? c->opt[0] - '0' : 2;

	if (c->opt && (level < 0 || level > 3 || c->opt[1])) {
		hd_error_at((hd_pos){0}, "-O%s: must be 0 to 3", c->opt);
		return false;
	}
	if (a && (!hd_has_prefix(a, "sm_") || atoi(a + 3) < 70)) {
		hd_error_at((hd_pos){0},
			    "--arch=%s: must be sm_70 or newer: threads of "
			    "a warp must be able to wait for each other",
			    a);
		return false;
	}
	if (c->memory && strcmp(c->memory, "unified") && strcmp(c->memory, "copy")) {
		hd_error_at((hd_pos){0}, "--memory=%s: must be unified or copy",
			    c->memory);
		return false;
	}
	if (c->sanitize && (strcmp(c->sanitize, "thread") || !c->emulate)) {
		hd_error_at((hd_pos){0},
			    "--sanitize=%s: must be thread, together with "
			    "--emulate",
			    c->sanitize);
		return false;
	}
	c->o.arch = a ? a : "sm_70";
	c->o.opt_level = level;
	c->o.copy = c->memory && strcmp(c->memory, "copy") == 0;
	c->o.emulate = c->emulate;
	c->o.profile = c->profile;
	c->o.remarks = c->remarks;
	c->o.check = c->check;
	c->o.tsan = c->sanitize != NULL;
	return read_allocator(c);
}

static bool
check_sources(struct gpufirst *c)
{
	if (!c->sources.n) {
		hd_error_at((hd_pos){0}, "no source; see heddle gpufirst --help");
		return false;
	}
	for (size_t i = 0; i < c->sources.n; i++)
		if (access(c->sources.at[i], R_OK) != 0) {
			hd_error_at((hd_pos){0}, "cannot read %s", c->sources.at[i]);
			return false;
		}
	return true;
}

/* ---- the work */

static bool
run_clang(struct gpufirst *c, const char *source, const char *out)
{
	static const char *const flags[] = {
		"-fopenmp",
		"-fnoopenmp-use-tls",
		"-O2",
		"-Xclang",
		"-disable-llvm-passes",
		"-fno-discard-value-names",
		"-fno-builtin",
		"-D__NO_INLINE__",
		"-U_FORTIFY_SOURCE",
		"-fno-stack-protector",
		"-ffp-contract=off",
		"-fno-math-errno",
		"-fno-exceptions",
		"-fno-asynchronous-unwind-tables",
		"-gline-tables-only",
		"-emit-llvm",
		"-c",
	};
	bool cxx = !hd_has_suffix(source, ".c");
	hd_strings args = {0};

	hd_push(c->mem, &args, cxx ? c->paths.clangxx : c->paths.clang);
	for (size_t i = 0; i < HD_COUNT(flags); i++)
		hd_push(c->mem, &args, flags[i]);
	if (cxx)
		hd_push(c->mem, &args, "-fno-rtti");
	if (c->target)
		hd_push(c->mem, &args, hd_format(c->mem, "--target=%s", c->target));
	for (size_t i = 0; i < c->clang.n; i++)
		hd_push(c->mem, &args, c->clang.at[i]);
	hd_push(c->mem, &args, source);
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, out);
	return hd_run(&args, c->verbose) == 0;
}

/* Our own files for the host: this machine's, or those of another processor. */
static const char *
own_file(struct gpufirst *c, const char *stem, const char *suffix)
{
	int n = c->target ? (int)strcspn(c->target, "-") : 0;

	return hd_format(c->mem, "%s/heddle/%s%s%.*s%s", c->paths.lib, stem,
			 n ? "-" : "", n, c->target ? c->target : "", suffix);
}

/* Parts for another processor are made when they are needed. */
static bool
has_parts(struct gpufirst *c)
{
	const char *file = own_file(c, "gpufirst-host", ".bc");
	int n = c->target ? (int)strcspn(c->target, "-") : 0;

	if (!c->target || access(file, R_OK) == 0)
		return true;
	hd_error_at((hd_pos){0},
		    "--target=%s: Heddle has no parts for %.*s, as there is no %s; "
		    "'make gpufirst-%.*s' in Heddle's sources makes them",
		    c->target, n, c->target, file, n, c->target);
	return false;
}

/* Says what the linker did not find, and where the program calls it. */
static void
complain_missing(struct gpufirst *c, const char *name, size_t n)
{
	hd_pos at = {0};

	for (size_t i = 0; i < c->calls.n; i++)
		if (strlen(c->calls.at[i].name) == n &&
		    memcmp(c->calls.at[i].name, name, n) == 0) {
			at = c->calls.at[i].at;
			c->calls.at[i].name = ""; /* once */
			break;
		}
	if (at.file)
		hd_error_at(at,
			    "'%.*s' is defined neither in the program nor in a library "
			    "of the host that is named; add its source, or its library "
			    "with -l",
			    (int)n, name);
}

/* The linker's own words would help authors of the libraries only; the rest is ours. */
static void
explain_link(struct gpufirst *c, const char *log)
{
	static const char *const says[] = {"undefined reference to `",
					   "undefined symbol: "};
	int before = hd_error_count();

	for (size_t i = 0; i < HD_COUNT(says); i++)
		for (const char *p = log; (p = strstr(p, says[i]));) {
			p += strlen(says[i]);
			complain_missing(c, p, strcspn(p, "'\n"));
		}
	if (hd_error_count() != before && !c->verbose)
		return;
	fputs(log, stderr);
	hd_error_at((hd_pos){0}, "linking failed");
}

static bool
link_program(struct gpufirst *c, const char *out)
{
	hd_strings args = {0};
	const char *log, *text,
		*library = c->o.tsan ? "libheddle-gpufirst-tsan" : "libheddle-gpufirst";

	pid_t pid;
	int status;

	hd_push(c->mem, &args, c->cxx ? c->paths.clangxx : c->paths.clang);
	if (c->target)
		hd_push(c->mem, &args, hd_format(c->mem, "--target=%s", c->target));
	if (c->o.tsan)
		hd_push(c->mem, &args, "-fsanitize=thread");
	hd_push(c->mem, &args, c->o.cpu_out);
	hd_push(c->mem, &args, c->o.pads_out);
	hd_push(c->mem, &args, own_file(c, library, ".a"));
	for (size_t i = 0; i < c->link.n; i++)
		hd_push(c->mem, &args, c->link.at[i]);
	hd_push(c->mem, &args, "-lm");
	hd_push(c->mem, &args, "-ldl");
	hd_push(c->mem, &args, "-lpthread");
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, out);
	log = hd_format(c->mem, "%s/link.log", c->dir);
	pid = hd_spawn(&args, log, c->verbose);
	if (pid < 0)
		return false;
	status = hd_wait(pid, args.at[0]);
	text = hd_read_file(c->mem, log, NULL);
	if (status == 0)
		fputs(text ? text : "", stderr);
	else
		explain_link(c, text ? text : "");
	return status == 0;
}

static int
build(void *arg)
{
	struct gpufirst *c = arg;
	hd_arena *a = c->mem;

	if (!has_parts(c))
		return 1;
	for (size_t i = 0; i < c->sources.n; i++) {
		const char *bc = hd_format(a, "%s/%zu.bc", c->dir, i);

		if (!run_clang(c, c->sources.at[i], bc))
			return 1;
		hd_push(a, &c->o.sources, bc);
	}
	c->o.runtime_gpu = hd_format(a, "%s/heddle/gpufirst-nvptx64.bc", c->paths.lib);
	c->o.runtime_cpu = own_file(c, "gpufirst-host", ".bc");
	c->o.cpu_out = hd_format(a, "%s/cpu.o", c->dir);
	c->o.pads_out = hd_format(a, "%s/pads.o", c->dir);
	if (!c->emulate || c->ptx)
		c->o.ptx_out = hd_format(a, "%s/gpu.ptx", c->dir);
	c->o.calls = &c->calls;
	if (!hd_gpufirst(&c->o) || hd_error_count())
		return 1;
	return link_program(c, hd_format(a, "%s/program", c->dir)) ? 0 : 1;
}

int
hd_tool_gpufirst(int argc, char **argv)
{
	hd_arena mem = {0};
	struct gpufirst c = {.mem = &mem};
	hd_output program = {0}, ptx = {0};
	int status;

	if (argc > 0 &&
	    (strcmp(argv[0], "--cpu") == 0 || strcmp(argv[0], "--gpu") == 0))
		return hd_launch_program(&mem, argv[0] + 2, argv + 1);
	if (!hd_parse_options(&table, &mem, &c, argc, argv))
		return 1;
	if (c.help) {
		puts("heddle gpufirst [OPTIONS] app.c ... -o app\n"
		     "heddle gpufirst --cpu|--gpu app [ARGUMENTS]\nOptions:");
		hd_print_options(&table, stdout);
		return 0;
	}
	if (c.launch) {
		hd_error_at((hd_pos){0}, "--cpu and --gpu come first, then the built "
					 "program and its own arguments");
		return 1;
	}
	if (c.compare && c.profiles.n != 2) {
		hd_error_at((hd_pos){0},
			    "--compare needs two profiles: GPU.tsv CPU.tsv");
		return 1;
	}
	if (c.compare)
		return !hd_compare_profiles(&mem, c.profiles.at[0], c.profiles.at[1]);
	if (!read_choices(&c) || !check_sources(&c) ||
	    !hd_find_paths(&mem, &c.paths, NULL))
		return 1;
	c.dir = hd_temp_dir(&mem);
	if (!c.dir)
		return 1;
	status = hd_supervise(build, &c);
	program.temp = hd_format(&mem, "%s/program", c.dir);
	program.final = c.out ? c.out : "a.out";
	ptx.temp = hd_format(&mem, "%s/gpu.ptx", c.dir);
	ptx.final = c.ptx;
	if (status == 0 && c.ptx && !hd_install_output(&ptx))
		status = 1;
	if (status == 0 && !hd_install_output(&program))
		status = 1;
	hd_leave(c.dir, status);
}
