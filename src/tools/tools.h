/* SPDX-License-Identifier: Apache-2.0 */
/* heddle's commands: one file and one line in heddle.c each. */
#ifndef HD_TOOLS_H
#define HD_TOOLS_H

#include "drive/drive.h"

/* The arguments are those after the command's name; returns the exit status. */
typedef int hd_tool_fn(int argc, char **argv);

hd_tool_fn hd_tool_cache, hd_tool_gpufirst, hd_tool_info, hd_tool_omp2cuda, hd_tool_opt,
	hd_tool_passes, hd_tool_run, hd_tool_tune;

/* ---- cache.c: programs that heddle run keeps */

/* The folder, made if asked; NULL: none, or not ours alone. */
const char *hd_cache_folder(hd_arena *a, bool make);
const char *hd_cache_find(hd_arena *a, const char *dir, const char *key); /* or NULL */
void hd_cache_add(hd_arena *a, const char *dir, const char *key, const char *program);
size_t hd_cache_size(hd_arena *a, const char *dir, uint64_t *bytes); /* how many */
size_t hd_cache_trim(hd_arena *a, const char *dir, uint64_t keep);   /* how many went */
uint64_t hd_cache_limit(void);                                       /* bytes */

/* Prints two profiles of gpufirst side by side (compare.c). */
bool hd_compare_profiles(hd_arena *mem, const char *gpu_file, const char *cpu_file);
/* Becomes a program of gpufirst, on the "cpu" or the "gpu"; returns if it cannot
 * (launch.c). */
int hd_launch_program(hd_arena *mem, const char *where, char **argv);

#endif
