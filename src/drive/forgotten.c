/* SPDX-License-Identifier: Apache-2.0 */
/* Private directories whose processes were all killed outright: the next compilation
 * removes them.
 *
 * A directory has a file that its processes keep locked; the system ends the lock with the
 * last of them. What has no such file is none of ours. */
#include "drive.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK ".heddle-lock"

/* The file has its name when it is locked. Nobody closes it: fork shares it, exec closes it.
 * Where locks do not work, there is no such file. */
void
hd_keep_from_others(const char *dir)
{
	hd_arena mem = {0};
	const char *early = hd_format(&mem, "%s/" LOCK ".new", dir);
	int fd = open(early, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) == 0)
		rename(early, hd_format(&mem, "%s/" LOCK, dir));
	hd_arena_free(&mem);
}

static bool
is_our_own(const char *dir)
{
	struct stat st;

	return lstat(dir, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

static void
remove_if_forgotten(const char *dir)
{
	hd_arena mem = {0};
	int fd = is_our_own(dir) ? open(hd_format(&mem, "%s/" LOCK, dir),
					O_RDWR | O_NOFOLLOW | O_CLOEXEC)
				 : -1;

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		hd_remove_dir(dir);
	if (fd >= 0)
		close(fd);
	hd_arena_free(&mem);
}

/* In the directory of such directories; NVRTC's are made in the same way. */
void
hd_remove_forgotten(void)
{
	const char *base = hd_temp_base();
	struct dirent *e;
	DIR *d = opendir(base);

	while (d && (e = readdir(d))) {
		hd_arena mem = {0};

		if (hd_has_prefix(e->d_name, "hdcc-") ||
		    hd_has_prefix(e->d_name, "nvrtc-"))
			remove_if_forgotten(hd_format(&mem, "%s/%s", base, e->d_name));
		hd_arena_free(&mem);
	}
	if (d)
		closedir(d);
}
