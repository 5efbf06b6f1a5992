/* SPDX-License-Identifier: Apache-2.0 */
/* Strings in arenas, and reading and writing whole files. */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

char *
hd_strndup(hd_arena *a, const char *s, size_t n)
{
	char *p = hd_alloc(a, n + 1);

	return memcpy(p, s, n);
}

char *
hd_strdup(hd_arena *a, const char *s)
{
	return hd_strndup(a, s, strlen(s));
}

char *
hd_vformat(hd_arena *a, const char *fmt, va_list ap)
{
	va_list again;
	int n;
	char *p;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	hd_check(n >= 0);
	p = hd_alloc(a, (size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	return p;
}

char *
hd_format(hd_arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	p = hd_vformat(a, fmt, ap);
	va_end(ap);
	return p;
}

void
hd_str_addn(hd_str *s, const char *text, size_t n)
{
	if (s->n + n + 1 > s->room) {
		size_t room = (s->n + n + 1) * 2;
		char *at = hd_alloc(s->arena, room);

		if (s->n)
			memcpy(at, s->at, s->n);
		s->at = at;
		s->room = room;
	}
	memcpy(s->at + s->n, text, n);
	s->n += n;
	s->at[s->n] = '\0';
}

void
hd_str_add(hd_str *s, const char *text)
{
	hd_str_addn(s, text, strlen(text));
}

void
hd_str_addc(hd_str *s, char c)
{
	hd_str_addn(s, &c, 1);
}

void
hd_str_addf(hd_str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	hd_str_add(s, hd_vformat(s->arena, fmt, ap));
	va_end(ap);
}

bool
hd_has_prefix(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool
hd_has_suffix(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

/* FNV-1a */
uint64_t
hd_hash(const void *data, size_t n)
{
	const unsigned char *p = data;
	uint64_t h = 0xcbf29ce484222325ull;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}

static bool
read_all(int fd, char *p, size_t n)
{
	while (n) {
		ssize_t got = read(fd, p, n);

		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

char *
hd_read_file(hd_arena *a, const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *p = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0) {
		p = hd_alloc(a, (size_t)st.st_size + 1);
		if (!read_all(fd, p, (size_t)st.st_size))
			p = NULL;
		else if (size)
			*size = (size_t)st.st_size;
	}
	close(fd);
	return p;
}

bool
hd_write_file(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wbe");
	bool ok;

	if (!f)
		return false;
	ok = fwrite(data, 1, n, f) == n;
	return fclose(f) == 0 && ok;
}
