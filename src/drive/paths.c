/* SPDX-License-Identifier: Apache-2.0 */
/* Where our own files and clang are. Everything of ours lies beside the executable:
 * bin/hdcc, lib/libheddle.so, lib/heddle/device.bc, include/heddle. */
#include "drive.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

static const char *
find_prefix(hd_arena *a)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

	for (int up = 0; up < 2; up++) {
		while (n > 0 && path[n - 1] != '/')
			n--;
		if (n > 0)
			n--;
	}
	if (n <= 0) {
		hd_error_at((hd_pos){0}, "cannot find my own executable: %s",
			    strerror(errno));
		return NULL;
	}
	return hd_strndup(a, path, (size_t)n);
}

/* A program in PATH, else where Debian keeps this version of LLVM; NULL: nowhere. */
static const char *
find_program(hd_arena *a, const char *name)
{
	const char *path = getenv("PATH"), *file;

	while (path && *path) {
		size_t n = strcspn(path, ":");

		file = hd_format(a, "%.*s/%s-%d", (int)n, path, name, HD_LLVM_MAJOR);
		if (n && access(file, X_OK) == 0)
			return file;
		path += n + (path[n] == ':');
	}
	file = hd_format(a, "/usr/lib/llvm-%d/bin/%s", HD_LLVM_MAJOR, name);
	return access(file, X_OK) == 0 ? file : NULL;
}

static bool
check(const char *file, const char *what)
{
	if (access(file, R_OK) == 0)
		return true;
	hd_error_at((hd_pos){0},
		    "%s is missing: %s: %s; was Heddle built or installed "
		    "completely?",
		    what, file, strerror(errno));
	return false;
}

/* "x86_64-unknown-linux-gnu" is "x86_64-linux-gnu" to Debian. */
static const char *
short_triple(hd_arena *a, const char *triple)
{
	return hd_format(a, "%.*s-linux-gnu", (int)strcspn(triple, "-"), triple);
}

/* Another processor's files lie together. */
static bool
use_target(hd_arena *a, hd_paths *p, const char *triple)
{
	const char *name = short_triple(a, triple);

	p->lib = p->lean = hd_format(a, "%s/lib/heddle/%s", p->prefix, name);
	p->device_lib = hd_format(a, "%s/device.bc", p->lib);
	if (access(p->device_lib, R_OK) == 0)
		return true;
	hd_error_at((hd_pos){0},
		    "Heddle's libraries for %s are missing (%s); build them with "
		    "'make cross TARGET=%s'",
		    name, p->lib, name);
	return false;
}

bool
hd_find_paths(hd_arena *a, hd_paths *p, const char *triple)
{
	const char *here = short_triple(a, hd_host_triple());

	p->prefix = find_prefix(a);
	if (!p->prefix)
		return false;
	p->include = hd_format(a, "%s/include/heddle", p->prefix);
	p->lib = hd_format(a, "%s/lib", p->prefix);
	p->lean = hd_format(a, "%s/heddle/%s", p->lib, here);
	p->device_lib = hd_format(a, "%s/lib/heddle/device.bc", p->prefix);
	if (triple && strcmp(short_triple(a, triple), here) != 0 &&
	    !use_target(a, p, triple))
		return false;
	p->clang = find_program(a, "clang");
	p->clangxx = find_program(a, "clang++");
	p->ar = find_program(a, "llvm-ar");
	if (!p->ar)
		p->ar = "/usr/bin/ar";
	if (!p->clang || !p->clangxx) {
		hd_error_at((hd_pos){0},
			    "clang-%d is not installed; on Debian and Ubuntu: "
			    "apt-get install clang-%d",
			    HD_LLVM_MAJOR, HD_LLVM_MAJOR);
		return false;
	}
	return check(p->include, "the directory of CUDA headers") &&
	       check(p->device_lib, "the device library");
}
