/* SPDX-License-Identifier: Apache-2.0 */
/* heddle's commands: one file and one line in heddle.c each. */
#ifndef HD_TOOLS_H
#define HD_TOOLS_H

#include "drive/drive.h"

/* The arguments are those after the command's name; returns the exit status. */
typedef int hd_tool_fn(int argc, char **argv);

hd_tool_fn hd_tool_cache, hd_tool_gpufirst, hd_tool_info, hd_tool_omp2cuda, hd_tool_opt,
	hd_tool_passes, hd_tool_run, hd_tool_tune;

/* Prints two profiles of gpufirst side by side (compare.c). */
bool hd_compare_profiles(hd_arena *mem, const char *gpu_file, const char *cpu_file);
/* Becomes a program of gpufirst, on the "cpu" or the "gpu"; returns if it cannot
 * (launch.c). */
int hd_launch_program(hd_arena *mem, const char *where, char **argv);

#endif
