/* SPDX-License-Identifier: Apache-2.0 */
/* The HEDDLE_* environment variables, and the log that HEDDLE_DEBUG switches on. */
#include "inner.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hd_options hd_opt = {.spin_us = HD_SPIN_AUTO};
unsigned hd_log_mask;

static const struct topic {
	const char *name;
	unsigned bits;
	const char *what;
} topics[] = {
	{"api", HD_LOG_API, "CUDA calls and what they return"},
	{"launch", HD_LOG_LAUNCH, "kernel launches"},
	{"sched", HD_LOG_SCHED, "threads and block order"},
	{"mem", HD_LOG_MEM, "allocations"},
	{"all", ~0u, "all of them"},
};

enum { TOPICS = sizeof topics / sizeof topics[0] };

static void
print_line(const char *kind, const char *format, va_list ap)
{
	char line[1024];
	int n = snprintf(line, sizeof line, "heddle: %s", kind);

	vsnprintf(line + n, sizeof line - (size_t)n - 1, format, ap);
	strcat(line, "\n");
	fputs(line, stderr);
}

void
hd_log_print(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print_line("", format, ap);
	va_end(ap);
}

void
hd_warn(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print_line("warning: ", format, ap);
	va_end(ap);
}

static void
debug_help(void)
{
	fputs("heddle: HEDDLE_DEBUG is a list of words, separated by commas:\n",
	      stderr);
	for (int i = 0; i < TOPICS; i++)
		fprintf(stderr, "heddle:   %-8s %s\n", topics[i].name, topics[i].what);
}

static void
debug_word(const char *word, size_t length)
{
	for (int i = 0; i < TOPICS; i++)
		if (strlen(topics[i].name) == length &&
		    !memcmp(topics[i].name, word, length)) {
			hd_log_mask |= topics[i].bits;
			return;
		}
	if (length == 4 && !memcmp(word, "help", 4))
		debug_help();
	else
		hd_warn("HEDDLE_DEBUG: '%.*s' is not one of api, launch, sched, mem, "
			"all, help",
			(int)length, word);
}

static void
load_debug(const char *text)
{
	while (*text) {
		size_t length = strcspn(text, ", ");

		if (length)
			debug_word(text, length);
		text += length + (text[length] != '\0');
	}
}

/* A whole decimal or 0x number, nothing else around it. */
static bool
parse_number(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 0);
	return !errno && end != text && !*end && *text >= '0' && *text <= '9';
}

static void
load_threads(const char *text)
{
	uint64_t n;

	if (!parse_number(text, &n) || n < 1 || n > 4096)
		hd_warn("HEDDLE_THREADS=%s is not a number from 1 to 4096; ignored",
			text);
	else
		hd_opt.threads = (unsigned)n;
}

static void
load_order(const char *text)
{
	if (!strcmp(text, "forward")) {
		hd_opt.order = HD_ORDER_FORWARD;
	} else if (!strcmp(text, "reverse")) {
		hd_opt.order = HD_ORDER_REVERSE;
	} else if (!strcmp(text, "random")) {
		hd_opt.order = HD_ORDER_RANDOM;
		hd_opt.seed = hd_now_ns() & 0xffffffff;
	} else if (!strncmp(text, "random:", 7) &&
		   parse_number(text + 7, &hd_opt.seed)) {
		hd_opt.order = HD_ORDER_RANDOM;
	} else {
		hd_warn("HEDDLE_ORDER=%s is not forward, reverse, random or "
			"random:SEED; ignored",
			text);
		return;
	}
	if (hd_opt.order == HD_ORDER_RANDOM)
		hd_log(HD_LOG_SCHED, "block order: random:%llu",
		       (unsigned long long)hd_opt.seed);
	else
		hd_log(HD_LOG_SCHED, "block order: %s", text);
}

static void
load_zero_shared(const char *text)
{
	if (strcmp(text, "0") && strcmp(text, "1"))
		hd_warn("HEDDLE_ZERO_SHARED=%s is not 0 or 1; ignored", text);
	else
		hd_opt.zero_shared = *text == '1';
}

static void
load_protect(const char *text)
{
	if (strcmp(text, "0") && strcmp(text, "1"))
		hd_warn("HEDDLE_PROTECT=%s is not 0 or 1; ignored", text);
	else
		hd_opt.protect = *text == '1';
}

static void
load_spin(const char *text)
{
	uint64_t us;

	if (!parse_number(text, &us) || us > 1000000)
		hd_warn("HEDDLE_SPIN=%s is not a number of microseconds from 0 to 1000000; "
			"ignored",
			text);
	else
		hd_opt.spin_us = us;
}

/* Which of n names a text is; -1: none. */
static int
find_name(const char *text, const char *const *names, int n)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(text, names[i]))
			return i;
	return -1;
}

static void
load_choice(const char *text)
{
	static const char *const names[] = {
		[HD_CHOICE_MEASURE] = "measure",
		[HD_CHOICE_LANES] = "lanes",
		[HD_CHOICE_ONE] = "one",
	};
	int i = find_name(text, names, sizeof names / sizeof names[0]);

	if (i < 0)
		hd_warn("HEDDLE_CHOICE=%s is not measure, lanes or one; ignored", text);
	else
		hd_opt.choice = (enum hd_choice_by)i;
}

static void
load_tier(const char *text)
{
	static const char *const names[] = {
		[HD_BY_USE] = "auto",
		[HD_ONLY_FIRST] = "first",
		[HD_ONLY_SECOND] = "second",
		[HD_BY_TURNS] = "switch",
	};
	int i = find_name(text, names, sizeof names / sizeof names[0]);

	if (i < 0)
		hd_warn("HEDDLE_TIER=%s is not auto, first, second or switch; ignored",
			text);
	else
		hd_opt.tier = (enum hd_tier_by)i;
}

/* In the order of loading: what logs comes after HEDDLE_DEBUG. */
static const struct variable {
	const char *name;
	void (*load)(const char *text);
} variables[] = {
	{"HEDDLE_DEBUG", load_debug},     {"HEDDLE_THREADS", load_threads},
	{"HEDDLE_ORDER", load_order},     {"HEDDLE_ZERO_SHARED", load_zero_shared},
	{"HEDDLE_PROTECT", load_protect}, {"HEDDLE_SPIN", load_spin},
	{"HEDDLE_CHOICE", load_choice},   {"HEDDLE_TIER", load_tier},
};

static void
load_all(void)
{
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
		const char *text = getenv(variables[i].name);

		if (text && *text)
			variables[i].load(text);
	}
}

void
hd_options_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load_all);
}
