/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling one kernel for a program that is running (runtime/carried.h): the request is on
 * standard input, a socket that is closed when nobody waits any more, however that came. */
#include "drive.h"
#include "carried.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

enum { MAX_HEAD = 64 * 1024 };

typedef struct request {
	hd_arena mem;
	hd_paths paths;
	const char *kernel, *block, *key;
	const char *code;
	size_t code_bytes;
	const char *dir; /* the private one */
} request;

/* ---- reading it */

static bool
read_exactly(char *to, size_t n)
{
	while (n) {
		ssize_t got = read(0, to, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		n -= (size_t)got;
	}
	return true;
}

/* Up to and with the empty line; NULL: there is none. */
static const char *
read_head(hd_arena *a)
{
	hd_str head = {.arena = a};
	char c;

	while (head.n < MAX_HEAD && read_exactly(&c, 1)) {
		hd_str_addc(&head, c);
		if (head.n > 2 && strcmp(head.at + head.n - 2, "\n\n") == 0)
			return head.at;
	}
	return NULL;
}

static const char *
value_of(hd_arena *a, const char *head, const char *key)
{
	const char *line = strstr(head, hd_format(a, "\n%s ", key));

	if (!line)
		return NULL;
	line += strlen(key) + 2;
	return hd_strndup(a, line, strcspn(line, "\n"));
}

static bool
is_key(const char *s)
{
	return strlen(s) == HD_KEY_LETTERS &&
	       strspn(s, "0123456789abcdef") == HD_KEY_LETTERS;
}

static bool
read_request(request *r)
{
	const char *head = read_head(&r->mem), *bytes;
	char *code, *end = NULL;

	if (!head || !hd_has_prefix(head, HD_REQUEST))
		return false;
	r->kernel = value_of(&r->mem, head, "kernel");
	r->block = value_of(&r->mem, head, "block");
	r->key = value_of(&r->mem, head, "key");
	bytes = value_of(&r->mem, head, "code");
	if (!r->kernel || !r->block || !r->key || !is_key(r->key) || !bytes)
		return false;
	r->code_bytes = strtoull(bytes, &end, 10);
	if (*end || !r->code_bytes)
		return false;
	code = hd_alloc(&r->mem, r->code_bytes);
	r->code = code;
	return read_exactly(code, r->code_bytes);
}

/* From now on the end of the socket is a SIGTERM for us; false: it has come already. */
static bool
end_with_program(void)
{
	struct pollfd p = {.fd = 0, .events = POLLRDHUP};

	fcntl(0, F_SETOWN, getpid());
	fcntl(0, F_SETSIG, SIGTERM);
	fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_ASYNC);
	return poll(&p, 1, 0) == 0;
}

/* ---- answering it */

static bool
link_object(request *r, const char *object, const char *out)
{
	const char *const words[] = {r->paths.clang,
				     "-shared",
				     "-Qunused-arguments",
				     "-Wl,-z,norelro",
				     object,
				     "-lm",
				     "-o",
				     out};
	hd_strings args = {0};

	for (size_t i = 0; i < HD_COUNT(words); i++)
		hd_push(&r->mem, &args, words[i]);
	return hd_run(&args, false) == 0;
}

/* The shared object and its tail. */
static bool
finish(request *r, const char *object, const char *out)
{
	hd_second_tail tail = {.magic = HD_SECOND_MAGIC};
	hd_str all = {.arena = &r->mem};
	size_t n;
	const char *bytes = hd_read_file(&r->mem, object, &n);

	if (!bytes)
		return false;
	tail.check = hd_sum(bytes, n);
	hd_str_addn(&all, bytes, n);
	hd_str_addn(&all, (const char *)&tail, sizeof tail);
	return hd_write_file(out, all.at, all.n);
}

static bool
send_file(request *r, const char *file)
{
	size_t n;
	const char *bytes = hd_read_file(&r->mem, file, &n);

	for (size_t done = 0; bytes && done < n;) {
		ssize_t w = write(HD_ANSWER_FILE, bytes + done, n - done);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			return false;
		done += (size_t)w;
	}
	return bytes != NULL;
}

static int
answer(void *arg)
{
	request *r = arg;
	hd_job job = {.library = r->paths.device_lib,
		      .device_ir = hd_format(&r->mem, "%s/device.bc", r->dir),
		      .out = hd_format(&r->mem, "%s/second.o", r->dir),
		      .cpu = "native",
		      .tier = HD_TIER_SECOND,
		      .kernel = r->kernel,
		      .block = r->block};
	const char *shared = hd_format(&r->mem, "%s/second.so", r->dir);
	const char *whole = hd_format(&r->mem, "%s/second", r->dir);
	const char *folder;

	if (!hd_unpack_code(&r->mem, r->code, r->code_bytes, &job) ||
	    !hd_compile(&job) || !link_object(r, job.out, shared) ||
	    !finish(r, shared, whole) || !send_file(r, whole))
		return 1;
	folder = hd_cache_kernels(&r->mem, true);
	if (folder)
		hd_cache_add(&r->mem, folder, r->key, whole);
	return 0;
}

int
hd_serve(void)
{
	static request r;
	int status;

	if (!read_request(&r)) {
		hd_error_at((hd_pos){0},
			    "%s is for the runtime, which asks for a kernel "
			    "on standard input",
			    HD_SERVE);
		return 1;
	}
	if (!hd_find_paths(&r.mem, &r.paths, NULL))
		return 1;
	r.dir = hd_temp_dir(&r.mem);
	if (!r.dir)
		return 1;
	status = end_with_program() ? hd_supervise(answer, &r) : 1;
	hd_leave(r.dir, status);
}
