/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC: a program's sources go to a private folder, hdcc makes an image of them, and what
 * it says is the program's log. */
#ifndef HD_RTC_H
#define HD_RTC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#include "nvrtc.h"
#pragma GCC visibility pop

/* ---- text.c: strings that grow; all fail by remembering it */

typedef struct hd_text {
	char *at; /* NULL: empty */
	size_t n, room;
	bool failed; /* no memory */
} hd_text;

void hd_text_add(hd_text *t, const void *bytes, size_t n);
void hd_text_puts(hd_text *t, const char *s);
void hd_text_printf(hd_text *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void hd_text_free(hd_text *t);
bool hd_text_read(hd_text *t, const char *path); /* a file; false + errno */
/* Every `from` becomes `to`. */
void hd_text_replace(hd_text *t, const char *from, const char *to);
void hd_text_quote(hd_text *t, const char *s); /* as a string of C */

/* Words for a command line. */
typedef struct hd_words {
	char **at; /* NULL at the end, once there are any */
	size_t n;
	bool failed;
} hd_words;

void hd_words_add(hd_words *w, const char *a, const char *b); /* ab; b may be NULL */
/* An option that hdcc takes a list for, with one value whatever commas are in it. */
void hd_words_add_one(hd_words *w, const char *option, const char *value);
void hd_words_free(hd_words *w);

/* ---- program.c */

typedef struct hd_rtc_header {
	char *name, *text;
} hd_rtc_header;

typedef struct hd_rtc_name {
	char *expression;
	char *lowered; /* NULL: not compiled */
} hd_rtc_name;

struct _nvrtcProgram {
	char *source, *name;
	hd_rtc_header *headers;
	size_t header_count;
	hd_rtc_name *names;
	size_t name_count;
	bool compiled; /* was tried */
	hd_text image, log;
	int (*flow)(void *, void *); /* NULL: none */
	void *payload;
};

/* ---- options.c: NVRTC's words as hdcc's */

typedef struct hd_rtc_options {
	hd_words words;
	bool device_default; /* functions are for the device unless they say otherwise */
	bool source_include; /* headers beside the source are found */
} hd_rtc_options;

/* What is wrong goes to the log. */
nvrtcResult hd_rtc_options_read(hd_rtc_options *o, int n, const char *const *words,
				hd_text *log);

/* ---- folder.c: the private folder */

typedef struct hd_rtc_folder {
	char root[4096];
	char deep[4096]; /* the source's folder, some levels below */
	int lock;        /* a file that is locked while we live; -1: none */
} hd_rtc_folder;

bool hd_rtc_folder_make(hd_rtc_folder *f, hd_text *log); /* false: why is in the log */
void hd_rtc_folder_remove(const hd_rtc_folder *f);
/* A header may be in a folder, also in one beside the source's: "../a/b.h". */
bool hd_rtc_is_good_name(const char *name);
bool hd_rtc_folder_write(const hd_rtc_folder *f, const char *name, const hd_text *text,
			 hd_text *log);

/* ---- compiler.c: running hdcc */

/* Its exit status, -1: it could not be run, which the log says, -2: cancelled. What it says
 * goes to the file. */
int hd_rtc_run(const hd_words *words, const char *said, nvrtcProgram program);
char *hd_rtc_find_compiler(void); /* to be freed; NULL: nowhere */

/* ---- compile.c */

nvrtcResult hd_rtc_compile(nvrtcProgram p, hd_rtc_options *o);

#endif
