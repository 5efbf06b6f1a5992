/* SPDX-License-Identifier: Apache-2.0 */
/* printf of device code: the format walks over a packed argument buffer.
 *
 * The arguments lie as in a C struct of the promoted types: int 4 bytes, long, pointers
 * and double 8, each at its own alignment. The text of one call is written at once. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text under way: on the stack, on the heap when it grows. */
struct text {
	char *data;
	size_t length, room;
	char small[1024];
};

struct args {
	const char *base;
	size_t at;
	int count; /* taken so far */
};

/* One conversion, taken apart. */
struct spec {
	char text[32]; /* "%-08ll", as it goes to snprintf without the letter */
	size_t length;
	bool is_long; /* an 8-byte integer */
	char letter;
};

static bool
make_room(struct text *t, size_t more)
{
	if (t->room - t->length > more)
		return true;
	size_t room = 2 * (t->length + more);
	char *heap = malloc(room);

	if (!heap)
		return false;
	memcpy(heap, t->data, t->length);
	if (t->data != t->small)
		free(t->data);
	t->data = heap;
	t->room = room;
	return true;
}

static void
append(struct text *t, const char *from, size_t n)
{
	if (!make_room(t, n))
		return;
	memcpy(t->data + t->length, from, n);
	t->length += n;
}

static void
take(struct args *a, void *to, size_t size)
{
	a->at = (a->at + size - 1) & ~(size - 1);
	memcpy(to, a->base + a->at, size);
	a->at += size;
	a->count++;
}

static void
spec_add(struct spec *s, const char *from, size_t n)
{
	if (s->length + n + 4 < sizeof s->text) { /* room for "ll", letter, end */
		memcpy(s->text + s->length, from, n);
		s->length += n;
	}
}

/* A width or precision: digits, or '*' and an argument. */
static const char *
parse_number(const char *p, struct spec *s, struct args *a)
{
	char digits[16];
	int value;

	if (*p == '*') {
		take(a, &value, 4);
		spec_add(s, digits,
			 (size_t)snprintf(digits, sizeof digits, "%d", value));
		return p + 1;
	}
	size_t n = strspn(p, "0123456789");

	spec_add(s, p, n);
	return p + n;
}

/* The conversion after a '%'; where the text goes on. */
static const char *
parse_spec(const char *p, struct spec *s, struct args *a)
{
	size_t n = strspn(p, "-+ #0");

	*s = (struct spec){.text = "%", .length = 1};
	spec_add(s, p, n < 8 ? n : 8);
	p = parse_number(p + n, s, a);
	if (*p == '.') {
		spec_add(s, ".", 1);
		p = parse_number(p + 1, s, a);
	}
	for (; *p && strchr("hlzjtqL", *p); p++) {
		if (*p == 'h')
			spec_add(s, "h", 1);
		else if (*p != 'L')
			s->is_long = true;
	}
	s->letter = *p;
	return *p ? p + 1 : p;
}

/* The value in front of `...` has the type that the finished conversion names. */
#define PRINT(t, s, value)                                                             \
	do {                                                                           \
		int n_ = snprintf((t)->data + (t)->length, (t)->room - (t)->length,    \
				  (s)->text, (value));                                 \
		if (n_ > 0 && (size_t)n_ >= (t)->room - (t)->length &&                 \
		    make_room((t), (size_t)n_ + 1))                                    \
			n_ = snprintf((t)->data + (t)->length,                         \
				      (t)->room - (t)->length, (s)->text, (value));    \
		if (n_ > 0 && (size_t)n_ < (t)->room - (t)->length)                    \
			(t)->length += (size_t)n_;                                     \
	} while (0)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
print_integer(struct text *t, struct spec *s, struct args *a)
{
	long long wide;
	int narrow;

	if (s->is_long) {
		spec_add(s, "ll", 2);
		spec_add(s, &s->letter, 1);
		take(a, &wide, 8);
		PRINT(t, s, wide);
	} else {
		spec_add(s, &s->letter, 1);
		take(a, &narrow, 4);
		PRINT(t, s, narrow);
	}
}

static void
print_double(struct text *t, struct spec *s, struct args *a)
{
	double value;

	spec_add(s, &s->letter, 1);
	take(a, &value, 8);
	PRINT(t, s, value);
}

static void
print_pointer(struct text *t, struct spec *s, struct args *a)
{
	const char *value;

	spec_add(s, &s->letter, 1);
	take(a, &value, 8);
	if (s->letter == 's' && !value)
		value = "(null)";
	PRINT(t, s, value);
}

#pragma GCC diagnostic pop

static void
print_spec(struct text *t, struct spec *s, struct args *a)
{
	switch (s->letter) {
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		print_integer(t, s, a);
		break;
	case 'c':
		s->is_long = false;
		print_integer(t, s, a);
		break;
	case 'f':
	case 'F':
	case 'e':
	case 'E':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		print_double(t, s, a);
		break;
	case 's':
	case 'p':
		print_pointer(t, s, a);
		break;
	case '%':
		append(t, "%", 1);
		break;
	default: /* not a conversion: as it stands */
		append(t, s->text, s->length);
		append(t, &s->letter, s->letter != '\0');
		break;
	}
}

int
hd_device_printf(const char *format, const void *args)
{
	struct text t = {.length = 0, .room = sizeof t.small};
	struct args a = {args, 0, 0};
	struct spec s;

	if (!format)
		return -1;
	t.data = t.small;
	while (*format) {
		size_t n = strcspn(format, "%");

		append(&t, format, n);
		format += n;
		if (!*format)
			break;
		format = parse_spec(format + 1, &s, &a);
		print_spec(&t, &s, &a);
	}
	fwrite(t.data, 1, t.length, stdout);
	if (t.data != t.small)
		free(t.data);
	return a.count;
}
