/* SPDX-License-Identifier: Apache-2.0 */
/* getopt and getopt_long, with words that are no options moved to the end, as programs
 * on Linux expect. The variables are the device's own. */
#include "dev.h"

void hd_gfx_print_error(const char *format, const u64 *rest);
int hd_gf_strncmp(const char *a, const char *b, size_t n);
char *hd_gf_strchr(const char *s, int c);

char *hd_gf_optarg;
i32 hd_gf_optind = 1, hd_gf_opterr = 1, hd_gf_optopt = '?';

typedef struct option { /* as in getopt.h */
	const char *name;
	i32 has_arg; /* 0 no, 1 yes, 2 perhaps */
	i32 *flag;
	i32 value;
} option;

static const char *rest;      /* letters of the word that are left */
static i32 skipped, skip_end; /* words before optind that are no options */
static u32 quiet;             /* the letters begin with a colon */

static void
complain(const char *format, const char *program, u64 what)
{
	u64 args[] = {(u64)program, what};

	if (hd_gf_opterr && !quiet)
		hd_gfx_print_error(format, args);
}

static void
reverse(char **argv, i32 from, i32 to)
{
	for (; from < --to; from++) {
		char *word = argv[from];

		argv[from] = argv[to];
		argv[to] = word;
	}
}

/* Words that were skipped change places with the options after them. */
static void
move_skipped(char **argv)
{
	i32 options = hd_gf_optind - skip_end;

	if (skipped != skip_end && options) {
		reverse(argv, skipped, skip_end);
		reverse(argv, skip_end, hd_gf_optind);
		reverse(argv, skipped, hd_gf_optind);
	}
	skipped += options;
	skip_end = hd_gf_optind;
}

static i32
is_option(const char *word)
{
	return word[0] == '-' && word[1];
}

/* Goes to the next word with options; 0: there is none. */
static i32
next_word(i32 argc, char **argv, i32 stay)
{
	move_skipped(argv);
	if (!stay)
		while (hd_gf_optind < argc && !is_option(argv[hd_gf_optind]))
			hd_gf_optind++;
	skip_end = hd_gf_optind;
	if (hd_gf_optind < argc && argv[hd_gf_optind][0] == '-' &&
	    argv[hd_gf_optind][1] == '-' && !argv[hd_gf_optind][2]) {
		hd_gf_optind++;
		move_skipped(argv);
		skip_end = argc;
		hd_gf_optind = skipped;
		return 0;
	}
	if (hd_gf_optind < argc && is_option(argv[hd_gf_optind]))
		return 1;
	hd_gf_optind = skipped;
	return 0;
}

static i32
short_option(i32 argc, char **argv, const char *letters)
{
	char c = *rest++;
	const char *at = c == ':' ? NULL : hd_gf_strchr(letters, c);

	if (!*rest)
		hd_gf_optind++;
	hd_gf_optopt = c;
	if (!at) {
		complain("%s: invalid option -- '%c'\n", argv[0], (u64)c);
		return '?';
	}
	hd_gf_optarg = NULL;
	if (at[1] != ':')
		return c;
	if (*rest) {
		hd_gf_optarg = (char *)rest;
		hd_gf_optind++;
	} else if (at[2] != ':') {
		if (hd_gf_optind >= argc) {
			if (quiet)
				return ':';
			complain("%s: option requires an argument -- '%c'\n", argv[0],
				 (u64)c);
			return '?';
		}
		hd_gf_optarg = argv[hd_gf_optind++];
	}
	rest = NULL;
	return c;
}

/* The option that the name, or its beginning, means; NULL: none, or several. */
static const option *
find_long(const option *all, const char *name, size_t n)
{
	const option *found = NULL;

	for (const option *o = all; o->name; o++) {
		if (hd_gf_strncmp(o->name, name, n))
			continue;
		if (hd_gf_strlen(o->name) == n)
			return o;
		if (found)
			return NULL;
		found = o;
	}
	return found;
}

static i32
long_option(i32 argc, char **argv, const option *all, i32 *index)
{
	const char *name = argv[hd_gf_optind++] + 2, *value = hd_gf_strchr(name, '=');
	const option *o = find_long(
		all, name, value ? (size_t)(value - name) : hd_gf_strlen(name));

	hd_gf_optarg = NULL;
	hd_gf_optopt = o ? o->value : 0;
	if (!o) {
		complain("%s: unrecognized option '--%s'\n", argv[0], (u64)name);
		return '?';
	}
	if (value && !o->has_arg) {
		complain("%s: option '--%s' doesn't allow an argument\n", argv[0],
			 (u64)o->name);
		return '?';
	}
	if (value)
		hd_gf_optarg = (char *)value + 1;
	else if (o->has_arg == 1 && hd_gf_optind < argc)
		hd_gf_optarg = argv[hd_gf_optind++];
	else if (o->has_arg == 1) {
		if (quiet)
			return ':';
		complain("%s: option '--%s' requires an argument\n", argv[0],
			 (u64)o->name);
		return '?';
	}
	if (index)
		*index = (i32)(o - all);
	if (!o->flag)
		return o->value;
	*o->flag = o->value;
	return 0;
}

i32
hd_gf_getopt_long(i32 argc, char **argv, const char *letters, const option *all,
		  i32 *index)
{
	i32 stay = letters[0] == '+';

	letters += stay;
	quiet = letters[0] == ':';
	if (hd_gf_optind == 0 || (hd_gf_optind == 1 && !rest && !skip_end)) {
		skipped = skip_end = hd_gf_optind = 1;
		rest = NULL;
	}
	if (!rest || !*rest) {
		rest = NULL;
		if (!next_word(argc, argv, stay))
			return -1;
		if (all && argv[hd_gf_optind][1] == '-')
			return long_option(argc, argv, all, index);
		rest = argv[hd_gf_optind] + 1;
	}
	return short_option(argc, argv, letters);
}

i32
hd_gf_getopt(i32 argc, char **argv, const char *letters)
{
	return hd_gf_getopt_long(argc, argv, letters, NULL, NULL);
}
