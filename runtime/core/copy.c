/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills: one flat run of bytes, or rows of a box. Large ones are cut into
 * units that several threads do. */
#include "inner.h"

#include <string.h>

enum {
	UNIT_BYTES = 64 << 10,    /* of a flat copy, at most */
	LEAST_BYTES = 8 << 10,    /* and at least */
	DIRECT_BYTES = 128 << 10, /* up to which a waiting caller copies alone */
	CROWD = 9,                /* threads; eight gain nothing */
};

hd_copy
hd_flat_copy(void *to, const void *from, size_t count)
{
	return (hd_copy){.to = to,
			 .from = from,
			 .to_pitch = count,
			 .from_pitch = count,
			 .width = count,
			 .height = 1,
			 .depth = 1};
}

/* What a thread does at once: its share, if that is not so little that threads are in each
 * other's way, nor so much that one that comes late is waited for. */
static size_t
unit_for(size_t bytes)
{
	enum { PAGE = 4096 };
	size_t threads = hd_pool_threads();
	size_t share = threads && bytes > UNIT_BYTES ? bytes / threads : UNIT_BYTES;

	share = (share + PAGE - 1) / PAGE * PAGE;
	return share > UNIT_BYTES    ? UNIT_BYTES
	       : share < LEAST_BYTES ? LEAST_BYTES
				     : share;
}

/* Rows that follow each other without gaps are one row; how much is done at once. */
static void
flatten(hd_copy *c)
{
	if (c->height > 1 && c->to_pitch == c->width && c->from_pitch == c->width &&
	    (c->depth == 1 || (c->to_slice == c->width * c->height &&
			       c->from_slice == c->width * c->height))) {
		c->width *= c->height * c->depth;
		c->height = c->depth = 1;
	}
	c->unit = unit_for(c->width * c->height * c->depth);
}

static size_t
bytes_of(const hd_copy *c)
{
	return c->width * c->height * c->depth;
}

static bool
is_for_host(const hd_copy *c)
{
	static _Atomic int can_give_up = -1;
	hd_region r;

	if (hd_pool_threads() < CROWD)
		return false;
	if (can_give_up < 0)
		can_give_up = hd_cpu_can_give_up();
	return can_give_up && hd_region_find(c->from, &r) && r.kind == HD_MEM_DEVICE &&
	       !(hd_region_find(c->to, &r) && r.kind == HD_MEM_DEVICE);
}

static void
copy_flat(const hd_copy *c, size_t begin, size_t end)
{
	end = end < c->width ? end : c->width;
	if (c->is_for_host)
		hd_demote_later(c->to + begin, end - begin);
	if (end - begin == c->width)
		memmove(c->to, c->from, c->width); /* may overlap */
	else
		memcpy(c->to + begin, c->from + begin, end - begin);
}

/* Units are pieces of a flat copy, rows of others. */
static void
copy_units(void *args, uint64_t first, uint64_t count)
{
	const hd_copy *c = args;

	if (c->height * c->depth == 1) {
		copy_flat(c, first * c->unit, (first + count) * c->unit);
		return;
	}
	for (uint64_t i = first; i < first + count; i++) {
		size_t y = i % c->height, z = i / c->height;

		memcpy(c->to + y * c->to_pitch + z * c->to_slice,
		       c->from + y * c->from_pitch + z * c->from_slice, c->width);
	}
}

static uint64_t
units_of(const hd_copy *c)
{
	if (c->height * c->depth == 1)
		return (c->width + c->unit - 1) / c->unit;
	return c->height * c->depth;
}

static uint64_t
grain_of(const hd_copy *c)
{
	if (c->height * c->depth == 1)
		return 1;
	return c->width < c->unit ? c->unit / c->width : 1;
}

static int
submit(hd_stream *s, const hd_copy *c, hd_position *at)
{
	hd_call call = {copy_units, c, sizeof *c, units_of(c), grain_of(c), false};

	return hd_submit_call(s, &call, at);
}

static void
copy_all(void *arg)
{
	copy_units(arg, 0, units_of(arg));
}

int
hd_copy_now(hd_stream *s, const hd_copy *c)
{
	hd_copy flat = *c;
	hd_position at;

	flatten(&flat);
	if (!bytes_of(&flat))
		return hd_wait_turn(s);
	if (bytes_of(&flat) > DIRECT_BYTES) {
		flat.is_for_host = is_for_host(&flat);
		int error = submit(s, &flat, &at);

		return error ? error : hd_wait_position(at);
	}
	int error = hd_wait_turn(s);

	if (error || (error = atomic_load(&hd_device_error)))
		return error;
	hd_protect_open();
	error = hd_run_guarded(copy_all, &flat, true);
	hd_protect_close();
	if (error) {
		hd_log(HD_LOG_API, "copy of %zu bytes from %p to %p: bad address",
		       bytes_of(&flat), (const void *)c->from, (void *)c->to);
		return HD_ERR_VALUE;
	}
	return HD_OK;
}

int
hd_copy_later(hd_stream *s, const hd_copy *c)
{
	hd_copy flat = *c;

	flatten(&flat);
	return bytes_of(&flat) ? submit(s, &flat, NULL) : HD_OK;
}

/* The staged form: the bytes follow the description in the operation's arguments. */
static void
copy_from_args(void *args, uint64_t first, uint64_t count)
{
	hd_copy c = *(hd_copy *)args;

	(void)first, (void)count;
	c.from = (char *)args + sizeof c;
	flatten(&c);
	copy_all(&c);
}

static int
submit_staged(hd_stream *s, const hd_copy *c)
{
	char *buffer = hd_args_new(HD_STAGE_BYTES);
	hd_copy *head = (hd_copy *)buffer, gather = *c;

	if (!buffer)
		return HD_ERR_MEMORY;
	*head = *c;
	head->from_pitch = c->width;
	head->from_slice = c->width * c->height;
	gather.to = buffer + sizeof *head;
	gather.to_pitch = head->from_pitch;
	gather.to_slice = head->from_slice;
	hd_call call = {copy_from_args, buffer, sizeof *head + bytes_of(c), 1, 1,
			false};
	int error = HD_ERR_VALUE;

	flatten(&gather);
	hd_protect_open();
	if (!hd_run_guarded(copy_all, &gather, true))
		error = hd_submit_call(s, &call, NULL);
	hd_protect_close();
	hd_args_free(buffer, HD_STAGE_BYTES);
	return error;
}

int
hd_copy_staged(hd_stream *s, const hd_copy *c)
{
	if (hd_is_turn(s) || bytes_of(c) > HD_STAGE_BYTES - sizeof *c)
		return hd_copy_now(s, c);
	return submit_staged(s, c);
}

/* ---- fills -------------------------------------------------------------------- */

static void
fill_row(char *to, const hd_fill *f, size_t count)
{
	if (f->element == 1)
		memset(to, (int)f->value, count);
	else if (f->element == 2)
		for (size_t i = 0; i < count; i++)
			((uint16_t *)to)[i] = (uint16_t)f->value;
	else
		for (size_t i = 0; i < count; i++)
			((uint32_t *)to)[i] = f->value;
}

static void
fill_units(void *args, uint64_t first, uint64_t count)
{
	const hd_fill *f = args;

	if (f->height * f->depth == 1) {
		size_t per = f->unit / f->element, begin = first * per;
		size_t end = (first + count) * per;

		end = end < f->width ? end : f->width;
		fill_row(f->to + begin * f->element, f, end - begin);
		return;
	}
	for (uint64_t i = first; i < first + count; i++)
		fill_row(f->to + i % f->height * f->pitch + i / f->height * f->slice, f,
			 f->width);
}

int
hd_fill_later(hd_stream *s, const hd_fill *fill)
{
	hd_fill f = *fill;
	size_t rows = f.height * f.depth, row = f.width * f.element;

	if (!rows || !row)
		return HD_OK;
	if (rows > 1 && f.pitch == row && (f.depth == 1 || f.slice == row * f.height)) {
		f.width *= rows;
		f.height = f.depth = rows = 1;
		row = f.width * f.element;
	}
	f.unit = unit_for(row * rows);
	uint64_t units = rows == 1 ? (row + f.unit - 1) / f.unit : rows;
	uint64_t grain = rows == 1 || row >= f.unit ? 1 : f.unit / row;

	return hd_submit_call(
		s, &(hd_call){fill_units, &f, sizeof f, units, grain, false}, NULL);
}
