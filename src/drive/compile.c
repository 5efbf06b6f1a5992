/* SPDX-License-Identifier: Apache-2.0 */
/* One source: a .cu goes through clang twice, at the same time if there is leave for two
 * processes, and then through our compiler; C and C++ go through clang once. */
#include "drive.h"

#include "base/workers.h"

#include <signal.h>
#include <unistd.h>

#define PUSH(p, args, word) hd_push((p)->command->mem, (args), (word))

static void
push_all(hd_plan *p, hd_strings *args, const hd_strings *more)
{
	for (size_t i = 0; i < more->n; i++)
		PUSH(p, args, more->at[i]);
}

static void
push_words(hd_plan *p, hd_strings *args, const char *const *words)
{
	for (; *words; words++)
		PUSH(p, args, *words);
}

/* A standard for C++ is none for C, and the other way round. */
static void
push_standard(hd_plan *p, hd_strings *args, enum hd_kind kind)
{
	const char *std = p->command->std;

	if (std && (kind == HD_C) == (strchr(std, '+') == NULL))
		PUSH(p, args, hd_format(p->command->mem, "-std=%s", std));
}

/* What every run on a source gets, except the file names. */
static void
push_common(hd_plan *p, hd_strings *args, enum hd_kind kind)
{
	push_standard(p, args, kind);
	push_all(p, args, &p->command->common);
	PUSH(p, args, "-isystem");
	PUSH(p, args, p->paths.include);
	PUSH(p, args, "-idirafter"); /* headers that a system may lack: OpenGL's */
	PUSH(p, args,
	     hd_format(p->command->mem, "%s/__heddle/absent", p->paths.include));
	if (p->late)
		PUSH(p, args, "-fdelayed-template-parsing");
	if (p->overlay) {
		PUSH(p, args, "-ivfsoverlay");
		PUSH(p, args, p->overlay);
	}
	if (isatty(2))
		PUSH(p, args, "-fcolor-diagnostics");
}

/* Dependency rules name the output and go to a file in the private directory. */
static void
push_rules(hd_plan *p, hd_strings *args, const hd_step *s)
{
	push_all(p, args, &p->command->depend);
	if (s->target) {
		PUSH(p, args, "-MT");
		PUSH(p, args, s->target);
	} else if (p->command->depend_target) {
		PUSH(p, args, "-MT");
		PUSH(p, args, p->command->depend_target);
	}
	if (s->rules) {
		PUSH(p, args, "-MF");
		PUSH(p, args, s->rules);
	}
}

static void
push_files(hd_plan *p, hd_strings *args, const hd_item *item, const char *out)
{
	if (out) {
		PUSH(p, args, "-o");
		PUSH(p, args, out);
	}
	PUSH(p, args, item->text);
}

/* ---- CUDA */

/* A path as objects may know it: the last -ffile-prefix-map that fits has been there. */
static const char *
mapped(const hd_command *c, const char *path)
{
	static const char option[] = "-ffile-prefix-map=";

	for (size_t i = c->common.n; i--;) {
		const char *from = c->common.at[i] + strlen(option), *to;
		size_t n;

		if (!hd_has_prefix(c->common.at[i], option) ||
		    !(to = strchr(from, '=')))
			continue;
		n = (size_t)(to - from);
		if (strncmp(path, from, n) == 0)
			return hd_format(c->mem, "%s%s", to + 1, path + n);
	}
	return path;
}

/* Likewise a word that may begin with an option: -I/a/folder. */
static const char *
mapped_word(const hd_command *c, const char *word)
{
	size_t n = word[0] == '-' ? strcspn(word, "/") : 0;

	return hd_format(c->mem, "%.*s%s", (int)n, word, mapped(c, word + n));
}

/* A name for this translation unit that no other of the program has. */
static const char *
part_id(const hd_plan *p, const hd_step *s)
{
	const hd_command *c = p->command;
	char *real = realpath(s->item->text, NULL);
	hd_str key = {.arena = c->mem};

	hd_str_addf(&key, "%s\n%s\n", mapped(c, real ? real : s->item->text),
		    c->out ? mapped(c, c->out) : "");
	free(real);
	for (size_t i = 0; i < c->common.n; i++)
		if (!strstr(c->common.at[i], "-prefix-map="))
			hd_str_addf(&key, "%s\n", mapped_word(c, c->common.at[i]));
	return hd_format(c->mem, "%016llx", (unsigned long long)hd_hash(key.at, key.n));
}

static void
push_separate(hd_plan *p, hd_strings *args, const hd_step *s)
{
	PUSH(p, args, "-fgpu-rdc");
	PUSH(p, args, "-fuse-cuid=none"); /* the driver would make its own */
	PUSH(p, args, "-D__CUDACC_RDC__=1");
	PUSH(p, args, "-Xclang");
	PUSH(p, args, hd_format(p->command->mem, "-cuid=%s", part_id(p, s)));
}

/* No SDK is ever looked for: the path does not exist, and its headers and library are
 * switched off. */
static void
push_cuda(hd_plan *p, hd_strings *args, const hd_step *s)
{
	/* clang-format off */
	static const char *const words[] = {
		"-x", "cuda", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib",
		"-Xclang", "-target-sdk-version=12.5",
		"-Xclang", "-fcuda-allow-variadic-functions",
		"-Qunused-arguments", "-Wno-unknown-cuda-version",
		/* nvcc with gcc behind it warns of these; clang would stop */
		"-Wno-error=reserved-user-defined-literal",
		"-Wno-error=c++11-narrowing", "-Wno-error=register",
		"-Wno-error=dynamic-exception-spec",
		"-Wno-error=enum-constexpr-conversion",
		"-Wno-error=invalid-constexpr",
		"-include", "__heddle_prelude.h", NULL,
	};
	/* clang-format on */

	PUSH(p, args, p->paths.clangxx);
	push_words(p, args, words);
	hd_push_clangs_own(p->command, args);
	PUSH(p, args, hd_format(p->command->mem, "--cuda-path=%s/no-sdk", p->dir));
	if (p->command->job.debug_device)
		PUSH(p, args, "-D__CUDACC_DEBUG__=1");
	if (p->command->arch)
		PUSH(p, args,
		     hd_format(p->command->mem, "-D__CUDA_ARCH_LIST__=%d0",
			       p->command->arch));
	if (p->command->separate && p->command->mode != HD_TO_DEVICE)
		push_separate(p, args, s);
	push_all(p, args, &p->command->cuda);
}

static void
push_arch(hd_plan *p, hd_strings *args)
{
	hd_command *c = p->command;

	if (!c->arch)
		return;
	PUSH(p, args, "-U__CUDA_ARCH__");
	PUSH(p, args, hd_format(c->mem, "-D__CUDA_ARCH__=%d0", c->arch));
}

/* The device pass without what it is to write. */
static hd_strings
device_base(hd_plan *p, const hd_step *s)
{
	static const char *const words[] = {
		"--cuda-device-only",
		"--cuda-feature=+ptx85",
		/* Full line information although optimising is switched on. */
		"--cuda-noopt-device-debug",
		/* nvcc lets device code read bytes as another type. */
		"-fno-strict-aliasing",
		NULL,
	};
	static const char *const optimized[] = {"-O1", "-Xclang",
						"-disable-llvm-passes", NULL};
	hd_command *c = p->command;
	hd_strings args = {0};

	push_cuda(p, &args, s);
	push_words(p, &args, words);
	if (!c->debug) /* as in host code, nothing names the folder */
		PUSH(p, &args, "-fdebug-compilation-dir=.");
	if (c->job.debug_device)
		PUSH(p, &args, "-O0");
	else
		push_words(p, &args, optimized);
	push_common(p, &args, HD_CUDA);
	push_arch(p, &args);
	PUSH(p, &args, c->debug ? "-g" : "-gline-tables-only");
	if (c->mode == HD_TO_DEVICE) /* else the host pass says them */
		push_rules(p, &args, s);
	return args;
}

static void
finish_device(hd_plan *p, hd_strings *args, const hd_step *s, const char *out)
{
	if (p->own_side)
		PUSH(p, args, "-fgpu-defer-diag");
	PUSH(p, args, "-emit-llvm");
	PUSH(p, args, "-c");
	push_files(p, args, s->item, out);
}

/* The host pass without what it is to write. */
static hd_strings
host_base(hd_plan *p, const hd_step *s)
{
	hd_strings args = {0};

	push_cuda(p, &args, s);
	PUSH(p, &args, "--cuda-host-only");
	/* nvcc's host compiler runs without -O unless told: old programs count on that
	 * signed numbers wrap. */
	PUSH(p, &args, "-fwrapv");
	push_common(p, &args, HD_CUDA);
	PUSH(p, &args, p->command->opt);
	push_all(p, &args, &p->command->host);
	push_rules(p, &args, s);
	return args;
}

static void
finish_host(hd_plan *p, hd_strings *args, const hd_step *s, const char *out)
{
	static const char *const words[] = {"-Xclang", "-disable-llvm-passes",
					    "-emit-llvm", "-c", NULL};

	push_words(p, args, words);
	if (p->own_side) { /* kernels may call functions of the host */
		PUSH(p, args, "-Xclang");
		PUSH(p, args, "--hipstdpar");
	}
	PUSH(p, args, "-Xclang");
	PUSH(p, args, "-fcuda-include-gpubinary");
	PUSH(p, args, "-Xclang");
	PUSH(p, args, hd_format(p->command->mem, "%s.fatbin", s->stem));
	push_files(p, args, s->item, out);
}

/* -E and -M: the host pass alone says it. */
static bool
only_read(hd_plan *p, const hd_step *s)
{
	hd_strings args = p->command->device ? device_base(p, s) : host_base(p, s);

	if (p->command->mode == HD_TO_SOURCE)
		PUSH(p, &args, "-E");
	push_files(p, &args, s->item, s->out);
	return hd_run(&args, p->command->verbose) == 0;
}

enum { HOST, DEVICE };

/* What clang makes of a source, and what it says about it; host and device. */
typedef struct passes {
	int first; /* DEVICE: that one alone */
	hd_strings args[2];
	hd_reading *headers[2]; /* those that are kept */
	const char *said[2];
} passes;

/* Images have device code alone. */
static void
plan_passes(hd_plan *p, const hd_step *s, const hd_job *job, passes *of)
{
	static const char *const names[] = {"host", "device"};
	hd_arena *mem = p->command->mem;
	bool both;

	*of = (passes){.first = p->command->mode == HD_TO_DEVICE ? DEVICE : HOST};
	both = of->first == HOST && hd_worker_take();
	of->args[HOST] = host_base(p, s);
	of->args[DEVICE] = device_base(p, s);
	for (int i = of->first; i < 2; i++) {
		of->said[i] = hd_format(mem, "%s.%s%s.txt", s->stem, names[i],
					p->own_side ? ".own" : "");
		of->headers[i] = hd_begin_reading(
			p, &of->args[i], hd_format(mem, "%s.%s", s->stem, names[i]));
		if (!both)
			of->args[i] = hd_end_reading(of->headers[i], &of->args[i]);
	}
	for (int i = of->first; both && i < 2; i++)
		of->args[i] = hd_end_reading(of->headers[i], &of->args[i]);
	if (both)
		hd_worker_give();
	finish_host(p, &of->args[HOST], s, job->host_ir);
	finish_device(p, &of->args[DEVICE], s, job->device_ir);
}

static bool
has_passed(const hd_plan *p, pid_t child)
{
	return child >= 0 && hd_wait(child, p->paths.clangxx) == 0;
}

/* Both passes; false if one of them failed. What they say is left in files. */
static bool
run_both(hd_plan *p, const hd_step *s, const hd_job *job, passes *of)
{
	const char *fatbin = hd_format(p->command->mem, "%s.fatbin", s->stem);
	bool ok = true, at_once;
	pid_t child[2];

	if (!hd_write_file(fatbin, "heddle\n", 8)) {
		hd_error_at((hd_pos){0}, "cannot write %s", fatbin);
		return false;
	}
	plan_passes(p, s, job, of);
	at_once = of->first == HOST && hd_worker_take();
	for (int i = of->first; i < 2; i++) {
		child[i] = hd_spawn(&of->args[i], of->said[i], p->command->verbose);
		if (!at_once)
			ok &= has_passed(p, child[i]);
	}
	for (int i = of->first; at_once && i < 2; i++)
		ok &= has_passed(p, child[i]);
	if (at_once)
		hd_worker_give();
	if (ok && s->rules && hd_has_read(of->headers[of->first]))
		hd_correct_rules(p, s->rules);
	return ok;
}

static bool
has_word(const hd_strings *list, const char *word)
{
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->at[i], word) == 0)
			return true;
	return false;
}

/* The files that a source includes in one of the passes, itself first: what -MM says. */
static void
add_included_files(hd_plan *p, const hd_step *s, int pass, hd_strings *files)
{
	hd_command *c = p->command;
	const char *file = hd_format(c->mem, "%s.files", s->stem), *text, *colon;
	hd_strings args = {0}, more = {0};
	size_t n;

	push_cuda(p, &args, s);
	PUSH(p, &args, pass == HOST ? "--cuda-host-only" : "--cuda-device-only");
	push_common(p, &args, HD_CUDA);
	if (pass == HOST)
		push_all(p, &args, &c->host);
	else
		push_arch(p, &args);
	PUSH(p, &args, "-MM");
	PUSH(p, &args, "-MG");
	PUSH(p, &args, "-MF");
	PUSH(p, &args, file);
	PUSH(p, &args, s->item->text);
	hd_wait(hd_spawn(&args, "/dev/null", false), p->paths.clangxx);
	text = hd_read_file(c->mem, file, &n);
	colon = text ? strstr(text, ": ") : NULL;
	if (colon)
		hd_split_words(c->mem, &more, colon + 1, false);
	for (size_t i = 0; i < more.n; i++)
		if (!has_word(files, more.at[i]))
			hd_push(c->mem, files, more.at[i]);
}

/* A function that is __device__ where __CUDA_ARCH__ is defined and the host's where it is
 * not: nvcc looks at kernels in the device pass alone and at the host's functions in the
 * other. clang checks both in both; read again, each pass leaves the other side's calls to
 * the other. nvcc does not look up names in templates that are not used either. */
static bool
read_own_side(hd_plan *p, const hd_step *s, const hd_job *job, passes *of)
{
	bool ok = false;
	passes again;

	for (int i = of->first; i < 2; i++)
		ok |= hd_mentions_sides(of->said[i]);
	if (!ok)
		return false;
	p->own_side = true;
	ok = run_both(p, s, job, &again);
	p->late = !ok;
	ok = ok || run_both(p, s, job, &again);
	p->own_side = p->late = false;
	*of = again; /* what it says is about the program in any case */
	return ok;
}

/* clang reads what nvcc reads. Only what it refuses is looked at twice: without headers
 * that were kept, in another spelling, and then each side by itself. */
bool
hd_run_clang(hd_plan *p, const hd_step *s, const hd_job *job)
{
	hd_command *c = p->command;
	passes first, again;
	bool ok = run_both(p, s, job, &first);

	if (!ok &&
	    (hd_has_read(first.headers[HOST]) || hd_has_read(first.headers[DEVICE]))) {
		p->plain = true;
		ok = run_both(p, s, job, &again);
		for (int i = 0; ok && i < 2; i++)
			hd_forget_reading(first.headers[i]);
		p->plain = false;
	}
	if (!ok && !c->dry) {
		hd_strings files = {0};

		add_included_files(p, s, HOST, &files);
		add_included_files(p, s, DEVICE, &files);
		p->overlay = hd_respell(p, &files, first.said);
		if (p->overlay)
			ok = run_both(p, s, job, &again);
		ok = ok || read_own_side(p, s, job, &first);
		p->overlay = NULL;
	}
	hd_print_messages(first.said[HOST], first.said[DEVICE]);
	return ok;
}

/* -ptx -emit-llvm and the like, -fdevice-syntax-only: the device pass alone. */
static bool
only_device(hd_plan *p, const hd_step *s)
{
	hd_strings args = device_base(p, s);

	finish_device(p, &args, s, s->out);
	return hd_run(&args, p->command->verbose) == 0;
}

static enum hd_emit
emit_kind(const hd_command *c)
{
	if (c->mode == HD_TO_ASM)
		return c->emit_llvm ? HD_EMIT_LL : HD_EMIT_ASM;
	return c->emit_llvm ? HD_EMIT_BC : HD_EMIT_OBJ;
}

bool
hd_compile_cuda(hd_plan *p, const hd_step *s)
{
	hd_command *c = p->command;
	hd_job job = c->job;

	if (c->mode == HD_TO_SOURCE || c->mode == HD_TO_RULES)
		return only_read(p, s);
	if (c->device || (c->mode == HD_TO_DEVICE && c->emit_llvm))
		return only_device(p, s); /* -E with the former: above */
	job.source = s->item->text;
	job.device_ir = hd_format(c->mem, "%s.device.bc", s->stem);
	job.host_ir = hd_format(c->mem, "%s.host.bc", s->stem);
	job.library = p->paths.device_lib;
	job.out = s->out;
	job.emit = emit_kind(c);
	if (c->mode == HD_TO_DEVICE)
		return hd_make_image(p, s, &job);
	job.recorded = mapped(c, job.source);
	if (c->separate)
		job.part_id = part_id(p, s);
	if (!hd_run_clang(p, s, &job))
		return false;
	if (c->check)
		return true;
	if (c->verbose || c->dry)
		hd_echo("heddle: kernels of %s, -arch compute_%d, into %s", job.source,
			c->arch ? c->arch : 80, job.out);
	return c->dry || hd_compile(&job);
}

/* ---- C and C++ */

/* Old C, as gcc takes it: what clang would refuse is a warning again. */
static const char *const old_c[] = {
	"-Wno-error=implicit-int",
	"-Wno-error=implicit-function-declaration",
	"-Wno-error=int-conversion",
	"-Wno-error=incompatible-function-pointer-types",
	NULL,
};

bool
hd_compile_host(hd_plan *p, const hd_step *s)
{
	static const char *const what[] = {
		[HD_TO_PROGRAM] = "-c",     [HD_TO_LIBRARY] = "-c",
		[HD_TO_DEVICE_LINK] = "-c", [HD_TO_OBJECT] = "-c",
		[HD_TO_ASM] = "-S",         [HD_TO_SOURCE] = "-E",
	};
	hd_command *c = p->command;
	bool is_c = s->item->kind == HD_C;
	hd_strings args = {0};

	if (c->device)
		return true;

	PUSH(p, &args, is_c ? p->paths.clang : p->paths.clangxx);
	PUSH(p, &args, "-x");
	PUSH(p, &args, is_c ? "c" : "c++");
	if (is_c)
		push_words(p, &args, old_c);
	hd_push_clangs_own(c, &args);
	push_common(p, &args, s->item->kind);
	PUSH(p, &args, c->opt);
	push_all(p, &args, &c->host);
	push_rules(p, &args, s);
	PUSH(p, &args, "-Qunused-arguments");
	if (c->emit_llvm)
		PUSH(p, &args, "-emit-llvm");
	if (c->mode != HD_TO_RULES)
		PUSH(p, &args, c->check ? "-fsyntax-only" : what[c->mode]);
	push_files(p, &args, s->item, s->out);
	return hd_run(&args, c->verbose) == 0;
}
