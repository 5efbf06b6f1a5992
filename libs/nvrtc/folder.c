/* SPDX-License-Identifier: Apache-2.0 */
/* The private folder: headers that a program brings lie around its source as their names
 * say. The source lies some folders deep, so that "../a.h" stays inside. */
#include "rtc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH = 8 };

bool
hd_rtc_is_good_name(const char *name)
{
	int depth = DEPTH;

	if (!*name || *name == '/' || strlen(name) > 1024)
		return false;
	while (*name) {
		size_t n = strcspn(name, "/");

		if (n == 2 && memcmp(name, "..", 2) == 0)
			depth--;
		else if (n && !(n == 1 && *name == '.') && name[n])
			depth++;
		if (depth < 1)
			return false;
		name += n + (name[n] == '/');
	}
	return true;
}

static bool
complain(hd_text *log, const char *path)
{
	hd_text_printf(log, "nvrtc: error: cannot write %s: %s\n", path,
		       strerror(errno));
	return false;
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st, (void)kind, (void)at;
	remove(path);
	return 0;
}

void
hd_rtc_folder_remove(const hd_rtc_folder *f)
{
	enum { OPEN = 16 };

	nftw(f->root, remove_one, OPEN, FTW_DEPTH | FTW_PHYS);
	if (f->lock >= 0)
		close(f->lock);
}

/* As in hdcc's folders: hdcc removes a folder whose lock has ended with its processes. The
 * file has its name when it is locked. */
static int
make_lock(const char *root)
{
	char early[4096 + 32], name[4096 + 32];
	int fd;

	snprintf(early, sizeof early, "%s/.heddle-lock.new", root);
	snprintf(name, sizeof name, "%s/.heddle-lock", root);
	fd = open(early, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) == 0)
		rename(early, name);
	return fd;
}

bool
hd_rtc_folder_make(hd_rtc_folder *f, hd_text *log)
{
	const char *base = getenv("TMPDIR");
	size_t n;

	snprintf(f->root, sizeof f->root - 64, "%s/nvrtc-XXXXXX",
		 base && *base == '/' ? base : "/tmp");
	if (!mkdtemp(f->root))
		return complain(log, f->root);
	f->lock = make_lock(f->root);
	memcpy(f->deep, f->root, sizeof f->deep);
	n = strlen(f->deep);
	for (int i = 0; i < DEPTH; i++) {
		memcpy(f->deep + n, "/d", 3);
		n += 2;
		if (mkdir(f->deep, 0700) != 0) {
			complain(log, f->deep);
			hd_rtc_folder_remove(f);
			return false;
		}
	}
	return true;
}

/* The folders on the way to a file. */
static bool
make_way(char *path, size_t from)
{
	for (char *p = path + from; (p = strchr(p, '/')); p++) {
		bool made;

		*p = 0;
		made = mkdir(path, 0700) == 0 || errno == EEXIST;
		*p = '/';
		if (!made)
			return false;
	}
	return true;
}

bool
hd_rtc_folder_write(const hd_rtc_folder *f, const char *name, const hd_text *text,
		    hd_text *log)
{
	char path[sizeof f->deep + 1100];
	FILE *out;
	bool ok;

	snprintf(path, sizeof path, "%s/%s", f->deep, name);
	if (!make_way(path, strlen(f->deep) + 1) || !(out = fopen(path, "wbe")))
		return complain(log, path);
	ok = fwrite(text->at, 1, text->n, out) == text->n;
	ok &= fclose(out) == 0;
	return ok || complain(log, path);
}
