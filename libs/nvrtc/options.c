/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC's options. Those about language and arithmetic become hdcc's, those about GPU code
 * are taken and mean nothing, others are errors. */
#include "rtc.h"

#include <stdlib.h>
#include <string.h>

typedef struct option {
	const char *name, *other; /* with their dashes; other may be NULL */
	enum form {
		FLAG,
		VALUE,  /* --name=value, or the next word */
		JOINED, /* likewise, or -Nvalue */
		MAYBE,  /* --name or --name=value */
	} form;
	enum act {
		SKIP,
		PASS,  /* `to`, with the value behind it */
		LIST,  /* likewise; to hdcc a comma would end it */
		TRUTH, /* true or false; skipped if there is no `to` */
		ARCH,
		STANDARD,
		NUMBER,
		DEVICE_DEFAULT,
		NO_SOURCE,
	} act;
	const char *to;
} option;

static const option options[] = {
	{"--gpu-architecture", "-arch", VALUE, ARCH, "-arch="},
	{"--include-path", "-I", JOINED, LIST, "-I"},
	{"--define-macro", "-D", JOINED, LIST, "-D"},
	{"--undefine-macro", "-U", JOINED, LIST, "-U"},
	{"--pre-include", "-include", VALUE, LIST, "-include="},
	{"--std", "-std", VALUE, STANDARD, "-std="},
	{"--use_fast_math", "-use_fast_math", FLAG, PASS, "-use_fast_math"},
	{"--fmad", "-fmad", VALUE, TRUTH, "-fmad="},
	{"--device-debug", "-G", FLAG, PASS, "-G"},
	{"--disable-warnings", "-w", FLAG, PASS, "-w"},
	{"--device-as-default-execution-space", "-default-device", FLAG, DEVICE_DEFAULT,
	 NULL},
	{"--no-source-include", "-no-source-include", FLAG, NO_SOURCE, NULL},
	{"--fdevice-syntax-only", "-fdevice-syntax-only", FLAG, SKIP, NULL},
	/* warnings and messages */
	{"--diag-error", "-diag-error", VALUE, SKIP, NULL},
	{"--diag-suppress", "-diag-suppress", VALUE, SKIP, NULL},
	{"--diag-warn", "-diag-warn", VALUE, SKIP, NULL},
	{"--display-error-number", "-err-no", FLAG, SKIP, NULL},
	{"--no-display-error-number", "-no-err-no", FLAG, SKIP, NULL},
	{"--brief-diagnostics", "-brief-diag", VALUE, TRUTH, NULL},
	{"--optimization-info", "-opt-info", VALUE, SKIP, NULL},
	/* what a CPU does anyway, or has nothing to do with */
	{"--device-c", "-dc", FLAG, SKIP, NULL},
	{"--device-w", "-dw", FLAG, SKIP, NULL},
	{"--relocatable-device-code", "-rdc", VALUE, TRUTH, NULL},
	{"--extensible-whole-program", "-ewp", FLAG, SKIP, NULL},
	{"--generate-line-info", "-lineinfo", FLAG, SKIP, NULL},
	{"--dopt", "-dopt", MAYBE, SKIP, NULL},
	{"--Ofast-compile", "-Ofc", VALUE, SKIP, NULL},
	{"--ptxas-options", "-Xptxas", VALUE, SKIP, NULL},
	{"--maxrregcount", "-maxrregcount", VALUE, NUMBER, NULL},
	{"--ftz", "-ftz", VALUE, TRUTH, NULL},
	{"--prec-sqrt", "-prec-sqrt", VALUE, TRUTH, NULL},
	{"--prec-div", "-prec-div", VALUE, TRUTH, NULL},
	{"--extra-device-vectorization", "-extra-device-vectorization", FLAG, SKIP,
	 NULL},
	{"--modify-stack-limit", "-modify-stack-limit", VALUE, TRUTH, NULL},
	{"--dlink-time-opt", "-dlto", FLAG, SKIP, NULL},
	{"--gen-opt-lto", "-gen-opt-lto", FLAG, SKIP, NULL},
	{"--jump-table-density", "-jtd", VALUE, NUMBER, NULL},
	{"--device-stack-protector", "-device-stack-protector", VALUE, TRUTH, NULL},
	{"--device-entity-has-hidden-visibility",
	 "-device-entity-has-hidden-visibility", VALUE, TRUTH, NULL},
	{"--restrict", "-restrict", FLAG, SKIP, NULL},
	{"--device-int128", "-device-int128", FLAG, SKIP, NULL},
	{"--builtin-move-forward", "-builtin-move-forward", VALUE, TRUTH, NULL},
	{"--builtin-initializer-list", "-builtin-initializer-list", VALUE, TRUTH, NULL},
	{"--extended-lambda", "-extended-lambda", FLAG, SKIP, NULL},
	{"--frandom-seed", "-frandom-seed", VALUE, SKIP, NULL},
	{"--version-ident", "-version-ident", VALUE, TRUTH, NULL},
	{"--split-compile", "-split-compile", VALUE, NUMBER, NULL},
	{"--no-cache", "-no-cache", FLAG, SKIP, NULL},
	{"--minimal", "-minimal", FLAG, SKIP, NULL},
	/* hdcc keeps headers that were read, itself */
	{"--pch", "-pch", FLAG, SKIP, NULL},
	{"--create-pch", "-create-pch", VALUE, SKIP, NULL},
	{"--use-pch", "-use-pch", VALUE, SKIP, NULL},
	{"--pch-dir", "-pch-dir", VALUE, SKIP, NULL},
	{"--pch-verbose", "-pch-verbose", VALUE, TRUTH, NULL},
	{"--pch-messages", "-pch-messages", VALUE, TRUTH, NULL},
	{"--instantiate-templates-in-pch", "-instantiate-templates-in-pch", VALUE,
	 TRUTH, NULL},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* The rest of the word after one of the names, or NULL if it is another option. */
static const char *
rest_after(const option *o, const char *word, const char *name)
{
	size_t n = name ? strlen(name) : 0;

	if (!n || strncmp(word, name, n) != 0)
		return NULL;
	word += n;
	if (!*word || (*word == '=' && o->form != FLAG))
		return word;
	return o->form == JOINED && name[1] != '-' ? word : NULL;
}

static const option *
find(const char *word, const char **rest)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		*rest = rest_after(&options[i], word, options[i].name);
		if (!*rest)
			*rest = rest_after(&options[i], word, options[i].other);
		if (*rest)
			return &options[i];
	}
	return NULL;
}

static bool
is_number(const char *s)
{
	return *s && !s[strspn(s, "0123456789")];
}

static bool
is_arch(const char *s)
{
	static const char *const prefixes[] = {"compute_", "sm_", "lto_"};

	for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
		size_t n = strlen(prefixes[i]), digits;

		if (strncmp(s, prefixes[i], n) != 0)
			continue;
		s += n;
		digits = strspn(s, "0123456789");
		s += digits;
		if (*s == 'a' || *s == 'f')
			s++;
		return digits >= 2 && digits <= 3 && !*s;
	}
	return false;
}

static bool
is_standard(const char *s)
{
	static const char *const all[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (strcmp(s, all[i]) == 0)
			return true;
	return false;
}

/* False: the value is wrong. */
static bool
take(hd_rtc_options *o, const option *op, const char *value)
{
	switch (op->act) {
	case SKIP:
		return true;
	case PASS:
		hd_words_add(&o->words, op->to, value);
		return true;
	case LIST:
		hd_words_add_one(&o->words, op->to, value);
		return *value != 0;
	case TRUTH:
		if (op->to)
			hd_words_add(&o->words, op->to, value);
		return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
	case STANDARD:
		hd_words_add(&o->words, op->to, value);
		return is_standard(value);
	case ARCH:
		hd_words_add(&o->words, op->to, value);
		return is_arch(value);
	case NUMBER:
		return is_number(value);
	case DEVICE_DEFAULT:
		o->device_default = true;
		return true;
	case NO_SOURCE:
		o->source_include = false;
		return true;
	}
	return false;
}

/* One word may be several: "-arch=sm_80 -w" is none of NVRTC's, but "-D X" is. */
nvrtcResult
hd_rtc_options_read(hd_rtc_options *o, int n, const char *const *words, hd_text *log)
{
	*o = (hd_rtc_options){.source_include = true};
	for (int i = 0; i < n; i++) {
		const char *word = words[i], *rest;
		const option *op;

		if (!word)
			return NVRTC_ERROR_INVALID_OPTION;
		word += strspn(word, " ");
		op = find(word, &rest);
		if (!op) {
			hd_text_printf(log,
				       "nvrtc: error: unrecognized option %s found\n",
				       word);
			return NVRTC_ERROR_INVALID_OPTION;
		}
		rest += *rest == '=' || *rest == ' ';
		if (!*rest && (op->form == VALUE || op->form == JOINED) && i + 1 < n &&
		    words[i + 1])
			rest = words[++i];
		if (!take(o, op, rest)) {
			hd_text_printf(log,
				       "nvrtc: error: invalid value '%s' for %s (%s)\n",
				       rest, op->name, op->other);
			return NVRTC_ERROR_INVALID_OPTION;
		}
	}
	return o->words.failed ? NVRTC_ERROR_OUT_OF_MEMORY : NVRTC_SUCCESS;
}
