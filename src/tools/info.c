/* SPDX-License-Identifier: Apache-2.0 */
/* heddle info: the device as CUDA programs see it. It asks the runtime through the same
 * entry points, loaded like a program would load them. */
#include "tools.h"

#include <dlfcn.h>

typedef int attribute_fn(int *value, int attribute, int device);
typedef int properties_fn(void *properties, int device);
typedef int memory_fn(size_t *free, size_t *total);
typedef int number_fn(int *number);

/* Numbers of the attributes, as in the public header. */
static const struct {
	const char *what;
	int attribute;
} limits[] = {
	{"multiprocessors", 16},
	{"warp size", 10},
	{"threads per block", 1},
	{"threads per multiprocessor", 39},
	{"block, x", 2},
	{"block, y", 3},
	{"block, z", 4},
	{"grid, x", 5},
	{"shared memory per block, bytes", 8},
	{"constant memory, bytes", 9},
	{"clock, kHz", 13},
	{"concurrent kernels", 31},
	{"managed memory", 83},
	{"host memory can be mapped", 19},
	{"unified addressing", 41},
	{"cooperative launches", 95},
	{"memory pools", 115},
	{"compute preemption", 90},
};

static void
print_cache(hd_arena *a)
{
	const char *dir = hd_cache_folder(a, false);
	uint64_t bytes = 0;
	size_t n = dir ? hd_cache_size(a, dir, &bytes) : 0;

	if (dir)
		printf("  %-32s%s: %zu program%s, %.1f of %llu MiB\n", "cache", dir, n,
		       n == 1 ? "" : "s", (double)bytes / 1048576,
		       (unsigned long long)(hd_cache_limit() >> 20));
	else
		printf("  %-32s%s\n", "cache", "none yet");
}

/* A function by name; its type is the caller's business. */
static void *
look_up(void *library, const char *name)
{
	void *p = dlsym(library, name);

	if (!p)
		hd_error_at((hd_pos){0}, "the runtime has no %s", name);
	return p;
}

static int
number(void *library, const char *name)
{
	number_fn *fn = (number_fn *)look_up(library, name);
	int n = 0;

	return fn && fn(&n) == 0 ? n : 0;
}

static void
print_device(void *library, int device)
{
	attribute_fn *attribute =
		(attribute_fn *)look_up(library, "cudaDeviceGetAttribute");
	properties_fn *properties =
		(properties_fn *)look_up(library, "cudaGetDeviceProperties");
	memory_fn *memory = (memory_fn *)look_up(library, "cudaMemGetInfo");
	union {
		char name[256]; /* the structure's first member */
		char all[8192];
	} p = {{0}};
	size_t available = 0, total = 0;
	int major = 0, minor = 0;

	if (!attribute || !properties || !memory)
		return;
	properties(&p, device);
	memory(&available, &total);
	attribute(&major, 75, device);
	attribute(&minor, 76, device);
	printf("device %d: %s\n", device, p.name);
	printf("  %-32s%d.%d\n", "compute capability", major, minor);
	printf("  %-32s%zu of %zu MiB free\n", "memory", available >> 20, total >> 20);
	for (size_t i = 0; i < HD_COUNT(limits); i++) {
		int value = 0;

		if (attribute(&value, limits[i].attribute, device) == 0)
			printf("  %-32s%d\n", limits[i].what, value);
	}
}

int
hd_tool_info(int argc, char **argv)
{
	hd_arena mem = {0};
	hd_paths paths = {0};
	const char *file;
	void *library;

	if (argc && strcmp(argv[0], "--help") == 0) {
		puts("heddle info: the device that CUDA programs see, and this build");
		return 0;
	}
	if (argc) {
		hd_error_at((hd_pos){0}, "heddle info takes no arguments");
		return 1;
	}
	if (!hd_find_paths(&mem, &paths, NULL))
		return 1;
	file = hd_format(&mem, "%s/libheddle.so.1", paths.lib);
	printf("heddle %s, LLVM %s, %s\n", HD_VERSION, hd_llvm_version(),
	       hd_host_triple());
	printf("  %-32s%s\n", "runtime", file);
	printf("  %-32s%s\n", "device library", paths.device_lib);
	printf("  %-32s%s\n", "headers", paths.include);
	printf("  %-32s%s\n", "clang", paths.clangxx);
	printf("  %-32s%s/nvcc\n", "as CUDA_HOME", paths.prefix);
	print_cache(&mem);
	library = dlopen(file, RTLD_NOW);
	if (!library) {
		hd_error_at((hd_pos){0}, "%s", dlerror());
		return 1;
	}
	printf("  %-32s%d\n", "CUDA runtime version",
	       number(library, "cudaRuntimeGetVersion"));
	for (int i = 0, n = number(library, "cudaGetDeviceCount"); i < n; i++)
		print_device(library, i);
	hd_arena_free(&mem);
	return hd_error_count() ? 1 : 0;
}
