/* SPDX-License-Identifier: Apache-2.0 */
/* The failure functions: one for the user's mistakes, one for ours. */
#include "base.h"

static const char *program = "heddle";
static const char *activity, *activity_on;
static int errors;

static void
say(hd_pos pos, const char *kind, const char *option, const char *fmt, va_list ap)
{
	if (pos.file && pos.line && pos.column)
		fprintf(stderr, "%s:%u:%u: ", pos.file, pos.line, pos.column);
	else if (pos.file && pos.line)
		fprintf(stderr, "%s:%u: ", pos.file, pos.line);
	else
		fprintf(stderr, "%s: ", pos.file ? pos.file : program);
	fprintf(stderr, "%s: ", kind);
	vfprintf(stderr, fmt, ap);
	if (option)
		fprintf(stderr, " [%s]", option);
	fputc('\n', stderr);
}

#define SAY(kind, option)                                                              \
	do {                                                                           \
		va_list ap;                                                            \
		va_start(ap, fmt);                                                     \
		say(pos, kind, option, fmt, ap);                                       \
		va_end(ap);                                                            \
	} while (0)

void
hd_error_at(hd_pos pos, const char *fmt, ...)
{
	SAY("error", NULL);
	errors++;
}

void
hd_warn_at(hd_pos pos, const char *fmt, ...)
{
	SAY("warning", NULL);
}

void
hd_note_at(hd_pos pos, const char *fmt, ...)
{
	SAY("note", NULL);
}

void
hd_remark_at(hd_pos pos, const char *option, const char *fmt, ...)
{
	SAY("remark", option);
}

int
hd_error_count(void)
{
	return errors;
}

void
hd_set_program(const char *name)
{
	program = name;
}

void
hd_set_activity(const char *what, const char *on)
{
	activity = what;
	activity_on = on;
}

_Noreturn void
hd_bug_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: internal error: ", program);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  at %s:%d", file, line);
	if (activity)
		fprintf(stderr, ", in %s", activity);
	if (activity_on)
		fprintf(stderr, " on %s", activity_on);
	fprintf(stderr,
		"\n  This is a bug in Heddle, not in your program; please report "
		"it with the command line above it.\n");
	abort();
}
