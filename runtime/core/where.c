/* SPDX-License-Identifier: Apache-2.0 */
/* Names for people: demangled kernels, source lines of addresses. */
#include "core.h"

#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FRAMES = 48 };

/* The demangler is in the C++ library, if the program has one. */
void
hd_kernel_title(const hd_kernel *k, char *out, size_t size)
{
	typedef char *demangle_fn(const char *, char *, size_t *, int *);
	void *symbol = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	demangle_fn *demangle;
	char *plain = NULL;

	memcpy(&demangle, &symbol, sizeof demangle);
	if (demangle)
		plain = demangle(k->name, NULL, NULL, NULL);
	snprintf(out, size, "%s", plain ? plain : k->name);
	free(plain);
}

static Dwfl *
open_process(void)
{
	static char *debug_path;
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.debuginfo_path = &debug_path,
	};
	Dwfl *d = dwfl_begin(&callbacks);

	if (d &&
	    (dwfl_linux_proc_report(d, getpid()) || dwfl_report_end(d, NULL, NULL))) {
		dwfl_end(d);
		d = NULL;
	}
	return d;
}

static bool
line_of(Dwfl *d, Dwarf_Addr pc, char *out, size_t size)
{
	Dwfl_Module *m = dwfl_addrmodule(d, pc);
	Dwfl_Line *l = m ? dwfl_module_getsrc(m, pc) : NULL;
	int line;
	const char *file = l ? dwfl_lineinfo(l, NULL, &line, NULL, NULL, NULL) : NULL;

	if (!file || line <= 0)
		return false;
	snprintf(out, size, "%s:%d", file, line);
	return true;
}

/* The line of pc, or of the innermost caller that has one: pc may lie in a library. The
 * callers are those above pc on this thread's stack. */
bool
hd_where(const void *pc, char *out, size_t size)
{
	Dwfl *d = open_process();
	void *frames[MAX_FRAMES];

	if (!d)
		return false;
	bool found = line_of(d, (uintptr_t)pc, out, size);

	if (!found) {
		int n = backtrace(frames, MAX_FRAMES), i = 0;

		while (i < n && frames[i] != pc)
			i++;
		for (i++; i < n && !found; i++)
			found = line_of(d, (uintptr_t)frames[i] - 1, out, size);
	}
	dwfl_end(d);
	return found;
}
