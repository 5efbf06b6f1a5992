/* SPDX-License-Identifier: Apache-2.0 */
/* Remote calls, the client's side. A call fills a slot of the mailbox, says so, and
 * waits for the answer. Objects that the host shall read or write are copied into the
 * slot's data, or into one larger area that calls share. */
#include "dev.h"

#include "../format.h"

static u32 slot_lock[HD_GF_SLOTS], big_lock;

void
hd_gfx_rpc_begin(hd_gf_call *c, u32 op)
{
	u32 i = 0;

	if (hd_gf_team.active)
		i = 1 + global_thread() / 32 % (HD_GF_SLOTS - 1);
	c->lock = &slot_lock[i];
	c->slot = &hd_gf_env.slot[i];
	c->fill = c->nback = c->big = 0;
	c->started = hd_gf_env.profile ? now_ns() : 0;
	if (i)
		lock(c->lock);
	c->slot->op = op;
	c->slot->error = me()->error;
	c->slot->nargs = 0;
}

void
hd_gfx_rpc_value(hd_gf_call *c, u64 x)
{
	c->slot->arg[c->slot->nargs++] = x;
}

/* Room for n bytes that the host can see; NULL: too many. */
static char *
place(hd_gf_call *c, u64 n)
{
	char *p;

	n = (n + 15) & ~15ull;
	if (c->fill + n <= HD_GF_DATA) {
		p = c->slot->data + c->fill;
		c->fill += n;
		return p;
	}
	if (n > hd_gf_env.big_size)
		return NULL;
	if (!c->big) {
		lock(&big_lock);
		c->big = 1;
		c->big_fill = 0;
	}
	if (c->big_fill + n > hd_gf_env.big_size)
		return NULL;
	p = hd_gf_env.big + c->big_fill;
	c->big_fill += n;
	return p;
}

/* Host memory is far away: whole words, and never read what is to be written. */
static void
copy_out(char *to, const char *from, u64 n)
{
	u64 i = 0;

	for (; i + 8 <= n; i += 8) {
		u64 word = 0;

		for (u32 k = 0; k < 8; k++)
			word |= (u64)(unsigned char)from[i + k] << 8 * k;
		*(u64 *)(to + i) = word;
	}
	for (; i < n; i++)
		to[i] = from[i];
}

static int
is_in_heap(const char *p)
{
	return p >= hd_gf_env.heap && p < hd_gf_env.heap + hd_gf_env.heap_size;
}

static void
remember(hd_gf_call *c, const void *p, char *copy, u64 size, u32 back)
{
	struct hd_gf_back *b = &c->back[c->nback++];

	b->to = (char *)p;
	b->from = copy;
	b->size = size;
	b->back = back;
}

enum { READ = 1, WRITE = 2 };

/* An object of n bytes around p, which is at `offset`. */
static void
pass_object(hd_gf_call *c, const char *p, u64 offset, u64 n, u32 how)
{
	char *copy = p ? place(c, n ? n : 1) : NULL;

	if (!copy) {
		if (p && !(hd_gf_env.unified && is_in_heap(p)))
			hd_gfx_fail("an argument of a remote call is too large; make "
				    "HEDDLE_GF_STAGING larger");
		hd_gfx_rpc_value(c, (u64)p);
		return;
	}
	/* also what is only written: what the host leaves out stays as it is */
	copy_out(copy, p - offset, n);
	if (hd_gf_env.profile)
		add64(&hd_gf_env.stage[HD_GF_BYTES_IN], n);
	remember(c, p - offset, copy, n, how & WRITE);
	hd_gfx_rpc_value(c, (u64)copy + offset);
}

void
hd_gfx_rpc_object(hd_gf_call *c, const char *p, u64 offset, u64 n, u32 how)
{
	pass_object(c, p, offset, n, how);
}

void
hd_gfx_rpc_string(hd_gf_call *c, const char *s)
{
	pass_object(c, s, 0, s ? hd_gf_strlen(s) + 1 : 0, READ);
}

/* At most `limit` characters of a text that may have no end before. */
void
hd_gfx_rpc_text(hd_gf_call *c, const char *s, u64 limit)
{
	u64 n = 0;

	while (s && n < limit && s[n])
		n++;
	pass_object(c, s, 0, n < limit ? n + 1 : n, READ);
}

/* A string that the host writes, of at most n bytes. If the mark is still there, it did
 * not: every string has an end, which the mark has not. */
enum { MARK = 8 };
static const char mark[MARK] = {1, 30, 2, 29, 3, 28, 4, 27};

static int
is_written(const char *copy, u64 n)
{
	for (u32 i = 0; i < MARK && i < n; i++)
		if (copy[i] != mark[i])
			return 1;
	return 0;
}

void
hd_gfx_rpc_string_out(hd_gf_call *c, char *s, u64 n)
{
	char *copy = s ? place(c, n) : NULL;

	if (s && !copy)
		hd_gfx_fail("a string that a remote call writes is too large; make "
			    "HEDDLE_GF_STAGING larger");
	if (s) {
		for (u32 i = 0; i < MARK && i < n; i++)
			copy[i] = mark[i];
		remember(c, s, copy, n, 2 * WRITE);
	}
	hd_gfx_rpc_value(c, (u64)copy);
}

/* A pointer about which nothing is known. */
void
hd_gfx_rpc_pointer(hd_gf_call *c, const char *p)
{
	u64 offset = 0, n;

	if (hd_gf_env.unified || !is_in_heap(p) ||
	    !(n = hd_gfx_find_object(p, &offset))) {
		hd_gfx_rpc_value(c, (u64)p);
		return;
	}
	pass_object(c, p, offset, n, READ | WRITE);
}

/* A format tells what the pointer is; argument `position` after it. */
void
hd_gfx_rpc_formatted(hd_gf_call *c, char *p, const char *format, u32 position, u32 scan)
{
	hd_gf_spec s = scan ? hd_gf_scan_spec(format, (int)position)
			    : hd_gf_print_spec(format, (int)position);
	u32 first = c->slot->nargs - position; /* the first argument after the format */

	switch (s.kind) {
	case HD_GF_TEXT:
		if (s.limit_arg >= 0)
			s.size = (i32)c->slot->arg[first + (u32)s.limit_arg];
		if (s.size >= 0)
			hd_gfx_rpc_text(c, p, (u64)s.size);
		else
			hd_gfx_rpc_string(c, p);
		break;
	case HD_GF_OUT:
		pass_object(c, p, 0, (u64)s.size, WRITE);
		break;
	case HD_GF_TEXT_OUT:
		hd_gfx_rpc_string_out(c, p, (u64)s.size);
		break;
	default:
		hd_gfx_rpc_value(c, (u64)p);
	}
}

/* One of several static objects, or none of them. */
u32
hd_gfx_rpc_candidate(hd_gf_call *c, const char *p, const char *object, u64 n, u32 how)
{
	if (p < object || p >= object + n)
		return 0;
	pass_object(c, p, (u64)(p - object), n, how);
	return 1;
}

static void
copy_back(hd_gf_call *c)
{
	for (u32 i = 0; i < c->nback; i++) {
		struct hd_gf_back *b = &c->back[i];
		u64 n = b->size;

		if (!b->back)
			continue;
		if (b->back == 2 * WRITE) {
			if (!is_written(b->from, n))
				continue;
			n = hd_gf_strlen(b->from) + 1;
		}
		hd_gf_memcpy(b->to, b->from, n);
		if (hd_gf_env.profile)
			add64(&hd_gf_env.stage[HD_GF_BYTES_OUT], n);
	}
}

static void
note_stages(hd_gf_call *c, u64 asked, u64 answered)
{
	hd_gf_times *t = &hd_gf_env.times[hd_gf_team.active ? 1 + hd_gf_team.id : 0];

	add64(&t->calls, 1);
	for (u32 i = 0; i < c->nback; i++)
		add64(&t->bytes, c->back[i].size * (c->back[i].back ? 2 : 1));
	add64(&hd_gf_env.stage[HD_GF_STAGE_COPY_IN], asked - c->started);
	add64(&hd_gf_env.stage[HD_GF_STAGE_WAIT], answered - asked);
	add64(&hd_gf_env.stage[HD_GF_STAGE_COPY_OUT], now_ns() - answered);
}

u64
hd_gfx_rpc_end_of(hd_gf_call *c, u32 i, u64 *arg)
{
	u64 result, asked, answered;
	u32 op = c->slot->op;

	asked = hd_gf_env.profile ? now_ns() : 0;
	fence_sys();
	store(&c->slot->state, HD_GF_ASKED);
	ring();
	while (load(&c->slot->state) != HD_GF_ANSWERED)
		relax();
	fence_sys();
	answered = hd_gf_env.profile ? now_ns() : 0;
	result = *(volatile u64 *)&c->slot->result;
	if (op != HD_GF_OP_LAUNCH) /* the region's first thread has the same number */
		me()->error = *(volatile i32 *)&c->slot->error;
	copy_back(c);
	if (arg)
		*arg = *(volatile u64 *)&c->slot->arg[i];
	if (c->big)
		unlock(&big_lock);
	store(&c->slot->state, HD_GF_FREE);
	if (c->slot != &hd_gf_env.slot[0])
		unlock(c->lock);
	if (hd_gf_env.profile && op >= HD_GF_OP_PAD)
		note_stages(c, asked, answered);
	return result;
}

u64
hd_gfx_rpc_end(hd_gf_call *c)
{
	return hd_gfx_rpc_end_of(c, 0, NULL);
}

/* A pointer: into a copy means into the object. */
u64
hd_gfx_rpc_end_pointer(hd_gf_call *c)
{
	u64 result = hd_gfx_rpc_end(c);

	for (u32 i = 0; i < c->nback; i++) {
		u64 from = (u64)c->back[i].from;

		if (result >= from && result < from + c->back[i].size)
			return (u64)c->back[i].to + (result - from);
	}
	return result;
}

/* ---- what the runtime itself asks the host for */

_Noreturn void
hd_gfx_fail(const char *text)
{
	hd_gf_call c;

	hd_gfx_rpc_begin(&c, HD_GF_OP_FAIL);
	hd_gfx_rpc_string(&c, text);
	hd_gfx_rpc_end(&c);
	for (;;)
		relax();
}

int *
hd_gf___errno_location(void)
{
	return &me()->error;
}

/* ---- the end of the program */

enum { ENDINGS = 64 };
static struct {
	void (*plain)(void);
	void (*destroy)(void *); /* C++: of an object */
	void *object;
} ending[ENDINGS];
static u32 endings, exiting;

int
hd_gf_atexit(void (*f)(void))
{
	u32 i = add(&endings, 1);

	if (i >= ENDINGS)
		return -1;
	ending[i].plain = f;
	return 0;
}

int
hd_gf___cxa_atexit(void (*f)(void *), void *object, void *unused)
{
	u32 i = add(&endings, 1);

	(void)unused;
	if (i >= ENDINGS)
		return -1;
	ending[i].destroy = f;
	ending[i].object = object;
	return 0;
}

static void
leave(int status)
{
	hd_gf_call c;

	if (hd_gf_env.profile) {
		hd_gf_env.times[0].runs = 1;
		hd_gf_env.times[0].ns = now_ns() - hd_gf_team.began;
		fence_sys();
	}
	hd_gfx_rpc_begin(&c, HD_GF_OP_EXIT);
	hd_gfx_rpc_value(&c, (u64)(i64)status);
	hd_gfx_rpc_end(&c);
}

_Noreturn void
hd_gf__exit(int status)
{
	leave(status);
	for (;;)
		relax();
}

_Noreturn void
hd_gf__Exit(int status)
{
	hd_gf__exit(status);
}

static void
run_endings(void)
{
	u32 n = load(&endings);

	for (n = n > ENDINGS ? ENDINGS : n; n--;)
		if (ending[n].plain)
			ending[n].plain();
		else
			ending[n].destroy(ending[n].object);
}

/* The first one that comes here ends the program; others wait for it. */
_Noreturn void
hd_gf_exit(int status)
{
	if (swap(&exiting, 1) == 0) {
		run_endings();
		leave(status);
	}
	for (;;)
		relax();
}

/* main has returned: the initial thread ends, too. */
void
hd_gfx_finish(int status)
{
	run_endings();
	leave(status);
}
