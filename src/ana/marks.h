/* SPDX-License-Identifier: Apache-2.0 */
/* What passes tell each other by attributes, metadata and names, and the versions of a kernel
 * that these name. */
#ifndef HD_MARKS_H
#define HD_MARKS_H

#include "carried.h"
#include "ir/ir.h"

/* The version of a kernel for the block shape of its launches, which is the one that will
 * run; NULL: there is none. */
LLVMValueRef hd_known_version(LLVMValueRef fn);
/* The same without tiles in shared memory, for launches whose arrays are apart. */
LLVMValueRef hd_direct_version(LLVMValueRef fn);
/* The function that says which launches it is for besides; NULL: all
 * (specialize_trip_counts). */
LLVMValueRef hd_asking_function(hd_unit *u, LLVMValueRef kernel);

/* The versions for launches whose strides are one, from 0; NULL: there is none. */
enum { HD_FIT_VERSIONS = 3 };
LLVMValueRef hd_fitting_version(LLVMValueRef fn, int number);

/* What is passed to a kernel; the parameters behind them are read from places in these, the
 * last function says from which (split_parameters). */
unsigned hd_count_arguments(LLVMValueRef kernel);
bool hd_is_field(LLVMValueRef kernel, unsigned param, unsigned *of, unsigned *offset);
#define HD_FIELDS "heddle-fields"

/* Marks declarations from the device library that are called as they are (libm). */
#define HD_HOST_FUNCTION "heddle-host-function"
/* The shape of blocks, "x,y,z", that the host code launches a kernel with, and that this
 * version of it is for. */
#define HD_BLOCK "heddle-block"
#define HD_SOLE  "heddle-sole" /* all that the host code launches it with */
#define HD_KNOWN "heddle-known"
/* Marks kernels whose x is the launch's y or z, and the other way round (transpose_blocks). */
#define HD_TURNED "heddle-turned"
/* How many rows of its blocks are one in this version (coarsen_threads). */
#define HD_ROWS "heddle-rows"
/* Parameters that must lead to different arrays for this version, "1:0,1:2,". */
#define HD_APART "heddle-apart"
/* Says whether a launch is one that a version is for, from the kernel's parameters. */
#define HD_SUITS "hd.suits."
/* Marks a version for certain launches by the name of its kernel, and what asks their
 * arguments (specialize_strides). */
#define HD_FITS "heddle-fits"
#define HD_ASKS "hd.asks."
/* Marks loads of what the thread so far away in the row has read before. */
#define HD_READABLE "heddle.readable"
/* Marks versions with rounds in front of a loop. */
#define HD_PEELED "heddle-peeled"
#define HD_JAM    "unroll_and_jam.count" /* the loops that jam_rows works on */
/* Bytes of the shared variables that a kernel has in its source, if some are gone. */
#define HD_DECLARED "heddle-declared"
/* Marks kernels whose blocks keep step: they wait for each other at barriers. */
#define HD_PACED "heddle-paced"
/* Marks kernels whose blocks write the same elements: in small grids they run in order. */
#define HD_ORDERED "heddle-ordered"
/* Marks kernels with locks: threads that try must not keep others from going on. */
#define HD_LOCKS "heddle-locks"
/* Marks kernels that go round until all threads of the grid have decided something. */
#define HD_POLLS "heddle-polls"
/* Marks kernels with loops that do nothing but wait for other blocks, also for later ones. */
#define HD_SPINS "heddle-spins"
#define HD_SPIN  "hd_dev_spin" /* called in every round of them */
/* Marks kernels whose blocks wait for others: they are handed out one by one, in order. */
#define HD_WAITS "heddle-waits"
/* Of 16 bytes, in one piece. */
#define HD_LOAD_PAIR  "hd_dev_load_pair"
#define HD_STORE_PAIR "hd_dev_store_pair"
/* Marks kernels whose warps race: they run one after the other, from barrier to barrier. */
#define HD_TURNS "heddle-turns"
/* Gives what is the same for a whole launch, from the kernel's parameters. */
#define HD_LAUNCH "hd.launch."
/* Of a condition: do all lanes of the group agree to it? "No" is never wrong. */
#define HD_ALL "hd.all"
/* Of private arrays: the bytes of an element, of which those of all lanes lie side by side. */
#define HD_WORD "heddle.word"
/* Stands for the number of lanes, until lower_lanes knows it. */
#define HD_LANE_COUNT "llvm.vscale"
/* Says how many blocks of a launch have something to do. */
#define HD_USEFUL "hd.useful."
/* Marks kernels whose loops over the grid go through memory in a row. */
#define HD_PARTS "heddle-parts"
/* Marks the entry functions that lower_lanes makes; the value is the kernel's name. What it
 * tells describe_kernels begins with it, and with the other one and a number for versions
 * that fit certain launches. */
#define HD_ENTRY "heddle-entry"
#define HD_FIT   "heddle-fit"
#define HD_EXIT  "hd.exit" /* ends the thread, until exit_threads */
/* The thread's carry flag, which inline PTX leaves for later inline PTX; an i1. */
#define HD_GET_CARRY "hd.carry.get"
#define HD_SET_CARRY "hd.carry.set"

#endif
