/* SPDX-License-Identifier: Apache-2.0 */
/* heddle run: compile a program, or find it compiled, and run it.
 *
 * What counts is what the compiler would read: the preprocessed text of both passes, the
 * options, and which compiler it is. Headers that changed, moved or got in the way of
 * others change the text. */
#include "tools.h"

#include <sys/stat.h>
#include <unistd.h>

struct run {
	hd_arena mem;
	hd_paths paths;
	const char *dir, *cache; /* the private directory; NULL: no cache */
	const char *source, *name;
	hd_strings options, args; /* of hdcc, of the program */
	bool fresh;               /* --no-cache */
};

/* ---- the key */

static void
add_compiler(struct run *r, hd_str *key)
{
	const hd_paths *p = &r->paths;

	hd_str_addf(key, "%s %s\n", HD_VERSION, hd_host_triple());
	hd_cache_identity(key, hd_format(&r->mem, "%s/bin/hdcc", p->prefix));
	hd_cache_identity(key, hd_format(&r->mem, "%s/libheddle.so.1", p->lib));
	hd_cache_identity(key, p->device_lib);
	hd_cache_identity(key, p->clangxx);
}

static void
add_environment(hd_str *key)
{
	static const char *const names[] = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
	char host[256] = "";

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (getenv(names[i]))
			hd_str_addf(key, "%s=%s\n", names[i], getenv(names[i]));
	/* -march=native is another processor elsewhere */
	gethostname(host, sizeof host - 1);
	hd_str_addf(key, "%s\n", strstr(key->at, "native") ? host : "");
}

static hd_strings
hdcc(struct run *r)
{
	hd_strings args = {0};

	hd_push(&r->mem, &args, hd_format(&r->mem, "%s/bin/hdcc", r->paths.prefix));
	for (size_t i = 0; i < r->options.n; i++)
		hd_push(&r->mem, &args, r->options.at[i]);
	hd_push(&r->mem, &args, r->source);
	return args;
}

/* The text of one pass; false if there is none: the compiler will say why. */
static bool
add_text(struct run *r, hd_str *key, bool device)
{
	const char *out = hd_format(&r->mem, "%s/text-%d", r->dir, device);
	hd_strings args = hdcc(r);
	const char *text;
	size_t n;
	pid_t pid;

	hd_push(&r->mem, &args, "-E");
	if (device)
		hd_push(&r->mem, &args, "-fdevice-syntax-only");
	hd_push(&r->mem, &args, "-o");
	hd_push(&r->mem, &args, out);
	pid = hd_spawn(&args, "/dev/null", false);
	if (pid < 0 || hd_wait(pid, "hdcc") != 0)
		return false;
	text = hd_read_file(&r->mem, out, &n);
	if (text)
		hd_str_addn(key, text, n);
	return text != NULL;
}

static const char *
make_key(struct run *r)
{
	hd_str key = {.arena = &r->mem};

	add_compiler(r, &key);
	for (size_t i = 0; i < r->options.n; i++)
		hd_str_addf(&key, "%s\n", r->options.at[i]);
	add_environment(&key);
	if (!add_text(r, &key, false) || !add_text(r, &key, true))
		return NULL;
	return hd_cache_key(&key);
}

/* Libraries and objects are not looked into, so what is linked with some is not kept. */
static bool
can_be_kept(const struct run *r)
{
	static const char *const known[] = {"-lm",      "-lpthread", "-ldl",
					    "-lcudart", "-lcuda",    "-lrt"};

	for (size_t i = 0; i < r->options.n; i++) {
		const char *o = r->options.at[i];
		bool harmless = false;

		for (size_t k = 0; k < HD_COUNT(known); k++)
			harmless |= strcmp(o, known[k]) == 0;
		if (!harmless &&
		    (hd_has_prefix(o, "-l") || hd_has_prefix(o, "--l") ||
		     hd_has_prefix(o, "-L") || hd_has_prefix(o, "-X") ||
		     hd_has_prefix(o, "-Wl,") || o[0] == '@' || o[0] != '-'))
			return false;
	}
	return !r->fresh;
}

/* ---- running */

static int
compile_and_run(void *arg)
{
	struct run *r = arg;
	const char *key = NULL, *program = NULL;
	hd_strings args;

	if (can_be_kept(r))
		r->cache = hd_cache_folder(&r->mem, true);
	if (r->cache)
		key = make_key(r);
	if (key)
		program = hd_cache_find(&r->mem, r->cache, key);
	if (!program || access(program, X_OK) != 0) {
		int status;

		program = hd_format(&r->mem, "%s/%s", r->dir, r->name);
		args = hdcc(r);
		hd_push(&r->mem, &args, "-o");
		hd_push(&r->mem, &args, program);
		status = hd_run(&args, false);
		if (status)
			return status;
		if (key)
			hd_cache_add(&r->mem, r->cache, key, program);
	}
	args = (hd_strings){0};
	hd_push(&r->mem, &args, program);
	for (size_t i = 0; i < r->args.n; i++)
		hd_push(&r->mem, &args, r->args.at[i]);
	return hd_run(&args, false);
}

/* The source is the first word that is a file; what stands before it is for hdcc, what
 * follows for the program. */
static int
find_source(int argc, char **argv)
{
	int i = 0;

	while (i < argc && (argv[i][0] == '-' || access(argv[i], R_OK) != 0))
		i++;
	return i;
}

static const char *
program_name(hd_arena *a, const char *source)
{
	const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
	size_t n = strcspn(name, ".");

	return n ? hd_strndup(a, name, n) : name;
}

static void
print_help(void)
{
	puts("heddle run [--no-cache] [OPTIONS OF hdcc] app.cu [ARGUMENTS OF app]\n"
	     "\n"
	     "Compiles app.cu, or finds it compiled, and runs it. Programs are kept in\n"
	     "~/.cache/heddle, up to 512 MiB, by the text that the compiler reads, the\n"
	     "options and the compiler itself; programs that are linked with objects or\n"
	     "libraries of your own are compiled each time.\n"
	     "\n"
	     "  HEDDLE_CACHE_DIR   another folder; empty: keep nothing\n"
	     "  HEDDLE_CACHE_SIZE  how much to keep, in MiB\n"
	     "  heddle cache       what is kept; heddle cache clear removes it");
}

int
hd_tool_run(int argc, char **argv)
{
	static struct run r;
	int source;

	if (argc && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
		print_help();
		return 0;
	}
	if (argc && strcmp(argv[0], "--no-cache") == 0) {
		r.fresh = true;
		argc--, argv++;
	}
	source = find_source(argc, argv);
	if (source == argc) {
		hd_error_at((hd_pos){0}, "%s%s",
			    argc ? argv[argc - 1] : "no input file",
			    argc ? ": no such file" : "; see heddle run --help");
		return 1;
	}
	if (!hd_find_paths(&r.mem, &r.paths, NULL) || !(r.dir = hd_temp_dir(&r.mem)))
		return 1;
	r.source = argv[source];
	r.name = program_name(&r.mem, r.source);
	for (int i = 0; i < source; i++)
		hd_push(&r.mem, &r.options, argv[i]);
	for (int i = source + 1; i < argc; i++)
		hd_push(&r.mem, &r.args, argv[i]);
	hd_leave(r.dir, hd_supervise(compile_and_run, &r));
}
