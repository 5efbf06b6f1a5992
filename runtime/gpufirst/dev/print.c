/* SPDX-License-Identifier: Apache-2.0 */
/* printf into memory. Arguments are eight bytes each, one after the other, as the
 * compiler leaves them for functions with a variable number of arguments. Floating-point
 * numbers are written by the host, all others here. */
#include "dev.h"

size_t hd_gf_strnlen(const char *s, size_t n);

/* Where a va_list of the host keeps its pointer to arguments; the compiler says. */
extern const u32 hd_gf_list_offset;

typedef struct text {
	char *to;
	size_t room, n; /* n counts what does not fit, too */
} text;

typedef struct spec {
	u32 left, zero, plus, space, hash;
	i32 width, precision; /* -1: none */
	u32 longer, shorter;
} spec;

INLINE void
put(text *t, char c)
{
	if (t->n < t->room)
		t->to[t->n] = c;
	t->n++;
}

static void
put_padded(text *t, const spec *s, const char *prefix, const char *body, i32 n)
{
	i32 m = (i32)hd_gf_strlen(prefix), pad = s->width - n - m;

	if (!s->left && !s->zero)
		for (; pad > 0; pad--)
			put(t, ' ');
	while (*prefix)
		put(t, *prefix++);
	if (!s->left)
		for (; pad > 0; pad--)
			put(t, '0');
	for (i32 i = 0; i < n; i++)
		put(t, body[i]);
	for (; pad > 0; pad--)
		put(t, ' ');
}

static void
put_integer(text *t, spec *s, u64 x, u32 base, u32 is_signed)
{
	const char *digits = base == 17 ? "0123456789ABCDEF" : "0123456789abcdef";
	const char *prefix = "";
	char body[72];
	i32 n = sizeof body;

	if (s->shorter)
		x = s->shorter == 1
			    ? (is_signed ? (u64)(i64)(short)x : (uint16_t)x)
			    : (is_signed ? (u64)(i64)(signed char)x : (unsigned char)x);
	else if (!s->longer)
		x = is_signed ? (u64)(i64)(i32)x : (u32)x;
	if (is_signed) {
		prefix = (i64)x < 0 ? "-" : s->plus ? "+" : s->space ? " " : "";
		x = (i64)x < 0 ? 0 - x : x;
	}
	if (s->hash && x && base >= 16)
		prefix = base == 17 ? "0X" : "0x";
	base = base == 17 ? 16 : base;
	if (s->precision >= 0)
		s->zero = 0;
	for (; x; x /= base)
		body[--n] = digits[x % base];
	while ((i32)sizeof body - n < (s->precision < 0 ? 1 : s->precision) && n > 1)
		body[--n] = '0';
	if (s->hash && base == 8 && (n == (i32)sizeof body || body[n] != '0'))
		body[--n] = '0';
	put_padded(t, s, prefix, body + n, (i32)sizeof body - n);
}

/* The host writes one number: the format goes there with it. */
static void
put_double(text *t, char letter, const spec *s, u64 bits)
{
	char format[40], body[400];
	hd_gf_call c;
	u32 k = 0;

	format[k++] = '%';
	if (s->left)
		format[k++] = '-';
	if (s->plus)
		format[k++] = '+';
	if (s->space)
		format[k++] = ' ';
	if (s->hash)
		format[k++] = '#';
	if (s->zero)
		format[k++] = '0';
	if (s->width > 300 || s->precision > 60)
		hd_gfx_fail("a floating-point number is printed wider than 300 digits");
	if (s->width >= 100)
		format[k++] = (char)('0' + s->width / 100);
	if (s->width >= 10)
		format[k++] = (char)('0' + s->width / 10 % 10);
	if (s->width > 0)
		format[k++] = (char)('0' + s->width % 10);
	if (s->precision >= 0) {
		format[k++] = '.';
		format[k++] = (char)('0' + s->precision / 10);
		format[k++] = (char)('0' + s->precision % 10);
	}
	format[k++] = letter;
	format[k] = 0;
	hd_gfx_rpc_begin(&c, HD_GF_OP_DOUBLE);
	hd_gfx_rpc_value(&c, bits);
	hd_gfx_rpc_string(&c, format);
	hd_gfx_rpc_string_out(&c, body, sizeof body);
	hd_gfx_rpc_value(&c, sizeof body);
	hd_gfx_rpc_end(&c);
	for (k = 0; body[k]; k++)
		put(t, body[k]);
}

static i32
number(const char **p, const u64 **arg)
{
	i32 n = 0;

	if (**p == '*') {
		++*p;
		return (i32) * (*arg)++;
	}
	for (; **p >= '0' && **p <= '9'; ++*p)
		n = n * 10 + (**p - '0');
	return n;
}

static const char *
read_spec(const char *p, const u64 **arg, spec *s)
{
	for (;; p++)
		if (*p == '-')
			s->left = 1;
		else if (*p == '0')
			s->zero = 1;
		else if (*p == '+')
			s->plus = 1;
		else if (*p == ' ')
			s->space = 1;
		else if (*p == '#')
			s->hash = 1;
		else
			break;
	s->width = number(&p, arg);
	if (s->width < 0) {
		s->left = 1;
		s->width = -s->width;
	}
	s->precision = -1;
	if (*p == '.') {
		p++;
		s->precision = number(&p, arg);
	}
	if (s->left)
		s->zero = 0;
	for (;; p++)
		if (*p == 'h')
			s->shorter++;
		else if (*p == 'l' || *p == 'z' || *p == 'j' || *p == 't' || *p == 'q')
			s->longer = 1;
		else
			return p;
}

static void
put_string(text *t, spec *s, const char *p)
{
	s->zero = 0;
	if (!p)
		p = "(null)";
	put_padded(t, s, "", p,
		   (i32)(s->precision >= 0 ? hd_gf_strnlen(p, (size_t)s->precision)
					   : hd_gf_strlen(p)));
}

/* One conversion; returns what is after it. */
static const char *
convert(text *t, const char *p, const u64 **arg)
{
	spec s = {0};
	char c;

	p = read_spec(p, arg, &s);
	switch (*p++) {
	case 'd':
	case 'i':
		put_integer(t, &s, *(*arg)++, 10, 1);
		break;
	case 'u':
		put_integer(t, &s, *(*arg)++, 10, 0);
		break;
	case 'o':
		put_integer(t, &s, *(*arg)++, 8, 0);
		break;
	case 'x':
		put_integer(t, &s, *(*arg)++, 16, 0);
		break;
	case 'X':
		put_integer(t, &s, *(*arg)++, 17, 0);
		break;
	case 'p':
		s.hash = s.longer = 1;
		put_integer(t, &s, *(*arg)++, 16, 0);
		break;
	case 'c':
		c = (char)*(*arg)++;
		s.zero = 0;
		put_padded(t, &s, "", &c, 1);
		break;
	case 's':
		put_string(t, &s, (const char *)*(*arg)++);
		break;
	case '%':
		put(t, '%');
		break;
	case 'f':
	case 'F':
	case 'e':
	case 'E':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		put_double(t, p[-1], &s, *(*arg)++);
		break;
	default:
		hd_gfx_fail("printf into memory: a conversion that the device does not "
			    "know");
	}
	return p;
}

/* ---- the functions; `rest` are the arguments */

int
hd_gf_snprintf(char *to, size_t room, const char *p, const u64 *rest)
{
	text t = {to, room, 0};

	while (*p)
		if (*p == '%')
			p = convert(&t, p + 1, &rest);
		else
			put(&t, *p++);
	if (room)
		to[t.n < room ? t.n : room - 1] = 0;
	return (int)t.n;
}

int
hd_gf_sprintf(char *to, const char *format, const u64 *rest)
{
	return hd_gf_snprintf(to, 0x7fffffff, format, rest);
}

INLINE const u64 *
arguments_of(void *list)
{
	return *(const u64 **)((char *)list + hd_gf_list_offset);
}

int
hd_gf_vsnprintf(char *to, size_t room, const char *format, void *list)
{
	return hd_gf_snprintf(to, room, format, arguments_of(list));
}

int
hd_gf_vsprintf(char *to, const char *format, void *list)
{
	return hd_gf_snprintf(to, 0x7fffffff, format, arguments_of(list));
}

/* To a file: as text, which the host writes. */
static int
print_to(u64 file, const char *format, const u64 *rest)
{
	char small[512], *all = small;
	int n = hd_gf_snprintf(small, sizeof small, format, rest);
	hd_gf_call c;

	if (n >= (int)sizeof small) {
		all = hd_gf_malloc((size_t)n + 1);
		if (!all)
			hd_gfx_fail("out of device memory for printing");
		hd_gf_snprintf(all, (size_t)n + 1, format, rest);
	}
	hd_gfx_rpc_begin(&c, HD_GF_OP_PRINT);
	hd_gfx_rpc_value(&c, file);
	hd_gfx_rpc_string(&c, all);
	hd_gfx_rpc_end(&c);
	if (all != small)
		hd_gf_free(all);
	return n;
}

int
hd_gf_vfprintf(void *file, const char *format, void *list)
{
	return print_to((u64)file, format, arguments_of(list));
}

int
hd_gf_vprintf(const char *format, void *list)
{
	return print_to(1, format, arguments_of(list));
}

void
hd_gfx_print_error(const char *format, const u64 *rest)
{
	print_to(2, format, rest);
}

/* ---- text in memory of its own */

int
hd_gf_asprintf(char **to, const char *format, const u64 *rest)
{
	int n = hd_gf_snprintf(NULL, 0, format, rest);

	*to = hd_gf_malloc((size_t)n + 1);
	return *to ? hd_gf_snprintf(*to, (size_t)n + 1, format, rest) : -1;
}

int
hd_gf_vasprintf(char **to, const char *format, void *list)
{
	return hd_gf_asprintf(to, format, arguments_of(list));
}

/* What is left of a line, up to the room there is. */
static u64
read_part(void *file, int delimiter, char *to, u64 room)
{
	hd_gf_call c;

	hd_gfx_rpc_begin(&c, HD_GF_OP_LINE);
	hd_gfx_rpc_value(&c, (u64)file);
	hd_gfx_rpc_value(&c, (u64)delimiter);
	hd_gfx_rpc_value(&c, room);
	hd_gfx_rpc_object(&c, to, 0, room, 2);
	return hd_gfx_rpc_end(&c);
}

i64
hd_gf_getdelim(char **line, size_t *size, int delimiter, void *file)
{
	enum { FIRST = 120, MOST = 4096 };
	u64 n = 0, got, room;

	for (;;) {
		if (!*line || *size < n + 2) {
			u64 larger = *line && *size >= FIRST ? 2 * *size : FIRST;
			char *p = hd_gf_realloc(*line, larger);

			if (!p)
				return -1;
			*line = p;
			*size = larger;
		}
		room = *size - n - 1;
		got = read_part(file, delimiter, *line + n, room < MOST ? room : MOST);
		n += got;
		if (got == 0 || (unsigned char)(*line)[n - 1] == (u32)delimiter)
			break;
	}
	(*line)[n] = 0;
	return n ? (i64)n : -1;
}

i64
hd_gf_getline(char **line, size_t *size, void *file)
{
	return hd_gf_getdelim(line, size, '\n', file);
}
