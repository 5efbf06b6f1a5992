/* SPDX-License-Identifier: Apache-2.0 */
/* string.h and ctype.h, as far as no locale is needed. */
#include "dev.h"

void *
hd_gf_memcpy(void *to, const void *from, size_t n)
{
	char *d = to;
	const char *s = from;

	if ((((u64)d | (u64)s) & 7) == 0)
		for (; n >= 8; n -= 8, d += 8, s += 8)
			*(u64 *)d = *(const u64 *)s;
	for (; n; n--)
		*d++ = *s++;
	return to;
}

void *
hd_gf_memmove(void *to, const void *from, size_t n)
{
	char *d = to;
	const char *s = from;

	if (d <= s || d >= s + n)
		return hd_gf_memcpy(to, from, n);
	while (n--)
		d[n] = s[n];
	return to;
}

void *
hd_gf_memset(void *to, int c, size_t n)
{
	char *d = to;
	u64 word = 0x0101010101010101ull * (unsigned char)c;

	for (; n && ((u64)d & 7); n--)
		*d++ = (char)c;
	for (; n >= 8; n -= 8, d += 8)
		*(u64 *)d = word;
	for (; n; n--)
		*d++ = (char)c;
	return to;
}

int
hd_gf_memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

void *
hd_gf_memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	for (; n; n--, p++)
		if (*p == (unsigned char)c)
			return (void *)p;
	return NULL;
}

size_t
hd_gf_strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

size_t
hd_gf_strnlen(const char *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n])
		n++;
	return n;
}

char *
hd_gf_strcpy(char *to, const char *from)
{
	return hd_gf_memcpy(to, from, hd_gf_strlen(from) + 1);
}

char *
hd_gf_stpcpy(char *to, const char *from)
{
	return hd_gf_strcpy(to, from) + hd_gf_strlen(from);
}

char *
hd_gf_strncpy(char *to, const char *from, size_t n)
{
	size_t i = 0;

	for (; i < n && from[i]; i++)
		to[i] = from[i];
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

char *
hd_gf_strcat(char *to, const char *from)
{
	hd_gf_strcpy(to + hd_gf_strlen(to), from);
	return to;
}

char *
hd_gf_strncat(char *to, const char *from, size_t n)
{
	size_t have = hd_gf_strlen(to), more = hd_gf_strnlen(from, n);

	hd_gf_memcpy(to + have, from, more);
	to[have + more] = 0;
	return to;
}

int
hd_gf_strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

int
hd_gf_strcoll(const char *a, const char *b)
{
	return hd_gf_strcmp(a, b);
}

int
hd_gf_strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

/* ---- ctype: the "C" locale */

int
hd_gf_isdigit(int c)
{
	return c >= '0' && c <= '9';
}
int
hd_gf_isupper(int c)
{
	return c >= 'A' && c <= 'Z';
}
int
hd_gf_islower(int c)
{
	return c >= 'a' && c <= 'z';
}
int
hd_gf_isalpha(int c)
{
	return hd_gf_isupper(c) || hd_gf_islower(c);
}
int
hd_gf_isalnum(int c)
{
	return hd_gf_isalpha(c) || hd_gf_isdigit(c);
}
int
hd_gf_isspace(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}
int
hd_gf_isblank(int c)
{
	return c == ' ' || c == '\t';
}
int
hd_gf_iscntrl(int c)
{
	return (c >= 0 && c < 32) || c == 127;
}
int
hd_gf_isprint(int c)
{
	return c >= 32 && c < 127;
}
int
hd_gf_isgraph(int c)
{
	return c > 32 && c < 127;
}
int
hd_gf_ispunct(int c)
{
	return hd_gf_isgraph(c) && !hd_gf_isalnum(c);
}
int
hd_gf_isxdigit(int c)
{
	return hd_gf_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
int
hd_gf_toupper(int c)
{
	return hd_gf_islower(c) ? c - 32 : c;
}
int
hd_gf_tolower(int c)
{
	return hd_gf_isupper(c) ? c + 32 : c;
}

/* glibc's macros read tables of 384 entries, from -128 on. */
static uint16_t classes[384];
static i32 lower[384], upper[384];
static const uint16_t *classes_at = classes + 128;
static const i32 *lower_at = lower + 128, *upper_at = upper + 128;
static u32 tables_ready, tables_lock;

static uint16_t
class_of(int c)
{
	return (uint16_t)((hd_gf_isupper(c) ? 1 << 8 : 0) |
			  (hd_gf_islower(c) ? 1 << 9 : 0) |
			  (hd_gf_isalpha(c) ? 1 << 10 : 0) |
			  (hd_gf_isdigit(c) ? 1 << 11 : 0) |
			  (hd_gf_isxdigit(c) ? 1 << 12 : 0) |
			  (hd_gf_isspace(c) ? 1 << 13 : 0) |
			  (hd_gf_isprint(c) ? 1 << 14 : 0) |
			  (hd_gf_isgraph(c) ? 1 << 15 : 0) |
			  (hd_gf_isblank(c) ? 1 << 0 : 0) |
			  (hd_gf_iscntrl(c) ? 1 << 1 : 0) |
			  (hd_gf_ispunct(c) ? 1 << 2 : 0) |
			  (hd_gf_isalnum(c) ? 1 << 3 : 0));
}

static void
need_tables(void)
{
	if (load(&tables_ready))
		return;
	lock(&tables_lock);
	if (!load(&tables_ready)) {
		for (int i = 0; i < 384; i++) {
			int c = i - 128;

			classes[i] = c >= 0 ? class_of(c) : 0;
			lower[i] = c >= 0 ? hd_gf_tolower(c) : c;
			upper[i] = c >= 0 ? hd_gf_toupper(c) : c;
		}
		fence_gpu();
		store(&tables_ready, 1);
	}
	unlock(&tables_lock);
}

const uint16_t **
hd_gf___ctype_b_loc(void)
{
	need_tables();
	return &classes_at;
}

const i32 **
hd_gf___ctype_tolower_loc(void)
{
	need_tables();
	return &lower_at;
}

const i32 **
hd_gf___ctype_toupper_loc(void)
{
	need_tables();
	return &upper_at;
}

/* ---- searching */

int
hd_gf_strcasecmp(const char *a, const char *b)
{
	while (*a && hd_gf_tolower(*a) == hd_gf_tolower(*b)) {
		a++;
		b++;
	}
	return hd_gf_tolower((unsigned char)*a) - hd_gf_tolower((unsigned char)*b);
}

int
hd_gf_strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++) {
		int d = hd_gf_tolower((unsigned char)*a) -
			hd_gf_tolower((unsigned char)*b);

		if (d || !*a)
			return d;
	}
	return 0;
}

char *
hd_gf_strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

char *
hd_gf_strrchr(const char *s, int c)
{
	const char *found = NULL;

	for (;; s++) {
		if (*s == (char)c)
			found = s;
		if (!*s)
			return (char *)found;
	}
}

size_t
hd_gf_strcspn(const char *s, const char *stop)
{
	size_t n = 0;

	while (s[n] && !hd_gf_strchr(stop, s[n]))
		n++;
	return n;
}

size_t
hd_gf_strspn(const char *s, const char *set)
{
	size_t n = 0;

	while (s[n] && hd_gf_strchr(set, s[n]))
		n++;
	return n;
}

char *
hd_gf_strpbrk(const char *s, const char *set)
{
	s += hd_gf_strcspn(s, set);
	return *s ? (char *)s : NULL;
}

char *
hd_gf_strstr(const char *s, const char *word)
{
	size_t n = hd_gf_strlen(word);

	for (;; s++) {
		if (hd_gf_strncmp(s, word, n) == 0)
			return (char *)s;
		if (!*s)
			return NULL;
	}
}

char *
hd_gf_strtok_r(char *s, const char *stop, char **rest)
{
	char *word = s ? s : *rest;

	word += hd_gf_strspn(word, stop);
	if (!*word) {
		*rest = word;
		return NULL;
	}
	s = word + hd_gf_strcspn(word, stop);
	if (*s)
		*s++ = 0;
	*rest = s;
	return word;
}

static char *token_rest;

char *
hd_gf_strtok(char *s, const char *stop)
{
	return hd_gf_strtok_r(s, stop, &token_rest);
}

char *
hd_gf_strsep(char **s, const char *stop)
{
	char *word = *s;

	if (!word)
		return NULL;
	*s += hd_gf_strcspn(word, stop);
	if (**s)
		*(*s)++ = 0;
	else
		*s = NULL;
	return word;
}

char *
hd_gf_strndup(const char *s, size_t n)
{
	size_t have = hd_gf_strnlen(s, n);
	char *p = hd_gf_malloc(have + 1);

	if (p) {
		hd_gf_memcpy(p, s, have);
		p[have] = 0;
	}
	return p;
}

char *
hd_gf_strdup(const char *s)
{
	return hd_gf_strndup(s, hd_gf_strlen(s));
}
