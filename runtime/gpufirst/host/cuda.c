/* SPDX-License-Identifier: Apache-2.0 */
/* An NVIDIA GPU, through the driver's own interface, opened when the program runs. The
 * initial thread is a kernel of one thread; regions are kernels beside it. */
#include "gf.h"

#include "cuda.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DECLARE(name, params) static cu_result(*name) params;
HD_GF_CUDA_CALLS(DECLARE)
#undef DECLARE

static cu_handle context, module, main_stream, region_stream, copy_stream;
static cu_handle main_kernel, *kernel; /* by region */
static uint32_t *grid_most;            /* blocks of the usual size, by region */
static uint32_t multiprocessors, block_size, max_threads;
static char device_name[128] = "GPU";
extern char *hd_gf_kept;

static const char *
error_text(cu_result r)
{
	const char *text = NULL, *name = NULL;
	static char both[256];

	cuGetErrorString(r, &text);
	cuGetErrorName(r, &name);
	snprintf(both, sizeof both, "%s (%s)", text ? text : "unknown error",
		 name ? name : "?");
	return both;
}

static bool
complain(const char *what, cu_result r)
{
	fprintf(stderr, "gpufirst: %s: %s\n", what, error_text(r));
	return false;
}

#define TRY(what, call)                                                                \
	do {                                                                           \
		cu_result r_ = (call);                                                 \
		if (r_)                                                                \
			return complain(what, r_);                                     \
	} while (0)

/* ---- the driver, the device */

static bool
open_driver(void)
{
	void *lib;
	struct {
		const char *name;
		void **at;
	} calls[] = {
#define ENTRY(name, params) {#name, (void **)&name},
		HD_GF_CUDA_CALLS(ENTRY)
#undef ENTRY
	};

	/* A kernel that is loaded only when it is launched waits for the one that runs:
	 * for ever. */
	setenv("CUDA_MODULE_LOADING", "EAGER", 1);
	lib = dlopen("libcuda.so.1", RTLD_NOW);
	if (!lib) {
		fprintf(stderr,
			"gpufirst: this program needs an NVIDIA GPU and its driver: "
			"%s; to run it on the CPU, set HEDDLE_GF_RUN=cpu\n",
			dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		*calls[i].at = dlsym(lib, calls[i].name);
		if (!*calls[i].at) {
			fprintf(stderr,
				"gpufirst: the NVIDIA driver is too old: it "
				"has no %s\n",
				calls[i].name);
			return false;
		}
	}
	return true;
}

static int
attribute(int device, int which)
{
	int x = 0;

	cuDeviceGetAttribute(&x, which, device);
	return x;
}

static bool
open_device(void)
{
	int n = 0, device, major, minor;

	TRY("the NVIDIA driver does not start", cuInit(0));
	if (cuDeviceGetCount(&n) || n == 0) {
		fputs("gpufirst: no NVIDIA GPU was found; to run on the CPU, set "
		      "HEDDLE_GF_RUN=cpu\n",
		      stderr);
		return false;
	}
	TRY("no device", cuDeviceGet(&device, 0));
	cuDeviceGetName(device_name, sizeof device_name, device);
	major = attribute(device, CU_MAJOR);
	minor = attribute(device, CU_MINOR);
	if (major < 7) {
		fprintf(stderr,
			"gpufirst: %s has compute capability %d.%d; 7.0 is the "
			"oldest whose threads can wait for each other\n",
			device_name, major, minor);
		return false;
	}
	if (hd_gf_program.unified && !attribute(device, CU_CONCURRENT_MANAGED)) {
		fprintf(stderr,
			"gpufirst: %s cannot share memory with the CPU while "
			"it runs; build with --memory=copy\n",
			device_name);
		return false;
	}
	if (!attribute(device, CU_COOPERATIVE)) {
		fprintf(stderr, "gpufirst: %s has no cooperative launch\n",
			device_name);
		return false;
	}
	multiprocessors = (uint32_t)attribute(device, CU_MULTIPROCESSORS);
	max_threads = multiprocessors *
		      (uint32_t)attribute(device, CU_THREADS_PER_MULTIPROCESSOR);
	TRY("no context", cuDevicePrimaryCtxRetain(&context, device));
	TRY("no context", cuCtxSetCurrent(context));
	TRY("HEDDLE_GF_THREAD_STACK",
	    cuCtxSetLimit(CU_LIMIT_STACK, hd_gf_settings.thread_stack));
	return true;
}

/* ---- the program's code */

static bool
load_module(void)
{
	static char log[8192];
	int option[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_SIZE};
	void *value[] = {log, (void *)(uintptr_t)sizeof log};
	cu_result r = cuModuleLoadDataEx(&module, hd_gf_program.ptx, 2, option, value);

	if (r) {
		complain("the driver refuses the program", r);
		fputs(log, stderr);
		return false;
	}
	TRY("hd_gf_main", cuModuleGetFunction(&main_kernel, module, "hd_gf_main"));
	return true;
}

/* Regions whose threads use their numbers have the same grid, which fits for all. */
static void
align_grids(void)
{
	uint64_t n = hd_gf_program.nregions;
	uint32_t least = ~0u;

	for (uint64_t i = 0; i < n; i++)
		if (hd_gf_program.region[i].numbered && grid_most[i] < least)
			least = grid_most[i];
	for (uint64_t i = 0; i < n; i++)
		if (hd_gf_program.region[i].numbered)
			grid_most[i] = least;
}

/* Shared memory of a block: how the device knows that the region's threads come apart. */
static uint32_t
shared_bytes(uint64_t region)
{
	return hd_gf_program.region[region].apart ? 16 : 0;
}

/* How many blocks of a region can be there at the same time. One multiprocessor is
 * left to the initial thread. */
static bool
prepare_regions(void)
{
	uint64_t n = hd_gf_program.nregions;

	kernel = calloc(n + 1, sizeof *kernel);
	grid_most = calloc(n + 1, sizeof *grid_most);
	if (!kernel || !grid_most)
		return false;
	block_size = hd_gf_settings.threads ? hd_gf_settings.threads : 128;
	for (uint64_t i = 0; i < n; i++) {
		const char *name = hd_gf_program.region[i].name;
		int blocks = 0;

		TRY(name, cuModuleGetFunction(&kernel[i], module, name));
		TRY(name,
		    cuOccupancyMaxActiveBlocksPerMultiprocessor(
			    &blocks, kernel[i], (int)block_size, shared_bytes(i)));
		if (blocks < 1) {
			fprintf(stderr,
				"gpufirst: the region at %s needs too many "
				"registers for blocks of %u threads; make "
				"HEDDLE_GF_THREADS smaller\n",
				hd_gf_where(hd_gf_program.region[i].where), block_size);
			return false;
		}
		grid_most[i] = (uint32_t)blocks * (multiprocessors - 1);
	}
	align_grids();
	return true;
}

/* ---- memory */

static bool
allocate(void *to, size_t n, bool shared, const char *what)
{
	cu_pointer p = 0;
	size_t left = 0, all = 0;
	cu_result r = shared ? cuMemAllocManaged(&p, n, CU_ATTACH_GLOBAL)
			     : cuMemAlloc_v2(&p, n);

	if (r == 0) {
		memcpy(to, &p, sizeof p);
		return true;
	}
	cuMemGetInfo_v2(&left, &all);
	fprintf(stderr,
		"gpufirst: out of device memory: %s needs %zu MiB, %zu of %zu "
		"are free; make HEDDLE_GF_HEAP smaller: %s\n",
		what, n >> 20, left >> 20, all >> 20, error_text(r));
	return false;
}

static bool
host_memory(void *to, size_t n)
{
	void *p = NULL;

	TRY("pinned memory for remote calls",
	    cuMemHostAlloc(&p, n, CU_HOST_PORTABLE | CU_HOST_MAPPED));
	memset(p, 0, n);
	memcpy(to, &p, sizeof p);
	return true;
}

static bool
zeroed(void *to, size_t n, const char *what)
{
	cu_pointer p;

	if (!allocate(to, n, false, what))
		return false;
	memcpy(&p, to, sizeof p);
	TRY(what, cuMemsetD8_v2(p, 0, n));
	return true;
}

static bool
allocate_heap(struct hd_gf_env *e)
{
	size_t left = 0, all = 0;
	uint64_t heap = hd_gf_settings.heap;

	cuMemGetInfo_v2(&left, &all);
	if (!heap)
		heap = left / 4 < 8ull << 30 ? left / 4 : 8ull << 30;
	if (heap + hd_gf_settings.stack > left) {
		fprintf(stderr,
			"gpufirst: out of device memory: a heap of %llu MiB is "
			"asked for, %zu are free; make HEDDLE_GF_HEAP smaller\n",
			(unsigned long long)heap >> 20, left >> 20);
		return false;
	}
	e->stack_size = hd_gf_settings.stack;
	e->heap_size = heap;
	if (!allocate(&e->stack, e->stack_size + heap, hd_gf_program.unified,
		      "the heap"))
		return false;
	e->heap = e->stack + e->stack_size;
	return true;
}

static uint32_t
default_threads(void)
{
	uint32_t blocks =
		max_threads / multiprocessors / block_size * (multiprocessors - 1);

	if (hd_gf_settings.blocks)
		blocks = hd_gf_settings.blocks;
	if (hd_gf_settings.num_threads)
		return hd_gf_settings.num_threads < max_threads
			       ? hd_gf_settings.num_threads
			       : max_threads;
	return blocks * block_size;
}

static bool
gpu_open(struct hd_gf_env *e)
{
	if (!open_driver() || !open_device() || !load_module() || !prepare_regions())
		return false;
	e->max_threads = max_threads;
	e->default_threads = default_threads();
	e->big_size = hd_gf_settings.staging;
	TRY("a stream", cuStreamCreate(&main_stream, CU_STREAM_NON_BLOCKING));
	TRY("a stream", cuStreamCreate(&region_stream, CU_STREAM_NON_BLOCKING));
	TRY("a stream", cuStreamCreate(&copy_stream, CU_STREAM_NON_BLOCKING));
	if (!host_memory(&e->slot, sizeof *e->slot * HD_GF_SLOTS) ||
	    !host_memory(&e->big, e->big_size) || !host_memory(&hd_gf_kept, 1 << 20))
		return false;
	hd_gf_slots = e->slot;
	e->shown[HD_GF_SHOWN_RESULTS] = (hd_gf_range){hd_gf_kept, 1 << 20};
	return zeroed(&e->thread, sizeof *e->thread * max_threads, "thread data") &&
	       zeroed(&e->reduce, (size_t)HD_GF_REDUCE * max_threads, "reductions") &&
	       zeroed(&e->times, sizeof *e->times * (hd_gf_program.nregions + 1),
		      "the profile") &&
	       zeroed(&e->stage, sizeof *e->stage * HD_GF_STAGE_COUNT, "the profile") &&
	       allocate_heap(e);
}

/* ---- start */

static bool
set_variable(const char *name, const void *value, size_t n)
{
	cu_pointer p;
	size_t size;

	if (cuModuleGetGlobal_v2(&p, &size, module, name))
		return true; /* not used */
	TRY(name, cuMemcpyHtoD_v2(p, value, n));
	return true;
}

/* Words, and where the device finds them. */
static char **
copy_words(int n, char **words, hd_gf_range *range)
{
	size_t bytes = sizeof *words * (size_t)(n + 1);
	char **copy, *text;

	for (int i = 0; i < n; i++)
		bytes += strlen(words[i]) + 1;
	if (!host_memory(&copy, bytes))
		return NULL;
	*range = (hd_gf_range){(char *)copy, bytes};
	text = (char *)(copy + n + 1);
	for (int i = 0; i < n; i++) {
		copy[i] = strcpy(text, words[i]);
		text += strlen(text) + 1;
	}
	return copy;
}

static bool
gpu_start(int argc, char **argv, char **envp)
{
	hd_gf_range *shown = hd_gf_device_env->shown;
	char **args = copy_words(argc, argv, &shown[HD_GF_SHOWN_ARGUMENTS]), **env;
	void *params[] = {&argc, &args, &env};
	int n = 0;

	while (envp[n])
		n++;
	env = copy_words(n, envp, &shown[HD_GF_SHOWN_ENVIRONMENT]);
	if (!args || !env ||
	    !set_variable("hd_gf_env", hd_gf_device_env, sizeof *hd_gf_device_env))
		return false;
	for (uint64_t i = 0; i < hd_gf_program.nvariables; i++) {
		const hd_gf_extern *v = &hd_gf_program.variable[i];

		if (!set_variable(v->name,
				  strstr(v->name, "environ") ? (void *)&env : v->host,
				  v->size))
			return false;
	}
	/* The program's streams do not wait for what was set and copied until now. */
	TRY("start", cuStreamSynchronize(NULL));
	TRY("main", cuLaunchKernel(main_kernel, 1, 1, 1, 1, 1, 1, 0, main_stream,
				   params, NULL));
	return true;
}

/* ---- regions */

/* The shape of a grid with as many threads as asked for, or fewer. */
static void
shape(uint32_t region, uint32_t asked, uint32_t *blocks, uint32_t *width)
{
	uint32_t n = asked ? asked : hd_gf_device_env->default_threads;
	uint32_t most = grid_most[region];

	*width = block_size;
	if (hd_gf_program.region[region].takes_turns && !asked &&
	    !hd_gf_settings.blocks && !hd_gf_settings.num_threads) {
		*width = block_size < 32 ? block_size : 32;
		n = n < 4096 ? n : 4096;
	}
	if (hd_gf_program.region[region].lines_up) {
		*width = 1;
		n = n < most ? n : most;
	}
	if (hd_gf_program.region[region].one_block && !asked)
		n = n < block_size ? n : block_size;
	if (n < *width) {
		*width = n;
		*blocks = 1;
		return;
	}
	if (asked)
		while (n % *width && *width > 1)
			--*width;
	*blocks = n / *width;
	if (*blocks > most)
		*blocks = most;
}

static uint64_t
gpu_launch(uint32_t region, void *captures, uint32_t asked)
{
	void *params[] = {&captures};
	uint32_t blocks, width;
	cu_result r;

	shape(region, asked, &blocks, &width);
	r = cuLaunchCooperativeKernel(kernel[region], blocks, 1, 1, width, 1, 1,
				      shared_bytes(region), region_stream, params);
	if (r)
		hd_gf_give_up("a region does not start on %u blocks of %u threads: %s",
			      blocks, width, error_text(r));
	return (uint64_t)blocks << 32 | width;
}

static void
gpu_check(void)
{
	static uint64_t next;
	uint64_t now = hd_gf_now();
	cu_result r;

	if (now < next)
		return;
	next = now + 1000000;
	r = cuStreamQuery(main_stream);
	if (r == 0 || r == CU_NOT_READY)
		r = cuStreamQuery(region_stream);
	if (r && r != CU_NOT_READY)
		hd_gf_give_up("the GPU stopped: %s; build with --check to learn the "
			      "line",
			      error_text(r));
}

/* The first thread always looks; the others rest while no region runs. */
static void
gpu_idle(bool first)
{
	struct timespec rest = {.tv_nsec = 50000};

	if (!first && !atomic_load_explicit(&hd_gf_running, memory_order_relaxed))
		nanosleep(&rest, NULL);
}

static void
gpu_read(void *to, const void *device, size_t n)
{
	cuCtxSetCurrent(context);
	if (cuMemcpyDtoHAsync_v2(to, (cu_pointer)device, n, copy_stream) ||
	    cuStreamSynchronize(copy_stream))
		memset(to, 0, n);
}

const hd_gf_device hd_gf_cuda = {
	device_name, gpu_open, gpu_start, gpu_launch, gpu_check, gpu_idle, gpu_read,
};
