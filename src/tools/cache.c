/* SPDX-License-Identifier: Apache-2.0 */
/* heddle cache: what is kept in the user's folder. */
#include "tools.h"

static void
print_kept(const char *dir, size_t n, const char *what, uint64_t bytes)
{
	printf("%s: %zu %s%s, %.1f of %llu MiB\n", dir, n, what, n == 1 ? "" : "s",
	       (double)bytes / 1048576, (unsigned long long)(hd_cache_limit() >> 20));
}

int
hd_tool_cache(int argc, char **argv)
{
	hd_arena mem = {0};
	const char *dir = hd_cache_folder(&mem, false);
	const char *headers = hd_cache_headers(&mem, false);
	const char *kernels = hd_cache_kernels(&mem, false);
	bool clear = argc == 1 && strcmp(argv[0], "clear") == 0;
	uint64_t bytes = 0;
	size_t n;

	if (argc && !clear) {
		bool help = strcmp(argv[0], "--help") == 0;

		fputs("heddle cache [clear]: programs that heddle run has compiled, "
		      "headers that hdcc\nhas read, and kernels that programs have "
		      "had compiled, so that none is done again\n",
		      help ? stdout : stderr);
		return help ? 0 : 1;
	}
	if (!dir) {
		puts("no cache");
		return 0;
	}
	if (clear) {
		n = hd_cache_trim(&mem, dir, 0);
		if (headers)
			hd_cache_trim(&mem, headers, 0);
		if (kernels)
			hd_cache_trim(&mem, kernels, 0);
		printf("%zu program%s removed from %s\n", n, n == 1 ? "" : "s", dir);
	} else {
		n = hd_cache_size(&mem, dir, &bytes);
		print_kept(dir, n, "program", bytes);
		if (headers) {
			n = hd_cache_size(&mem, headers, &bytes);
			print_kept(headers, n, "file", bytes);
		}
		if (kernels) {
			n = hd_cache_size(&mem, kernels, &bytes);
			print_kept(kernels, n, "kernel", bytes);
		}
	}
	hd_arena_free(&mem);
	return 0;
}
