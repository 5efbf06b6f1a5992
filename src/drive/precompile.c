/* SPDX-License-Identifier: Apache-2.0 */
/* Headers that clang has read before. Nearly all that clang reads of a small program are
 * the headers that stand before its first line; what it made of them is kept in the user's
 * cache, as clang writes it (-emit-pch), and read instead.
 *
 * What headers say depends on clang, on the words of its command line and on the headers
 * themselves. So there is a list for each clang and its words, of the headers it read and
 * of the names in them; and what is kept goes by the list and the state of each header.
 * Words that cannot matter are no part of that: warnings, outputs, macros whose names are
 * in none of the headers, folders that have none of them. What is kept and clang then
 * refuses is read from the headers after all.
 *
 * Keeping takes half as long again as reading, so words that are asked for once leave an
 * empty list, and headers are kept from the second time on. */
#include "drive.h"

#include <ctype.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PRELUDE "__heddle_prelude.h"
#define SOURCE  "__heddle/precompiled.h" /* includes it, and is in no rule for make */

struct hd_reading {
	hd_plan *plan;
	hd_arena *mem;
	const char *folder, *stem; /* the cache; of files in the private directory */
	hd_strings words;          /* those that decide what headers say */
	hd_strings macros;         /* -D and -U of the user's names */
	hd_strings dirs;           /* the user's folders of headers */
	const char *list;          /* the key of the list */
	hd_strings headers;        /* in it */
	const char *names;         /* in it, each between ends of lines */
	const char *kept;          /* the file for clang; NULL: none (yet) */
	const char *made, *rules;
	pid_t maker; /* 0: nothing is being made */
	time_t started;
};

/* ---- words */

/* The argument of an option that is joined to it or follows it; *i moves to its end. */
static const char *
argument(const hd_strings *args, size_t *i, const char *option)
{
	const char *rest = args->at[*i] + strlen(option);

	if (*rest)
		return rest + (*rest == '=');
	return *i + 1 < args->n ? args->at[++*i] : "";
}

static bool
is_folder_option(const char *word, const char **option)
{
	static const char *const options[] = {"-isystem-after", "-isystem", "-iquote",
					      "-idirafter", "-I"};

	for (size_t k = 0; k < HD_COUNT(options); k++)
		if (hd_has_prefix(word, options[k])) {
			*option = options[k];
			return true;
		}
	return false;
}

/* Words of their own, or before a file or name, that say nothing about headers. */
static bool
skip_harmless(const hd_strings *args, size_t *i)
{
	static const char *const alone[] = {
		"-MD",
		"-MMD",
		"-w",
		"-pedantic",
		"-fcolor-diagnostics",
		"-Qunused-arguments",
	};
	static const char *const with_word[] = {"-include", "-MF", "-MT", "-MQ"};
	const char *word = args->at[*i];

	for (size_t k = 0; k < HD_COUNT(alone); k++)
		if (strcmp(word, alone[k]) == 0)
			return true;
	for (size_t k = 0; k < HD_COUNT(with_word); k++)
		if (hd_has_prefix(word, with_word[k])) {
			argument(args, i, with_word[k]);
			return true;
		}
	if (strcmp(word, "-Xclang") == 0 && *i + 1 < args->n &&
	    hd_has_prefix(args->at[*i + 1], "-cuid=")) {
		++*i;
		return true;
	}
	return hd_has_prefix(word, "--cuda-path=") ||
	       (hd_has_prefix(word, "-W") && !strchr(word, ',') &&
		!hd_has_suffix(word, "deprecated"));
}

static void
take_folder(hd_reading *r, const char *option, const char *dir)
{
	if (!hd_has_prefix(dir, r->plan->paths.include)) {
		hd_push(r->mem, &r->dirs, dir);
		return;
	}
	hd_push(r->mem, &r->words, option);
	hd_push(r->mem, &r->words, dir);
}

/* Names with an underscore in front are for the system's headers. */
static void
take_macro(hd_reading *r, const char *option, const char *macro)
{
	const char *word = hd_format(r->mem, "%s%s", option, macro);

	hd_push(r->mem, macro[0] == '_' ? &r->words : &r->macros, word);
}

/* Sorts the words of a pass; what is not known matters. False: too difficult. */
static bool
sort_words(hd_reading *r, const hd_strings *args)
{
	for (size_t i = 1; i < args->n; i++) {
		const char *word = args->at[i], *option;

		if (skip_harmless(args, &i))
			continue;
		if (strcmp(word, "-MP") == 0) /* rules with targets for headers */
			return false;
		if (is_folder_option(word, &option))
			take_folder(r, option, argument(args, &i, option));
		else if (hd_has_prefix(word, "-D") || hd_has_prefix(word, "-U"))
			take_macro(r, word[1] == 'D' ? "-D" : "-U",
				   argument(args, &i, "-D"));
		else
			hd_push(r->mem, &r->words, word);
	}
	return true;
}

/* ---- the list of headers and names */

static const char *
list_key(hd_reading *r)
{
	hd_str key = {.arena = r->mem};

	hd_str_addf(&key, "%s headers\n", HD_VERSION);
	hd_cache_identity(&key, r->plan->paths.clangxx);
	for (size_t i = 0; i < r->words.n; i++)
		hd_str_addf(&key, "%s\n", r->words.at[i]);
	return hd_cache_key(&key);
}

static const char *
headers_key(const hd_reading *r)
{
	hd_str key = {.arena = r->mem};

	hd_str_addf(&key, "%s\n", r->list);
	for (size_t i = 0; i < r->headers.n; i++)
		hd_cache_identity(&key, r->headers.at[i]);
	return hd_cache_key(&key);
}

/* Lines: the headers, an empty one, the names, an empty one. */
static bool
read_list(hd_reading *r)
{
	const char *file = hd_cache_find(r->mem, r->folder, r->list);
	char *text = file ? hd_read_file(r->mem, file, &(size_t){0}) : NULL;
	char *names = text ? strstr(text, "\n\n") : NULL;

	if (!names || !hd_has_suffix(names, "\n\n"))
		return false;
	r->names = names + 1;
	r->headers = (hd_strings){0};
	names[1] = '\0';
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		hd_push(r->mem, &r->headers, line);
	}
	names[1] = '\n';
	return true;
}

static void
add_names(hd_arena *mem, hd_map *seen, hd_strings *names, const char *text)
{
	while (*text) {
		size_t n = 0;

		while (isalnum((unsigned char)text[n]) || text[n] == '_')
			n++;
		if (n && !isdigit((unsigned char)*text)) {
			char *name = hd_strndup(mem, text, n);
			uintptr_t *slot = hd_map_put_str(mem, seen, name);

			if (!*slot)
				hd_push(mem, names, name);
			*slot = 1;
		}
		text += n ? n : 1;
	}
}

/* False if a header cannot be read or has changed since clang began to read. */
static bool
write_list(hd_reading *r, const char *file)
{
	hd_str text = {.arena = r->mem};
	hd_strings names = {0};
	hd_map seen = {0};

	for (size_t i = 0; i < r->headers.n; i++) {
		const char *header = r->headers.at[i];
		const char *says = hd_read_file(r->mem, header, &(size_t){0});
		struct stat st;

		if (!says || stat(header, &st) != 0 || st.st_mtime >= r->started)
			return false;
		add_names(r->mem, &seen, &names, says);
		hd_str_addf(&text, "%s\n", header);
	}
	hd_str_add(&text, "\n");
	for (size_t i = 0; i < names.n; i++)
		hd_str_addf(&text, "%s\n", names.at[i]);
	hd_str_add(&text, "\n");
	return hd_write_file(file, text.at, text.n);
}

/* ---- what the user has that may change what headers say */

/* Is the macro's name in the headers? */
static bool
is_named(const hd_reading *r, const char *macro)
{
	int n = (int)strcspn(macro + 2, "=(");

	return strstr(r->names, hd_format(r->mem, "\n%.*s\n", n, macro + 2)) != NULL;
}

/* Does the folder have a file that stands where a header stands: under its name, or under
 * that of a folder or two and its name? */
static bool
has_header(const char *dir, const hd_strings *headers)
{
	int fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool found = false;

	for (size_t i = 0; fd >= 0 && i < headers->n && !found; i++) {
		const char *path = headers->at[i], *at = path + strlen(path);

		for (int parts = 0; parts < 3 && at > path && !found; parts++) {
			while (--at > path && at[-1] != '/')
				;
			found = faccessat(fd, at, F_OK, 0) == 0;
		}
	}
	if (fd >= 0)
		close(fd);
	return found;
}

static bool
folders_matter(const hd_reading *r)
{
	for (size_t i = 0; i < r->dirs.n; i++)
		if (has_header(r->dirs.at[i], &r->headers))
			return true;
	return false;
}

/* Macros that headers know become words; true if there are any. */
static bool
take_known_macros(hd_reading *r)
{
	hd_strings others = {0};
	size_t before = r->words.n;

	for (size_t i = 0; i < r->macros.n; i++)
		hd_push(r->mem, is_named(r, r->macros.at[i]) ? &r->words : &others,
			r->macros.at[i]);
	r->macros = others;
	return r->words.n > before;
}

static bool
environment_matters(void)
{
	static const char *const names[] = {"CPATH", "C_INCLUDE_PATH",
					    "CPLUS_INCLUDE_PATH",
					    "CCC_OVERRIDE_OPTIONS"};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (getenv(names[i]))
			return true;
	return false;
}

/* ---- making */

static void
start(hd_reading *r)
{
	static const char *const how[] = {"-w",        "-fsyntax-only", "-Xclang",
					  "-emit-pch", "-Xclang",       "-o",
					  "-Xclang"};
	hd_strings args = {0};

	r->made = hd_format(r->mem, "%s.pch", r->stem);
	r->rules = hd_format(r->mem, "%s.pch.d", r->stem);
	r->started = time(NULL);
	hd_push(r->mem, &args, r->plan->paths.clangxx);
	for (size_t i = 0; i < r->words.n; i++)
		hd_push(r->mem, &args, r->words.at[i]);
	hd_push(r->mem, &args,
		hd_format(r->mem, "--cuda-path=%s/no-sdk", r->plan->dir));
	for (size_t i = 0; i < HD_COUNT(how); i++)
		hd_push(r->mem, &args, how[i]);
	hd_push(r->mem, &args, r->made);
	hd_push(r->mem, &args, "-MD");
	hd_push(r->mem, &args, "-MF");
	hd_push(r->mem, &args, r->rules);
	hd_push(r->mem, &args, hd_format(r->mem, "%s/" SOURCE, r->plan->paths.include));
	r->maker = hd_spawn(&args, hd_format(r->mem, "%s.pch.txt", r->stem),
			    r->plan->command->verbose);
}

/* Waits for what is being made, and keeps it. */
static void
finish(hd_reading *r)
{
	const char *list = hd_format(r->mem, "%s.list", r->made), *text, *colon;
	bool ok = r->maker > 0 && hd_wait(r->maker, r->plan->paths.clangxx) == 0;

	r->maker = 0;
	text = ok ? hd_read_file(r->mem, r->rules, &(size_t){0}) : NULL;
	colon = text ? strstr(text, ": ") : NULL;
	if (!colon)
		return;
	r->headers = (hd_strings){0};
	hd_split_words(r->mem, &r->headers, colon + 1, false);
	if (!write_list(r, list) || !hd_cache_add(r->mem, r->folder, r->list, list) ||
	    !hd_cache_add(r->mem, r->folder, headers_key(r), r->made))
		return;
	if (read_list(r))
		r->kept = hd_cache_find(r->mem, r->folder, headers_key(r));
}

static void
look_up(hd_reading *r)
{
	r->list = list_key(r);
	r->kept = NULL;
	if (read_list(r))
		r->kept = hd_cache_find(r->mem, r->folder, headers_key(r));
}

/* Was it looked for before? It will have been the next time. */
static bool
is_asked_again(const hd_reading *r)
{
	const char *empty = hd_format(r->mem, "%s.list", r->stem);

	if (hd_cache_find(r->mem, r->folder, r->list))
		return true;
	if (hd_write_file(empty, "", 0))
		hd_cache_add(r->mem, r->folder, r->list, empty);
	return false;
}

/* ---- from outside */

/* From C++20 on clang 19 takes functions for the host and for the device, read back from
 * where they are kept, for two that contradict each other, and may crash. */
static bool
is_too_new(const hd_strings *args)
{
	static const char *const old[] = {"98", "03", "11", "14",
					  "17", "0x", "1y", "1z"};
	const char *std = NULL;
	bool known = false;

	for (size_t i = 0; i < args->n; i++)
		if (hd_has_prefix(args->at[i], "-std="))
			std = args->at[i];
	for (size_t k = 0; std && k < HD_COUNT(old); k++)
		known |= hd_has_suffix(std, old[k]);
	return std && !known;
}

hd_reading *
hd_begin_reading(hd_plan *p, const hd_strings *args, const char *stem)
{
	hd_arena *mem = p->command->mem;
	const char *folder;
	hd_reading *r;

	/* for a debugger clang describes less of what it has read before */
	if (p->plain || p->overlay || p->own_side || p->command->dry ||
	    p->command->debug || p->command->job.debug_device ||
	    environment_matters() || is_too_new(args))
		return NULL;
	folder = hd_cache_headers(mem, true);
	if (!folder || hd_cache_limit() == 0)
		return NULL;
	r = HD_NEW(mem, hd_reading);
	*r = (hd_reading){.plan = p, .mem = mem, .folder = folder, .stem = stem};
	if (!sort_words(r, args))
		return NULL;
	look_up(r);
	if (!r->kept && !is_asked_again(r))
		return NULL;
	if (!r->kept)
		start(r);
	return r;
}

/* For macros that headers know there is another list, which may name more. */
static bool
fits(hd_reading *r)
{
	if (r->kept && take_known_macros(r)) {
		look_up(r);
		if (!r->kept && is_asked_again(r)) {
			start(r);
			finish(r);
		}
	}
	return r->kept && !take_known_macros(r) && !folders_matter(r);
}

hd_strings
hd_end_reading(hd_reading *r, const hd_strings *args)
{
	hd_strings with = {0};

	if (!r)
		return *args;
	if (r->maker)
		finish(r);
	if (!fits(r)) {
		r->kept = NULL;
		return *args;
	}
	for (size_t i = 0; i < args->n; i++) {
		if (i + 1 < args->n && strcmp(args->at[i], "-include") == 0 &&
		    strcmp(args->at[i + 1], PRELUDE) == 0) {
			hd_push(r->mem, &with, "-Xclang");
			hd_push(r->mem, &with, "-include-pch");
			hd_push(r->mem, &with, "-Xclang");
			hd_push(r->mem, &with, r->kept);
			i++;
		} else {
			hd_push(r->mem, &with, args->at[i]);
		}
	}
	return with;
}

bool
hd_has_read(const hd_reading *r)
{
	return r && r->kept;
}

void
hd_forget_reading(hd_reading *r)
{
	if (hd_has_read(r))
		unlink(r->kept);
}

static void
cut_out(char *at, size_t n)
{
	memmove(at, at + n, strlen(at + n) + 1);
}

/* Without the file that the kept headers were read from; a line that was broken for it is
 * whole again. */
void
hd_correct_rules(const hd_plan *p, const char *file)
{
	hd_arena *mem = p->command->mem;
	const char *name = hd_format(mem, " %s/" SOURCE, p->paths.include);
	char *text = hd_read_file(mem, file, &(size_t){0});
	char *at = text ? strstr(text, name) : NULL;

	if (!at)
		return;
	cut_out(at, strlen(name));
	at = strstr(at, " \\\n ");
	if (at)
		cut_out(at, strlen(" \\\n "));
	hd_write_file(file, text, strlen(text));
}
