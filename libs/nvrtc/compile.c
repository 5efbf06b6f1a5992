/* SPDX-License-Identifier: Apache-2.0 */
/* One compilation: sources to a private folder, hdcc over them, its output back. */
#include "rtc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SOURCE "__heddle_program.cu" /* no header has this name */

/* ---- the source */

/* -default-device: functions and variables are for the device. */
#define DEFAULT_BEGIN                                                                  \
	"#pragma clang diagnostic ignored \"-Wpragma-clang-attribute\"\n"              \
	"#pragma clang force_cuda_host_device begin\n"                                 \
	"#pragma clang attribute push(__attribute__((device)), "                       \
	"apply_to = variable(is_global))\n"
#define DEFAULT_END                                                                    \
	"#pragma clang attribute pop\n"                                                \
	"#pragma clang force_cuda_host_device end\n"

/* The text between the brackets of an #include that begins the line, up to *end; NULL: there
 * is none. */
static const char *
bracketed(const char *line, const char **end)
{
	line += strspn(line, " \t");
	if (*line != '#')
		return NULL;
	line += 1 + strspn(line + 1, " \t");
	if (strncmp(line, "include", 7) != 0)
		return NULL;
	line += 7 + strspn(line + 7, " \t");
	*end = *line == '<' ? strpbrk(line, ">\n") : NULL;
	return *end && **end == '>' ? line + 1 : NULL;
}

static bool
is_given(const nvrtcProgram p, const char *name, size_t n)
{
	for (size_t i = 0; i < p->header_count; i++)
		if (strlen(p->headers[i].name) == n &&
		    memcmp(p->headers[i].name, name, n) == 0)
			return true;
	return false;
}

/* The program's text. What it includes in brackets and brings itself is put in quotes: those
 * headers are for the program alone, and not for Heddle's, which the system's limits.h is
 * meant for even if the program has another. */
static void
add_text(hd_text *t, const nvrtcProgram p, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		const char *end, *name = bracketed(text, &end);

		n += text[n] == '\n';
		if (name && is_given(p, name, (size_t)(end - name))) {
			hd_text_add(t, text, (size_t)(name - 1 - text));
			hd_text_puts(t, "\"");
			hd_text_add(t, name, (size_t)(end - name));
			hd_text_puts(t, "\"");
			hd_text_add(t, end + 1, (size_t)(text + n - end - 1));
		} else {
			hd_text_add(t, text, n);
		}
		text += n;
	}
}

/* What NVRTC knows without a header; then the program, under its own name. */
static void
add_source(hd_text *t, const nvrtcProgram p, bool device_default)
{
	hd_text_puts(t, "#include <assert.h>\n");
	if (device_default)
		hd_text_puts(t, DEFAULT_BEGIN);
	hd_text_puts(t, "#line 1 ");
	hd_text_quote(t, p->name);
	hd_text_puts(t, "\n");
	add_text(t, p, p->source);
	hd_text_puts(t, "\n");
	if (device_default)
		hd_text_puts(t, DEFAULT_END);
}

/* A variable that points at each name makes templates real, and hdcc says what it points at
 * (src/gen/image.c). */
static void
add_names(hd_text *t, const nvrtcProgram p)
{
	for (size_t i = 0; i < p->name_count; i++) {
		hd_text_puts(t, "#line 1 \"name expression\"\n");
		hd_text_printf(t, "__device__ auto __heddle_name_%zu = ", i);
		for (const char *s = p->names[i].expression; *s; s++)
			hd_text_add(t, *s == '\n' ? " " : s, 1);
		hd_text_puts(t, ";\n");
	}
}

static bool
write_source(const hd_rtc_folder *f, nvrtcProgram p, bool device_default)
{
	hd_text t = {0};
	bool ok;

	add_source(&t, p, device_default);
	add_names(&t, p);
	ok = !t.failed && hd_rtc_folder_write(f, SOURCE, &t, &p->log);
	hd_text_free(&t);
	return ok;
}

static bool
write_headers(const hd_rtc_folder *f, nvrtcProgram p)
{
	bool ok = true;

	for (size_t i = 0; i < p->header_count && ok; i++) {
		hd_text t = {0};

		hd_text_puts(&t, "#line 1 ");
		hd_text_quote(&t, p->headers[i].name);
		hd_text_puts(&t, "\n");
		add_text(&t, p, p->headers[i].text);
		hd_text_puts(&t, "\n");
		ok = !t.failed &&
		     hd_rtc_folder_write(f, p->headers[i].name, &t, &p->log);
		hd_text_free(&t);
	}
	return ok;
}

/* ---- the command */

static void
add_folder_of(hd_words *w, const char *name)
{
	const char *slash = strrchr(name, '/');
	char *folder = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");

	hd_words_add_one(w, "-isystem=", folder ? folder : ".");
	free(folder);
}

static bool
make_command(hd_words *w, const char *hdcc, const hd_rtc_folder *f, nvrtcProgram p,
	     const hd_rtc_options *o)
{
	char names[sizeof f->root + 32], caller[64];

	hd_words_add(w, hdcc, NULL);
	hd_words_add(w, "-cubin", NULL);
	hd_words_add(w, "-D__CUDACC_RTC__=1", NULL);
	hd_words_add_one(w, "-iquote=", f->deep);
	hd_words_add_one(w, "-idirafter=", f->deep);
	for (size_t i = 0; i < o->words.n; i++)
		hd_words_add(w, o->words.at[i], NULL);
	if (o->source_include)
		add_folder_of(w, p->name);
	snprintf(names, sizeof names, "-fheddle-names=%s", f->root);
	hd_words_add(w, names, "/names");
	snprintf(caller, sizeof caller, "-fheddle-caller=%ld:", (long)getpid());
	hd_words_add(w, caller, f->root); /* if we are killed */
	hd_words_add(w, "-o", NULL);
	hd_words_add(w, f->root, "/image");
	hd_words_add(w, f->deep, "/" SOURCE);
	return !w->failed;
}

/* ---- what came of it */

static bool
read_below(const hd_rtc_folder *f, const char *name, hd_text *to)
{
	char path[sizeof f->root + 64];

	snprintf(path, sizeof path, "%s/%s", f->root, name);
	return hd_text_read(to, path);
}

/* People know the program by its name, not where it lay. */
static void
read_log(const hd_rtc_folder *f, nvrtcProgram p)
{
	hd_text said = {0};
	char path[sizeof f->deep + 32];

	if (read_below(f, "said", &said) && said.n) {
		snprintf(path, sizeof path, "%s/" SOURCE, f->deep);
		hd_text_replace(&said, path, p->name);
		snprintf(path, sizeof path, "%s/", f->deep);
		hd_text_replace(&said, path, "");
		if (said.n)
			hd_text_puts(&p->log, said.at);
	}
	hd_text_free(&said);
}

static bool
read_names(const hd_rtc_folder *f, nvrtcProgram p)
{
	hd_text lines = {0};
	char *line, *rest;
	bool ok = read_below(f, "names", &lines);

	rest = lines.at;
	for (size_t i = 0; ok && i < p->name_count; i++) {
		line = strsep(&rest, "\n");
		p->names[i].lowered = line && *line ? strdup(line) : NULL;
		ok = p->names[i].lowered;
	}
	hd_text_free(&lines);
	return ok;
}

static nvrtcResult
result_of(const hd_rtc_folder *f, nvrtcProgram p, int status)
{
	if (status == -2)
		return NVRTC_ERROR_CANCELLED;
	if (status < 0)
		return NVRTC_ERROR_INTERNAL_ERROR;
	read_log(f, p);
	if (status)
		return status == 1 ? NVRTC_ERROR_COMPILATION
				   : NVRTC_ERROR_INTERNAL_ERROR;
	if (read_below(f, "image", &p->image) && (!p->name_count || read_names(f, p)))
		return NVRTC_SUCCESS;
	hd_text_puts(&p->log, "nvrtc: error: there is no output\n");
	return NVRTC_ERROR_COMPILATION;
}

static nvrtcResult
compile_in(const hd_rtc_folder *f, const char *hdcc, nvrtcProgram p,
	   const hd_rtc_options *o)
{
	char said[sizeof f->root + 64];
	hd_words w = {0};
	nvrtcResult result = NVRTC_ERROR_INTERNAL_ERROR;

	snprintf(said, sizeof said, "%s/said", f->root);
	if (write_headers(f, p) && write_source(f, p, o->device_default) &&
	    make_command(&w, hdcc, f, p, o))
		result = result_of(f, p, hd_rtc_run(&w, said, p));
	hd_words_free(&w);
	return p->log.failed || p->image.failed ? NVRTC_ERROR_OUT_OF_MEMORY : result;
}

nvrtcResult
hd_rtc_compile(nvrtcProgram p, hd_rtc_options *o)
{
	char *hdcc = hd_rtc_find_compiler();
	hd_rtc_folder folder;
	nvrtcResult result = NVRTC_ERROR_INTERNAL_ERROR;

	if (!hdcc) {
		hd_text_printf(
			&p->log,
			"nvrtc: error: hdcc, which compiles programs, is not there: "
			"neither beside libnvrtc nor in PATH; name it in HEDDLE_HDCC\n");
		return result;
	}
	if (hd_rtc_folder_make(&folder, &p->log)) {
		result = compile_in(&folder, hdcc, p, o);
		hd_rtc_folder_remove(&folder);
	}
	free(hdcc);
	return result;
}
