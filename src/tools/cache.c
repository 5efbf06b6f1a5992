/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that heddle run has compiled, by what they were compiled from. One file each
 * in a folder of the user's that nobody else can write; files appear whole by rename. */
#include "tools.h"

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

const char *
hd_cache_find(hd_arena *a, const char *dir, const char *key)
{
	const char *path = hd_format(a, "%s/%s", dir, key);
	struct stat st;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    access(path, X_OK) != 0)
		return NULL;
	utimensat(AT_FDCWD, path, NULL, 0); /* used now */
	return path;
}

/* Failing to keep a program is no failure of the run. */
void
hd_cache_add(hd_arena *a, const char *dir, const char *key, const char *program)
{
	const char *beside = hd_format(a, "%s/%s.%ld", dir, key, (long)getpid());
	size_t n;
	const char *data = hd_read_file(a, program, &n);

	if (data && n < hd_cache_limit() && hd_write_file(beside, data, n) &&
	    chmod(beside, 0700) == 0 &&
	    rename(beside, hd_format(a, "%s/%s", dir, key)) == 0)
		hd_cache_trim(a, dir, hd_cache_limit());
	else
		unlink(beside);
}

/* ---- heddle cache */

int
hd_tool_cache(int argc, char **argv)
{
	hd_arena mem = {0};
	const char *dir = hd_cache_folder(&mem, false);
	bool clear = argc == 1 && strcmp(argv[0], "clear") == 0;
	uint64_t bytes = 0;
	size_t n;

	if (argc && !clear) {
		bool help = strcmp(argv[0], "--help") == 0;

		fputs("heddle cache [clear]: what heddle run has compiled before\n",
		      help ? stdout : stderr);
		return help ? 0 : 1;
	}
	if (!dir) {
		puts("no cache");
		return 0;
	}
	if (clear) {
		n = hd_cache_trim(&mem, dir, 0);
		printf("%zu program%s removed from %s\n", n, n == 1 ? "" : "s", dir);
	} else {
		n = hd_cache_size(&mem, dir, &bytes);
		printf("%s: %zu program%s, %.1f of %llu MiB\n", dir, n,
		       n == 1 ? "" : "s", (double)bytes / 1048576,
		       (unsigned long long)(hd_cache_limit() >> 20));
	}
	hd_arena_free(&mem);
	return 0;
}
