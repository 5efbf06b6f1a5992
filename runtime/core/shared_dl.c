/* SPDX-License-Identifier: Apache-2.0 */
/* Shared objects that lie in memory, by way of files without a name. Each is loaded for
 * itself: the same bytes twice are two objects with variables of their own. */
#include "inner.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What kernels call is in this library, which the program may have opened for itself alone. */
static void
show_runtime(void)
{
	Dl_info here;

	if (dladdr(&hd_cpu_machine, &here) && here.dli_fname)
		dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

static bool
write_all(int file, const char *bytes, size_t size)
{
	while (size) {
		ssize_t n = write(file, bytes, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		size -= (size_t)n;
	}
	return true;
}

typedef struct name {
	char text[64];
} name;

static name
name_of(int file)
{
	name n;

	snprintf(n.text, sizeof n.text, "/proc/self/fd/%d", file);
	return n;
}

/* The linker goes by names: two open files have two. Objects whose file has been closed
 * keep theirs. */
static bool
is_taken(int file)
{
	void *library = dlopen(name_of(file).text, RTLD_LAZY | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library != NULL;
}

static int
with_free_name(int file)
{
	while (file >= 0 && is_taken(file)) {
		int other = fcntl(file, F_DUPFD_CLOEXEC, file + 1);

		close(file);
		file = other;
	}
	return file;
}

bool
hd_shared_open(hd_shared *o, const void *bytes, size_t size, hd_complaint *why)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, show_runtime);
	o->library = NULL;
	o->file = with_free_name(
		memfd_create(strchr(HD_SHARED_NAME, ':') + 1, MFD_CLOEXEC));
	if (o->file < 0 || !write_all(o->file, bytes, size)) {
		snprintf(why->text, sizeof why->text, "no memory for %zu bytes: %s",
			 size, strerror(errno));
		if (o->file >= 0)
			close(o->file);
		return false;
	}
	o->library = dlopen(name_of(o->file).text, RTLD_NOW | RTLD_LOCAL);
	if (o->library)
		return true;
	snprintf(why->text, sizeof why->text, "the code cannot be loaded: %s",
		 dlerror());
	close(o->file);
	return false;
}

void *
hd_shared_symbol(const hd_shared *o, const char *name)
{
	return dlsym(o->library, name);
}

void
hd_shared_close(hd_shared *o)
{
	dlclose(o->library);
	close(o->file);
}
