/* SPDX-License-Identifier: Apache-2.0 */
/* Device code that programs carry, to be compiled for the processor that runs it: clang's
 * bitcode, packed, with the options that it was compiled with. The only writer and the only
 * reader; the runtime looks at the head alone (carried.h). */
#include "carried.h"
#include "gen/gen.h"

#include <errno.h>
#include <inttypes.h>

#include <zstd.h>

enum { EFFORT = 6, MAX_UNPACKED = 1 << 30 };

/* ---- writing */

static const char *
write_notes(hd_arena *a, const hd_job *job)
{
	hd_str s = {.arena = a};

	hd_str_addf(&s, "source %s\n", job->recorded ? job->recorded : job->source);
	hd_str_addf(&s, "level %d\n", job->opt_level);
	hd_str_addf(&s, "fast %d\n", job->fast_math);
	hd_str_addf(&s, "lanes %d\n", job->lanes);
	for (size_t k = 0; hd_trick_name(k); k++)
		if (job->without >> k & 1)
			hd_str_addf(&s, "without %s\n", hd_trick_name(k));
	return s.at;
}

const char *
hd_carry_code(hd_arena *a, const hd_job *job, size_t *bytes)
{
	size_t n, room, notes_size;
	const char *code = hd_read_file(a, job->device_ir, &n);
	const char *notes = write_notes(a, job);
	hd_carried head = {.magic = HD_CARRIED_MAGIC, .version = HD_CARRIED_VERSION};
	char *out;

	if (!code) {
		hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot read it: %s",
			    strerror(errno));
		return NULL;
	}
	notes_size = strlen(notes);
	room = ZSTD_compressBound(n);
	out = hd_alloc(a, sizeof head + notes_size + room);
	memcpy(out + sizeof head, notes, notes_size);
	head.notes = (uint32_t)notes_size;
	head.bitcode = n;
	head.packed =
		ZSTD_compress(out + sizeof head + notes_size, room, code, n, EFFORT);
	hd_check(!ZSTD_isError(head.packed));
	head.check = hd_sum(out + sizeof head, notes_size + head.packed);
	memcpy(out, &head, sizeof head);
	*bytes = sizeof head + notes_size + head.packed;
	return out;
}

/* ---- reading */

static bool
refuse(const char *what)
{
	hd_error_at((hd_pos){0}, "the code that the program carries %s", what);
	return false;
}

static const char *
value_of(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

/* Switches that this compiler does not know any more mean nothing to it. */
static void
read_note(hd_job *job, const char *line)
{
	const char *v, *now;

	if ((v = value_of(line, "source")))
		job->source = v;
	else if ((v = value_of(line, "level")))
		job->opt_level = atoi(v);
	else if ((v = value_of(line, "fast")))
		job->fast_math = atoi(v) != 0;
	else if ((v = value_of(line, "lanes")))
		job->lanes = atoi(v);
	else if ((v = value_of(line, "without")))
		job->without |= hd_trick_bit(v, &now);
}

static void
read_notes(hd_arena *a, hd_job *job, const char *notes, size_t n)
{
	for (size_t at = 0; at < n;) {
		const char *end = memchr(notes + at, '\n', n - at);
		size_t length = end ? (size_t)(end - notes) - at : n - at;

		read_note(job, hd_strndup(a, notes + at, length));
		at += length + 1;
	}
}

static bool
check_head(const hd_carried *head, size_t n)
{
	if (memcmp(head->magic, HD_CARRIED_MAGIC, sizeof head->magic) != 0)
		return refuse("is none of Heddle's");
	if (head->version != HD_CARRIED_VERSION)
		return refuse("was written by another version of hdcc; compile the "
			      "program again");
	if (head->notes > n - sizeof *head ||
	    head->packed != n - sizeof *head - head->notes)
		return refuse("is cut off");
	if (head->bitcode > MAX_UNPACKED)
		return refuse("is damaged: it says that it is larger than 1 GiB");
	return true;
}

bool
hd_unpack_code(hd_arena *a, const char *bytes, size_t n, hd_job *job)
{
	const char *notes = bytes + sizeof(hd_carried);
	hd_carried head;
	char *code;

	if (n < sizeof head)
		return refuse("is cut off");
	memcpy(&head, bytes, sizeof head);
	if (!check_head(&head, n))
		return false;
	if (hd_sum(notes, head.notes + head.packed) != head.check)
		return refuse("is damaged: its sum is wrong");
	code = hd_alloc(a, head.bitcode + 1);
	if (ZSTD_decompress(code, head.bitcode, notes + head.notes, head.packed) !=
	    head.bitcode)
		return refuse("is damaged: it cannot be unpacked");
	read_notes(a, job, notes, head.notes);
	if (hd_write_file(job->device_ir, code, head.bitcode))
		return true;
	hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot write it: %s",
		    strerror(errno));
	return false;
}
