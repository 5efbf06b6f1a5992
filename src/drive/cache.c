/* SPDX-License-Identifier: Apache-2.0 */
/* What is kept from one run to the next, by what it was made from: programs of heddle run,
 * headers that clang has read, kernels of the second tier. One file each in a folder of the
 * user's that no other user can write; files appear whole by rename. */
#include "drive.h"
#include "carried.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_MIB = 512, KEY_LENGTH = 32 };

static const char *
folder_name(hd_arena *a)
{
	const char *own = getenv("HEDDLE_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own)
		return *own ? own : NULL;
	if (xdg && xdg[0] == '/')
		return hd_format(a, "%s/heddle", xdg);
	return home && home[0] == '/' ? hd_format(a, "%s/.cache/heddle", home) : NULL;
}

/* Ours alone: what others could write we would run. */
static bool
is_safe(const char *dir)
{
	struct stat st;

	return lstat(dir, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	       !(st.st_mode & (S_IWGRP | S_IWOTH));
}

const char *
hd_cache_folder(hd_arena *a, bool make)
{
	const char *dir = folder_name(a);

	if (!dir)
		return NULL;
	if (make) {
		char *parent = hd_strdup(a, dir), *slash = strrchr(parent, '/');

		if (slash && slash > parent) {
			*slash = '\0';
			mkdir(parent, 0700); /* ~/.cache */
		}
		mkdir(dir, 0700);
	}
	return is_safe(dir) ? dir : NULL;
}

static const char *
folder_in(hd_arena *a, const char *name, bool make)
{
	const char *dir = hd_cache_folder(a, make);

	if (!dir)
		return NULL;
	dir = hd_format(a, "%s/%s", dir, name);
	if (make)
		mkdir(dir, 0700);
	return is_safe(dir) ? dir : NULL;
}

const char *
hd_cache_headers(hd_arena *a, bool make)
{
	return folder_in(a, "headers", make);
}

const char *
hd_cache_kernels(hd_arena *a, bool make)
{
	return folder_in(a, HD_SECOND_FOLDER, make);
}

/* ---- looking at the entries */

typedef struct entry {
	const char *path;
	off_t size;
	struct timespec used;
} entry;

typedef HD_VEC(entry) entries;

static bool
is_key(const char *name)
{
	return strlen(name) == KEY_LENGTH &&
	       strspn(name, "0123456789abcdef") == KEY_LENGTH;
}

static entries
list(hd_arena *a, const char *dir)
{
	entries all = {0};
	struct dirent *d;
	DIR *open = opendir(dir);

	while (open && (d = readdir(open))) {
		entry e = {.path = hd_format(a, "%s/%s", dir, d->d_name)};
		struct stat st;

		if (!is_key(d->d_name) || lstat(e.path, &st) != 0)
			continue;
		e.size = st.st_size;
		e.used = st.st_mtim;
		hd_push(a, &all, e);
	}
	if (open)
		closedir(open);
	return all;
}

static int
older_first(const void *x, const void *y)
{
	const entry *a = x, *b = y;

	if (a->used.tv_sec != b->used.tv_sec)
		return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
	return (a->used.tv_nsec > b->used.tv_nsec) -
	       (a->used.tv_nsec < b->used.tv_nsec);
}

size_t
hd_cache_size(hd_arena *a, const char *dir, uint64_t *bytes)
{
	entries all = list(a, dir);

	*bytes = 0;
	for (size_t i = 0; i < all.n; i++)
		*bytes += (uint64_t)all.at[i].size;
	return all.n;
}

/* Remove entries, those unused for longest first, until at most `keep` bytes are left. */
size_t
hd_cache_trim(hd_arena *a, const char *dir, uint64_t keep)
{
	entries all = list(a, dir);
	uint64_t total = 0;
	size_t gone = 0;

	for (size_t i = 0; i < all.n; i++)
		total += (uint64_t)all.at[i].size;
	if (all.n)
		qsort(all.at, all.n, sizeof all.at[0], older_first);
	for (size_t i = 0; i < all.n && total > keep; i++) {
		if (unlink(all.at[i].path) != 0)
			continue;
		total -= (uint64_t)all.at[i].size;
		gone++;
	}
	return gone;
}

uint64_t
hd_cache_limit(void)
{
	const char *s = getenv("HEDDLE_CACHE_SIZE");
	char *end;
	unsigned long long n = s ? strtoull(s, &end, 10) : DEFAULT_MIB;

	if (s && (*end || end == s))
		n = DEFAULT_MIB;
	return (uint64_t)n << 20;
}

/* ---- one entry */

void
hd_cache_identity(hd_str *key, const char *path)
{
	struct stat st = {0};

	stat(path, &st);
	hd_str_addf(key, "%s %lld %lld.%09ld\n", path, (long long)st.st_size,
		    (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

const char *
hd_cache_key(hd_str *of)
{
	uint64_t first = hd_hash(of->at, of->n);

	hd_str_addf(of, "%016llx", (unsigned long long)first);
	return hd_format(of->arena, "%016llx%016llx", (unsigned long long)first,
			 (unsigned long long)hd_hash(of->at, of->n));
}

const char *
hd_cache_find(hd_arena *a, const char *dir, const char *key)
{
	const char *path = hd_format(a, "%s/%s", dir, key);
	struct stat st;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid())
		return NULL;
	utimensat(AT_FDCWD, path, NULL, 0); /* used now */
	return path;
}

bool
hd_cache_add(hd_arena *a, const char *dir, const char *key, const char *file)
{
	const char *beside = hd_format(a, "%s/%s.%ld", dir, key, (long)getpid());
	struct stat st;
	size_t n;
	const char *data = hd_read_file(a, file, &n);

	if (data && n < hd_cache_limit() && stat(file, &st) == 0 &&
	    hd_write_file(beside, data, n) && chmod(beside, st.st_mode & 0700) == 0 &&
	    rename(beside, hd_format(a, "%s/%s", dir, key)) == 0) {
		hd_cache_trim(a, dir, hd_cache_limit());
		return true;
	}
	unlink(beside);
	return false;
}
