/* SPDX-License-Identifier: Apache-2.0 */
/* Serving remote calls. The process's first thread has slot 0, the initial thread's;
 * a small pool has the others, while a region runs. */
#include "gf.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

hd_gf_slot *hd_gf_slots;
_Atomic(const hd_gf_region *) hd_gf_running;
_Atomic(const hd_gf_pad *) hd_gf_last_call;
static const hd_gf_device *device;
enum { SERVING = 3 }; /* a server has taken the slot */

const char *
hd_gf_where(const char *where)
{
	static char text[512];
	const char *file = where && *where == ';' ? where + 1 : "";
	const char *function = strchr(file, ';');
	const char *line = function ? strchr(function + 1, ';') : NULL;

	if (!line)
		return "unknown place";
	snprintf(text, sizeof text, "%.*s:%.*s", (int)(function - file), file,
		 (int)strcspn(line + 1, ";"), line + 1);
	return text;
}

_Noreturn void
hd_gf_give_up(const char *fmt, ...)
{
	const hd_gf_region *r = atomic_load(&hd_gf_running);
	const hd_gf_pad *p = atomic_load(&hd_gf_last_call);
	static atomic_flag given_up = ATOMIC_FLAG_INIT;
	static _Thread_local bool mine;
	va_list ap;

	if (mine) /* a fault in here */
		_exit(125);
	if (atomic_flag_test_and_set(&given_up))
		for (;;) /* the one who came first says it */
			pause();
	mine = true;
	fflush(NULL);
	fputs("gpufirst: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	if (r)
		fprintf(stderr, "\n  in the parallel region at %s",
			hd_gf_where(r->where));
	else if (p)
		fprintf(stderr, "\n  in sequential code, after the call of %s at %s",
			p->name, hd_gf_where(p->where));
	fputc('\n', stderr);
	_exit(125);
}

_Noreturn void
hd_gf_end(int status)
{
	static atomic_flag ending = ATOMIC_FLAG_INIT;

	if (atomic_flag_test_and_set(&ending))
		for (;;)
			pause();
	fflush(NULL);
	if (hd_gf_settings.profile)
		hd_gf_report(device);
	_exit(status);
}

/* ---- one request */

static void
make_call(hd_gf_slot *s)
{
	uint32_t i = s->op - HD_GF_OP_PAD;
	const hd_gf_pad *p = &hd_gf_program.pad[i];
	uint64_t begin = hd_gf_settings.profile ? hd_gf_now() : 0;

	if (i >= hd_gf_program.npads)
		hd_gf_give_up("the device asked for call %u of %llu", i,
			      (unsigned long long)hd_gf_program.npads);
	atomic_store(&hd_gf_last_call, p);
	errno = s->error;
	s->result = p->call(s->arg);
	s->error = errno;
	if (hd_gf_settings.profile)
		hd_gf_count_call(i, hd_gf_now() - begin);
}

static void
launch(hd_gf_slot *s)
{
	uint32_t i = (uint32_t)s->arg[0];

	atomic_store(&hd_gf_running, &hd_gf_program.region[i]);
	s->result = device->launch(i, (void *)s->arg[1], (uint32_t)s->arg[2]);
}

static void
read_double(hd_gf_slot *s)
{
	const char *text = (const char *)s->arg[1];
	char *end;
	double x;

	errno = 0;
	x = s->arg[0] ? (double)strtof(text, &end) : strtod(text, &end);
	s->error = errno;
	s->arg[0] = (uint64_t)(end - text);
	memcpy(&s->result, &x, sizeof x);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
static void
write_double(hd_gf_slot *s)
{
	double x;

	memcpy(&x, &s->arg[0], sizeof x);
	s->result = (uint64_t)snprintf((char *)s->arg[2], (size_t)s->arg[3],
				       (const char *)s->arg[1], x);
}
#pragma clang diagnostic pop

/* A line, or the part of it that there is room for. */
static void
read_line(hd_gf_slot *s)
{
	FILE *f = (FILE *)s->arg[0];
	char *to = (char *)s->arg[3];
	uint64_t n = 0;
	int c = 0;

	while (n < s->arg[2] && (c = getc(f)) != EOF) {
		to[n++] = (char)c;
		if (c == (int)s->arg[1])
			break;
	}
	s->result = n;
}

static FILE *
file_of(uint64_t x)
{
	return x == 1 ? stdout : x == 2 ? stderr : (FILE *)x;
}

static void
answer(hd_gf_slot *s)
{
	if (s == hd_gf_slots)
		atomic_store(&hd_gf_running, NULL); /* the initial thread speaks */
	switch (s->op) {
	case HD_GF_OP_LAUNCH:
		launch(s);
		break;
	case HD_GF_OP_EXIT:
		hd_gf_end((int)s->arg[0]);
	case HD_GF_OP_FAIL:
		hd_gf_give_up("%s", (const char *)s->arg[0]);
	case HD_GF_OP_FAULT:
		hd_gf_give_up("%s: there is no memory at address %#llx (%llu bytes, "
			      "thread %llu)",
			      (const char *)s->arg[0], (unsigned long long)s->arg[1],
			      (unsigned long long)s->arg[2],
			      (unsigned long long)s->arg[3]);
	case HD_GF_OP_STRTOD:
		read_double(s);
		break;
	case HD_GF_OP_DOUBLE:
		write_double(s);
		break;
	case HD_GF_OP_PRINT:
		fputs((const char *)s->arg[1], file_of(s->arg[0]));
		break;
	case HD_GF_OP_LINE:
		read_line(s);
		break;
	default:
		make_call(s);
	}
	__atomic_store_n(&s->state, HD_GF_ANSWERED, __ATOMIC_SEQ_CST);
}

static bool
serve_slot(hd_gf_slot *s)
{
	uint32_t asked = HD_GF_ASKED;

	if (__atomic_load_n(&s->state, __ATOMIC_ACQUIRE) != HD_GF_ASKED ||
	    !__atomic_compare_exchange_n(&s->state, &asked, SERVING, 0,
					 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		return false;
	answer(s);
	return true;
}

/* ---- the pool */

static void *
serve_others(void *unused)
{
	(void)unused;
	for (;;) {
		bool found = false;

		for (int i = 1; i < HD_GF_SLOTS; i++)
			found |= serve_slot(&hd_gf_slots[i]);
		if (!found)
			device->idle(false);
	}
	return NULL;
}

static void
start_pool(void)
{
	for (uint32_t i = 0; i < hd_gf_settings.servers; i++) {
		pthread_t t;

		if (pthread_create(&t, NULL, serve_others, NULL) != 0)
			hd_gf_give_up("cannot start a server thread");
		pthread_detach(t);
	}
}

void
hd_gf_serve(const hd_gf_device *d)
{
	device = d;
	start_pool();
	for (;;) {
		if (serve_slot(&hd_gf_slots[0]))
			continue;
		d->idle(true);
		d->check();
	}
}
