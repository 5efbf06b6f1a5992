/* SPDX-License-Identifier: Apache-2.0 */
/* What formats of printf and scanf say about the arguments that follow. Used by the
 * compiler where the format is known, by the device where it is not. */
#ifndef HD_GF_FORMAT_H
#define HD_GF_FORMAT_H

typedef struct hd_gf_spec {
	enum hd_gf_kind {
		HD_GF_VALUE,
		HD_GF_TEXT,    /* a string that is read */
		HD_GF_OUT,     /* `size` bytes are written */
		HD_GF_TEXT_OUT /* a string of at most `size` bytes is written */
	} kind;
	long size;     /* TEXT: at most so many characters are read, -1 = no limit */
	int limit_arg; /* TEXT: the limit is this argument, -1 = none */
} hd_gf_spec;

enum { HD_GF_SCAN_STRING = 4096 }; /* what %s of scanf without a width may write */

static inline long
hd_gf_number(const char **p)
{
	long n = 0;

	while (**p >= '0' && **p <= '9')
		n = n * 10 + *(*p)++ - '0';
	return n;
}

/* The length of an integer that a modifier names; of a float, see there. */
static inline long
hd_gf_length(const char **p, int *wide)
{
	long size = 4;

	*wide = 0;
	for (;; (*p)++)
		switch (**p) {
		case 'h':
			size /= 2;
			break;
		case 'l':
		case 'q':
		case 'j':
		case 'z':
		case 't':
			size = 8;
			*wide = 1;
			break;
		case 'L':
			size = 16;
			*wide = 2;
			break;
		default:
			return size;
		}
}

/* Argument `want` (from 0) after a format of printf. */
static inline hd_gf_spec
hd_gf_print_spec(const char *p, int want)
{
	hd_gf_spec s = {HD_GF_VALUE, -1, -1};
	int arg = 0, wide;

	for (; *p; p++) {
		long limit = -1, size;
		int limit_arg = -1;

		if (*p != '%')
			continue;
		p++;
		while (*p == '-' || *p == '+' || *p == ' ' || *p == '#' || *p == '0' ||
		       *p == '\'')
			p++;
		if (*p == '*') {
			arg++;
			p++;
		} else {
			hd_gf_number(&p);
		}
		if (*p == '.') {
			p++;
			if (*p == '*') {
				limit_arg = arg++;
				p++;
			} else {
				limit = hd_gf_number(&p);
			}
		}
		size = hd_gf_length(&p, &wide);
		if (!*p)
			break;
		if (*p == '%' || *p == 'm')
			continue;
		if (arg++ != want)
			continue;
		if (*p == 's' && !wide)
			return (hd_gf_spec){HD_GF_TEXT, limit, limit_arg};
		if (*p == 'n')
			return (hd_gf_spec){HD_GF_OUT, size, -1};
		return s;
	}
	return s;
}

/* Likewise of scanf. */
static inline hd_gf_spec
hd_gf_scan_spec(const char *p, int want)
{
	hd_gf_spec s = {HD_GF_VALUE, -1, -1};
	int arg = 0, wide;

	for (; *p; p++) {
		long width, size;
		int skip;

		if (*p != '%')
			continue;
		p++;
		skip = *p == '*';
		p += skip;
		width = hd_gf_number(&p);
		size = hd_gf_length(&p, &wide);
		if (!*p)
			break;
		if (*p == '[') {
			p += p[1] == '^' ? 2 : 1;
			for (p++; *p && *p != ']'; p++)
				;
			if (!skip && arg++ == want)
				return (hd_gf_spec){
					HD_GF_TEXT_OUT,
					width ? width + 1 : HD_GF_SCAN_STRING, -1};
			if (!*p)
				break;
			continue;
		}
		if (*p == '%' || skip || arg++ != want)
			continue;
		switch (*p) {
		case 's':
			return (hd_gf_spec){HD_GF_TEXT_OUT,
					    width ? width + 1 : HD_GF_SCAN_STRING, -1};
		case 'c':
			return (hd_gf_spec){HD_GF_OUT, width ? width : 1, -1};
		case 'p':
			return (hd_gf_spec){HD_GF_OUT, 8, -1};
		default:
			return (hd_gf_spec){HD_GF_OUT, size, -1};
		}
	}
	return s;
}

#endif
