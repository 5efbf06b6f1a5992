/* SPDX-License-Identifier: Apache-2.0 */
/* What the runtime's unit tests share: checks, and kernels written by hand. */
#ifndef RT_TEST_H
#define RT_TEST_H

#include "frame.h"

#include "cuda_runtime_api.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                               \
	do {                                                                           \
		if (!(condition)) {                                                    \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
				#condition);                                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

/* The call must return that error. */
#define EXPECT(error, call)                                                            \
	do {                                                                           \
		cudaError_t e_ = (call);                                               \
		if (e_ != (error)) {                                                   \
			fprintf(stderr, "%s:%d: %s: %s, not %s\n", __FILE__, __LINE__, \
				#call, cudaGetErrorName(e_), cudaGetErrorName(error)); \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

#define OK(call) EXPECT(cudaSuccess, call)

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device,
			    const char *name, int thread_limit, uint3 *tid, uint3 *bid,
			    dim3 *block, dim3 *grid, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name,
		       int external, size_t size, int constant, int global);

/* Descriptors have defaults that a test overrides. */
#pragma GCC diagnostic ignored "-Woverride-init"

/* A kernel written by hand: KERNEL(name, struct args) { body for one block }. The body
 * sees `frame`, `a` (its arguments) and `block` (the block's number). */
#define KERNEL(k, args_type, ...)                                                      \
	static void k##_block(hd_frame *frame, const args_type *a, uint64_t block);    \
	static void k##_entry(hd_frame *frame, char *shared, char *context,            \
			      uint64_t first, uint64_t count)                          \
	{                                                                              \
		(void)shared, (void)context;                                           \
		for (uint64_t b = first; b < first + count; b++) {                     \
			frame->block_index[0] = (uint32_t)(b % frame->grid[0]);        \
			frame->block_index[1] =                                        \
				(uint32_t)(b / frame->grid[0] % frame->grid[1]);       \
			frame->block_index[2] =                                        \
				(uint32_t)(b / frame->grid[0] / frame->grid[1]);       \
			k##_block(frame, (const args_type *)frame->args, b);           \
		}                                                                      \
	}                                                                              \
	static const hd_arg k##_args[] = {{0, sizeof(args_type)}};                     \
	static const hd_kernel k##_kernel = {.name = #k,                               \
					     .entry = k##_entry,                       \
					     .args = k##_args,                         \
					     .arg_count = 1,                           \
					     .arg_bytes = sizeof(args_type),           \
					     .lanes = 1,                               \
					     .max_threads = HD_MAX_THREADS,            \
					     __VA_ARGS__};                             \
	static char k; /* its address is what programs launch */                       \
	static void k##_block(hd_frame *frame, const args_type *a, uint64_t block)

/* Registers a kernel as a module of its own. */
#define REGISTER(k)                                                                    \
	do {                                                                           \
		static const hd_kernel *const list_[] = {&k##_kernel};                 \
		static const hd_module module_ = {HD_MODULE_MAGIC, HD_MODULE_VERSION,  \
						  1, list_};                           \
		static hd_fatbin_wrapper wrapper_ = {HD_FATBIN_MAGIC, 1, &module_,     \
						     NULL};                            \
		void **h_ = __cudaRegisterFatBinary(&wrapper_);                        \
		__cudaRegisterFunction(h_, &k, &k, #k, -1, NULL, NULL, NULL, NULL,     \
				       NULL);                                          \
		__cudaRegisterFatBinaryEnd(h_);                                        \
	} while (0)

/* Launches with one struct of arguments in a line of blocks. */
static inline cudaError_t
launch(const void *kernel, unsigned blocks, unsigned threads, const void *args,
       cudaStream_t stream)
{
	void *list[] = {(void *)args};

	return cudaLaunchKernel(kernel, (dim3){blocks, 1, 1}, (dim3){threads, 1, 1},
				list, 0, stream);
}

static inline double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static inline void
sleep_ms(int ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* Runs fn in a child; its exit status (128 + signal), and what it wrote to `fd`. Call
 * it before the runtime is started in this process. */
static inline int
run_child(void (*fn)(void), int fd, char *text, size_t size)
{
	int pipe_ends[2], status;
	size_t used = 0;

	CHECK(pipe(pipe_ends) == 0);
	fflush(NULL);
	pid_t child = fork();

	CHECK(child >= 0);
	if (!child) {
		dup2(pipe_ends[1], fd);
		close(pipe_ends[0]);
		close(pipe_ends[1]);
		fn();
		exit(0);
	}
	close(pipe_ends[1]);
	for (ssize_t n; used < size - 1 &&
			(n = read(pipe_ends[0], text + used, size - 1 - used)) > 0;)
		used += (size_t)n;
	text[used] = '\0';
	close(pipe_ends[0]);
	CHECK(waitpid(child, &status, 0) == child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#endif
