/* SPDX-License-Identifier: Apache-2.0 */
/* Code of the second tier that former runs have left: hdcc writes the files, whole or not at
 * all (src/drive/cache.c); here they are read. What another user could have written is not
 * run, nor what is damaged. */
#include "tier.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Everything that the code depends on; what it was made from is in the sum of the code. */
void
hd_kept_key(hd_request *r, uint64_t compiler)
{
	const uint32_t version = HD_MODULE_VERSION;
	const uint64_t processor = hd_cpu_identity();
	uint64_t sum = hd_sum(&r->code->check, sizeof r->code->check), half;

	sum = hd_sum_more(sum, &compiler, sizeof compiler);
	sum = hd_sum_more(sum, &processor, sizeof processor);
	sum = hd_sum_more(sum, &version, sizeof version);
	sum = hd_sum_more(sum, r->block, sizeof r->block);
	sum = hd_sum_more(sum, r->kernel, strlen(r->kernel));
	half = hd_sum_more(sum, &sum, sizeof sum);
	half = hd_sum_more(half, r->kernel, strlen(r->kernel));
	snprintf(r->key, sizeof r->key, "%016llx%016llx", (unsigned long long)sum,
		 (unsigned long long)half);
}

/* As hdcc finds it. */
static bool
folder(char *out, size_t size)
{
	const char *own = getenv("HEDDLE_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");
	int n;

	if (own)
		n = snprintf(out, size, "%s/" HD_SECOND_FOLDER, own);
	else if (xdg && xdg[0] == '/')
		n = snprintf(out, size, "%s/heddle/" HD_SECOND_FOLDER, xdg);
	else if (home && home[0] == '/')
		n = snprintf(out, size, "%s/.cache/heddle/" HD_SECOND_FOLDER, home);
	else
		return false;
	return !(own && !*own) && n > 0 && (size_t)n < size;
}

/* Is it ours alone? */
static bool
is_safe(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* The folder is opened first, so that nobody exchanges it. */
static int
open_kept(const char *key)
{
	char path[4096];
	struct stat st;
	int dir, file = -1;

	if (!folder(path, sizeof path))
		return -1;
	dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir < 0)
		return -1;
	if (fstat(dir, &st) == 0 && is_safe(&st))
		file = openat(dir, key, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (file >= 0)
		utimensat(dir, key, NULL, 0); /* used now: the oldest go first */
	close(dir);
	return file;
}

static bool
read_whole(int file, hd_bytes *out)
{
	struct stat st;
	size_t done = 0;

	if (fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || !is_safe(&st) ||
	    st.st_size <= 0)
		return false;
	out->n = (size_t)st.st_size;
	out->at = malloc(out->n);
	while (out->at && done < out->n) {
		ssize_t n = read(file, out->at + done, out->n - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	if (out->at && done == out->n)
		return true;
	free(out->at);
	out->at = NULL;
	return false;
}

bool
hd_kept_is_whole(const hd_bytes *b)
{
	hd_second_tail tail;

	if (!b->at || b->n < sizeof tail)
		return false;
	memcpy(&tail, b->at + b->n - sizeof tail, sizeof tail);
	return memcmp(tail.magic, HD_SECOND_MAGIC, sizeof tail.magic) == 0 &&
	       tail.check == hd_sum(b->at, b->n - sizeof tail);
}

bool
hd_kept_find(const hd_request *r, hd_bytes *out)
{
	int file = open_kept(r->key);
	bool good;

	if (file < 0)
		return false;
	good = read_whole(file, out);
	close(file);
	if (good && hd_kept_is_whole(out))
		return true;
	if (good)
		free(out->at);
	out->at = NULL;
	return false;
}
