/* SPDX-License-Identifier: Apache-2.0 */
/* Strings that grow, and lists of words. */
#include "rtc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
hd_text_add(hd_text *t, const void *bytes, size_t n)
{
	if (t->n + n + 1 > t->room && !t->failed) {
		size_t room = (t->n + n + 1) * 2;
		char *at = realloc(t->at, room);

		if (at) {
			t->at = at;
			t->room = room;
		} else {
			t->failed = true;
		}
	}
	if (t->failed)
		return;
	if (n)
		memcpy(t->at + t->n, bytes, n);
	t->n += n;
	t->at[t->n] = 0;
}

void
hd_text_puts(hd_text *t, const char *s)
{
	hd_text_add(t, s, strlen(s));
}

void
hd_text_printf(hd_text *t, const char *format, ...)
{
	char *s;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(&s, format, ap);
	va_end(ap);
	if (n < 0) {
		t->failed = true;
		return;
	}
	hd_text_add(t, s, (size_t)n);
	free(s);
}

void
hd_text_free(hd_text *t)
{
	free(t->at);
	*t = (hd_text){0};
}

bool
hd_text_read(hd_text *t, const char *path)
{
	FILE *f = fopen(path, "rbe");
	char buffer[16384];
	size_t n;
	bool ok;

	if (!f)
		return false;
	while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
		hd_text_add(t, buffer, n);
	ok = !ferror(f) && !t->failed;
	fclose(f);
	return ok;
}

void
hd_text_replace(hd_text *t, const char *from, const char *to)
{
	hd_text out = {0};
	const char *p = t->at, *hit;

	if (!p || !strstr(p, from))
		return;
	while ((hit = strstr(p, from))) {
		hd_text_add(&out, p, (size_t)(hit - p));
		hd_text_puts(&out, to);
		p = hit + strlen(from);
	}
	hd_text_puts(&out, p);
	hd_text_free(t);
	*t = out;
}

void
hd_text_quote(hd_text *t, const char *s)
{
	hd_text_puts(t, "\"");
	for (; *s; s++)
		if ((unsigned char)*s < ' ')
			hd_text_puts(t, " ");
		else if (*s == '"' || *s == '\\')
			hd_text_printf(t, "\\%c", *s);
		else
			hd_text_add(t, s, 1);
	hd_text_puts(t, "\"");
}

void
hd_words_add(hd_words *w, const char *a, const char *b)
{
	char **at = realloc(w->at, (w->n + 2) * sizeof *at), *word = NULL;

	if (at)
		w->at = at;
	if (!at || asprintf(&word, "%s%s", a, b ? b : "") < 0) {
		w->failed = true;
		return;
	}
	w->at[w->n++] = word;
	w->at[w->n] = NULL;
}

void
hd_words_add_one(hd_words *w, const char *option, const char *value)
{
	hd_text t = {0};

	hd_text_puts(&t, "");
	for (; *value; value++)
		hd_text_printf(&t, "%s%c", *value == ',' ? "\\" : "", *value);
	if (t.failed)
		w->failed = true;
	else
		hd_words_add(w, option, t.at);
	hd_text_free(&t);
}

void
hd_words_free(hd_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->at[i]);
	free(w->at);
	*w = (hd_words){0};
}
