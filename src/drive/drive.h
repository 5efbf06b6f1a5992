/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc: from a command line to a plan, from a plan to files. Knows no IR. */
#ifndef HD_DRIVE_H
#define HD_DRIVE_H

#include "gen/gen.h"

#include <sys/types.h>

/* ---- options.c: any table of options */

typedef struct hd_option hd_option;

/* What an option's handler gets; false = it has complained. */
typedef bool hd_option_fn(void *into, const hd_option *o, const char *arg);

struct hd_option {
	const char *name; /* with its dashes; the longest name that fits is meant */
	enum hd_form {
		HD_FLAG,   /* -c */
		HD_JOINED, /* -g2: the argument is the rest of the word, may be empty */
		HD_LEVEL,  /* -O, -O2, -O=2, -O 2: likewise, or a digit that follows */
		HD_APART,  /* -o out */
		HD_EITHER, /* -Idir, -I dir or -I=dir */
		HD_EQUAL,  /* -arch=sm_80 or -arch sm_80 */
	} form;
	enum hd_act {
		HD_SET,  /* *(int *)field = value */
		HD_TEXT, /* *(const char **)field = the argument */
		HD_ADD,  /* the words, as written, to the hd_strings at field */
		HD_LIST, /* likewise, the argument is a list with commas */
		HD_CALL, /* call(into, this, argument) */
		HD_SKIP, /* accepted, no meaning on a CPU */
		HD_SAME, /* another name of the option `help` */
	} act;
	size_t field; /* offset in the structure that is filled */
	int value;
	hd_option_fn *call;
	const char *arg;  /* what --help calls the argument */
	const char *help; /* NULL: not in --help */
};

typedef struct hd_option_table {
	const hd_option *at;
	size_t n;
	hd_option_fn *word;    /* gets what is no option; the option is NULL then */
	hd_option_fn *unknown; /* gets an unknown option; NULL: it is an error */
} hd_option_table;

/* Fill `into`; false after an error. "--" ends the options. */
bool hd_parse_options(const hd_option_table *t, hd_arena *a, void *into, int argc,
		      char **argv);
void hd_print_options(const hd_option_table *t, FILE *out);
void hd_list_options(const hd_option_table *t, FILE *out); /* the names alone */
/* Complain about an unknown option, with the one that may be meant; false. */
bool hd_unknown_option(const hd_option_table *t, const char *word);

/* The candidate closest to a mistyped word, or NULL when none is near. */
typedef const char *hd_candidate_fn(const void *from, size_t i); /* NULL at the end */
const char *hd_closest(const char *word, hd_candidate_fn *candidate, const void *from);

/* ---- words.c: what stands behind the words of a command line */

/* The words with response files (@file, -optf file) and the environment's flags in
 * their place; false after an error. */
bool hd_expand_words(hd_arena *a, hd_strings *out, int argc, char **argv);
/* a,b,"c,d" -> three words; NULL at the end. Quotes, brackets and \, keep a comma. */
const char *hd_next_in_list(hd_arena *a, const char **list);
/* Cut at blanks as a shell does, also at commas if asked. */
void hd_split_words(hd_arena *a, hd_strings *out, const char *text, bool commas);

/* ---- command.c: hdcc's own options */

/* Something on the command line that becomes part of the program, in order. */
typedef struct hd_item {
	enum hd_kind { HD_CUDA, HD_C, HD_CXX, HD_OBJECT, HD_WORD } kind;
	const char *text; /* a path; HD_WORD: anything else for the linker */
} hd_item;

/* The later one wins when a command line names several. */
enum hd_mode {
	HD_TO_PROGRAM,
	HD_TO_LIBRARY,     /* -lib: an archive */
	HD_TO_DEVICE_LINK, /* -dlink: an object with the device code of all files */
	HD_TO_OBJECT,
	HD_TO_ASM,
	HD_TO_DEVICE, /* -ptx and the like: device code to be loaded */
	HD_TO_SOURCE,
	HD_TO_RULES,
};

/* By which name hdcc was called. */
enum hd_face { HD_AS_HDCC, HD_AS_NVCC, HD_AS_LINKER };

typedef struct hd_command {
	hd_arena *mem;
	HD_VEC(hd_item) items;
	const char *language; /* -x, NULL: by the file's name */
	int face;             /* enum hd_face */
	int mode;             /* enum hd_mode */
	const char *out, *out_dir;
	const char *source_suffix; /* of what -E writes; NULL: standard output */
	const char *device_suffix; /* .ptx, .cubin, .fatbin */
	const char *names;         /* where the names of an image go; NULL: nowhere */
	const char *caller;        /* "PID:DIR", see hd_inherit_dir */

	hd_strings common; /* for every run of clang on a source */
	hd_strings host;   /* for host code, and for linking */
	int host_open;     /* the last word of -Xcompiler lacks its argument */
	int asks_host;     /* -Xcompiler has a question */
	hd_strings cuda;   /* for both passes of a .cu */
	hd_strings depend; /* -MD and the like, as written */
	const char *depend_file, *depend_target; /* -MF, -MT */

	const char *std, *opt;
	const char *keep_dir;
	hd_strings unknown; /* options that are not ours */
	hd_strings run_args;
	int debug;   /* -g */
	int threads; /* -t: processes at once, 0: as many as processors; -1: not said */
	int arch; /* the newest of -arch and -gencode that our device has: 80 = sm_80 */
	int tier; /* -fheddle-tier: enum hd_tier; what counts is in the job */
	int separate;                /* -rdc=true: device code is linked across files */
	int no_device_link;          /* -nodlink */
	int forward;                 /* unknown options go to the host compiler */
	int dry, run, clean, device; /* --dryrun, -run, -clean, -fdevice-syntax-only */
	int emit_llvm, check, shared, is_static, verbose, keep, help, version,
		list_options, list_arch;
	hd_job job; /* template: options that the compiler itself wants */
} hd_command;

extern const hd_option_table hd_hdcc_options;
bool hd_read_command(hd_command *c, int argc, char **argv);

/* ---- archs.c: -arch, -code, -gencode */

void hd_list_archs(const char *prefix);

/* ---- paths.c: where our own files and clang are */

typedef struct hd_paths {
	const char *prefix;     /* hdcc is in prefix/bin */
	const char *include;    /* the CUDA headers */
	const char *lib;        /* libheddle.so, of the target */
	const char *lean;       /* libheddle.a for static programs */
	const char *device_lib; /* device.bc */
	const char *clang, *clangxx, *ar;
} hd_paths;

/* For a target, NULL: this machine. False after an error. */
bool hd_find_paths(hd_arena *a, hd_paths *p, const char *triple);

/* take_host.c: what the host compiler says to the questions in -Xcompiler. */
int hd_ask_host(hd_command *c, const hd_paths *p);

/* warnings.c: with -Werror, the words that keep clang from errors that gcc has not. */
void hd_push_clangs_own(hd_command *c, hd_strings *args);

/* ---- spawn.c: running other programs, no shell in between */

/* Start args[0]; its stderr goes to a file unless NULL. -1 after an error. */
pid_t hd_spawn(const hd_strings *args, const char *stderr_file, bool verbose);
/* Its exit status; a death by a signal is reported and counts as 128 + signal. */
int hd_wait(pid_t pid, const char *name);
/* What is printed before commands, and whether they are only printed: then hd_spawn
 * starts nothing, returns 0, and waiting for that is a success. */
void hd_set_echo(const char *prefix, bool dry);
void hd_echo(const char *fmt, ...) HD_PRINTF(1, 2); /* a line of the same kind */
int hd_run(const hd_strings *args, bool verbose);
void hd_print_command(FILE *out, const hd_strings *args);
/* Kill what runs and leave when a signal asks for it. */
void hd_die_cleanly_on_signals(void);

/* ---- temp.c: the private directory, and outputs that appear whole or not at all */

typedef struct hd_output {
	const char *temp, *final;
	bool always; /* also when the compilation failed (-save-temps) */
} hd_output;

const char *hd_temp_base(void); /* the directory of such directories */
char *hd_temp_dir(hd_arena *a); /* NULL after an error; from here signals wait */
void hd_remove_dir(const char *path);
/* "PID:DIR", of a caller that removes it: if the caller is gone, or we are told to go, it is
 * ours to remove. False: it is no such text. */
bool hd_inherit_dir(const char *caller);
void hd_remove_for_parent(void);
bool hd_install_output(const hd_output *o); /* false after an error */
/* After hd_temp_dir: run work(arg) in a child and return its exit status, however it ends. */
int hd_supervise(int (*work)(void *), void *arg);
/* Remove the directory, then exit, or die of the signal that ended the work. */
_Noreturn void hd_leave(const char *dir, int status);

/* ---- forgotten.c: private directories of processes that were killed outright */

void hd_keep_from_others(const char *dir); /* until this process and its children end */
void hd_remove_forgotten(void);

/* ---- cache.c: what is kept from one run to the next */

/* The folders of programs, headers and kernels, made if asked; NULL: none, or not ours
 * alone. */
const char *hd_cache_folder(hd_arena *a, bool make);
const char *hd_cache_headers(hd_arena *a, bool make);
const char *hd_cache_kernels(hd_arena *a, bool make);  /* of the second tier */
void hd_cache_identity(hd_str *key, const char *path); /* which state of a file */
const char *hd_cache_key(hd_str *of); /* the name of what is made from this text */
const char *hd_cache_find(hd_arena *a, const char *dir, const char *key); /* or NULL */
/* Keep a copy; that it cannot be kept is no failure of what made it. */
bool hd_cache_add(hd_arena *a, const char *dir, const char *key, const char *file);
size_t hd_cache_size(hd_arena *a, const char *dir, uint64_t *bytes); /* how many */
/* Remove entries, those unused for longest first, until at most `keep` bytes are left;
 * how many went. */
size_t hd_cache_trim(hd_arena *a, const char *dir, uint64_t keep);
uint64_t hd_cache_limit(void); /* bytes */

/* ---- plan.c: which steps make which files */

typedef struct hd_step {
	enum hd_step_kind {
		HD_STEP_CUDA,
		HD_STEP_CLANG,
		HD_STEP_LINK,
		HD_STEP_DEVICE_LINK,
		HD_STEP_ARCHIVE,
	} kind;
	const hd_item *item; /* the source; NULL for those that link */
	const char *stem;    /* in the private directory, for files in between */
	const char *out;     /* likewise; NULL: standard output */
	const char *rules;   /* the dependency file, likewise; NULL: none */
	const char *target;  /* what the dependency file calls the output */
} hd_step;

typedef struct hd_plan {
	hd_command *command;
	hd_paths paths;
	const char *dir; /* the private directory */
	HD_VEC(hd_step) steps;
	HD_VEC(hd_output) outputs;
	hd_strings link;     /* the linker's words, objects included */
	const char *overlay; /* for clang: files to be read in another spelling */
	bool plain;          /* clang reads all headers itself */
	bool own_side;       /* each pass minds calls of its own side alone */
	bool late;           /* templates that are not used are not parsed */
} hd_plan;

bool hd_make_plan(hd_plan *p); /* false after an error */
int hd_carry_out(void *plan);  /* exit status */

/* ---- precompile.c: headers that clang has read before */

typedef struct hd_reading hd_reading;

/* Where the headers before a source are kept for a pass of clang with these words, which
 * lack the source: NULL: nowhere. What is not kept yet is being made. */
hd_reading *hd_begin_reading(hd_plan *p, const hd_strings *args, const char *stem);
/* The words that read what is kept, if anything is. */
hd_strings hd_end_reading(hd_reading *r, const hd_strings *args);
bool hd_has_read(const hd_reading *r);                     /* something kept is used */
void hd_forget_reading(hd_reading *r);                     /* it was no good */
void hd_correct_rules(const hd_plan *p, const char *file); /* what make is told */

/* ---- compile.c, image.c, link.c: one step */

bool hd_compile_cuda(hd_plan *p, const hd_step *s);
/* What clang makes of a source, in the files of the job. */
bool hd_run_clang(hd_plan *p, const hd_step *s, const hd_job *job);
bool hd_make_image(hd_plan *p, const hd_step *s, hd_job *job);
bool hd_compile_host(hd_plan *p, const hd_step *s);
bool hd_link(hd_plan *p, const hd_step *s);
bool hd_link_device(hd_plan *p, const char *out, bool always, bool *made);
bool hd_archive(hd_plan *p, const hd_step *s);

/* ---- serve.c: one kernel, for a program that runs */

int hd_serve(void); /* exit status */

/* ---- parts.c: device code in objects that are linked across files */

typedef struct hd_parts {
	HD_VEC(hd_part) parts;
	hd_strings linked; /* ids of parts that an object of -dlink has linked */
} hd_parts;

/* What the files and libraries of a link line hold and nothing has linked yet. */
hd_parts hd_find_parts(hd_arena *a, const hd_strings *words);

/* ---- spelling.c: what nvcc reads and clang does not */

/* "k << < g, b >> > ()" in any of the files becomes "k <<< g, b >>> ()", in copies: an
 * overlay for clang, or NULL if there was nothing to do. */
const char *hd_skip_quoted(const char *p); /* a comment, string or character, or p */
/* The text with the launches of its device code rewritten; NULL: it has none. */
const char *hd_rewrite_launches(hd_arena *a, const char *text);
const char *hd_rewrite_strings(hd_arena *a, const char *text);
const char *hd_rewrite_shared(hd_plan *p, const char *path, const char *text,
			      const char *const said[2]);
const char *hd_rewrite_constant_members(hd_arena *a, const char *path, const char *text,
					const char *const said[2]);
/* said: the files with what clang's passes have refused; NULL: there was no such pass. */
const char *hd_respell(hd_plan *p, const hd_strings *files, const char *const said[2]);

/* ---- nvcc.c: hdcc called by the name nvcc */

void hd_print_nvcc_version(void);
void hd_print_nvcc_settings(hd_arena *a, const hd_paths *p);

/* ---- messages.c: clang speaks twice, the user hears it once */

/* host_file may be NULL. */
/* A file of clang's, about calls from one side to the other. */
bool hd_mentions_sides(const char *file);
void hd_print_messages(const char *host_file, const char *device_file);

#endif
