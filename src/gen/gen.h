/* SPDX-License-Identifier: Apache-2.0 */
/* From clang's bitcode to one host object: what the driver asks of the compiler. */
#ifndef HD_GEN_H
#define HD_GEN_H

#include "base/base.h"
#include "base/tier.h"
#include "pass/run.h"

enum { HD_MAX_PARTS = 8 };

/* One translation unit. */
typedef struct hd_job {
	const char *source;    /* the user's file, for messages */
	const char *device_ir; /* clang's device pass: bitcode or text */
	const char *host_ir;   /* clang's host pass; NULL: kernels only (for tests) */
	const char *library;   /* the device library, device.bc */
	const char *out;       /* object, or .ll/.bc/.s by `emit` */
	enum hd_emit {
		HD_EMIT_OBJ,
		HD_EMIT_ASM,
		HD_EMIT_LL,
		HD_EMIT_BC,
		HD_EMIT_PLAN /* what src/lanes decides, as text; for tests */
	} emit;
	const char *triple;   /* NULL: this machine */
	const char *cpu;      /* NULL: generic; "native" is this machine, safely */
	const char *features; /* added to the CPU's, may be NULL */
	const char
		*versions; /* better CPUs, with commas between; NULL: the usual ones */
	int opt_level;     /* 0 to 3, of the host code and the final pipeline */
	bool debug_device; /* -G: kernels unoptimised, variables in memory */
	bool fast_math;
	bool quick;       /* LLVM's part as fast as it can be: for tests of Heddle's */
	int lanes;        /* -fheddle-lanes: 0 = choose */
	uint64_t without; /* -fno-heddle-NAME, bits */
	const char *remarks;        /* -Rpass=: "heddle" or NULL */
	const char *remarks_missed; /* -Rpass-missed= */
	hd_run_options run;
	int parts; /* processes that optimise it, HD_MAX_PARTS at most; 0: by its size */
	const char *part_id; /* -rdc=true: the object carries its device code as a part,
			      * known by this; NULL: compiled here */
	const char *recorded; /* what device code in the object calls the source
			       * (-ffile-prefix-map); NULL: the same */
	enum hd_tier tier;
	const char *kernel; /* HD_TIER_SECOND: the one to compile */
	const char *block;  /* likewise: "x,y,z" of its launches; NULL: not known */
} hd_job;

/* What -fno-heddle-NAME switches off: 0 = there is no such thing. `now`: what it is called
 * today, if NAME is what it was called before; else NULL. */
uint64_t hd_trick_bit(const char *name, const char **now);
#define HD_RENAMED "%s%s is called %s%s now: the old name goes with the next release"
const char *hd_list_tricks(hd_arena *a);
const char *hd_trick_name(size_t bit); /* NULL: there is no such bit */

/* Compile; messages go to stderr, false if there was an error. */
bool hd_compile(const hd_job *job);

/* ---- device code linked across files (separate.c) */

#define HD_PART_SECTION   ".heddle.device" /* parts, one after the other */
#define HD_LINKED_SECTION ".heddle.linked" /* ids of linked parts, one a line */
#define HD_LINKED         "__heddle_linked_"
#define HD_PART_MAGIC     "HDPART1"

/* A part in an object: this, notes (lines of text), bitcode, zeros up to 8 bytes. */
typedef struct hd_part_head {
	char magic[8];
	uint64_t notes, bitcode; /* bytes */
} hd_part_head;

typedef struct hd_part_variable {
	const char *name;
	const char *linkage; /* external, weak_odr or hidden */
} hd_part_variable;

typedef struct hd_part {
	const char *id, *source;
	HD_VEC(hd_part_variable) variables; /* that host code knows */
	const char *bitcode;
	size_t size;
	hd_job job; /* how it was compiled */
} hd_part;

/* One bitcode file of all parts; false after an error. */
bool hd_link_parts(const hd_part *parts, size_t n, const char *out);
/* The host code that goes with it, as IR; NULL after an error. */
const char *hd_write_link_host(hd_arena *a, const hd_job *job, const hd_part *parts,
			       size_t n);

/* ---- device code that programs carry (carried.c) */

/* What a program of the first tier carries, as bytes; NULL after an error. */
const char *hd_carry_code(hd_arena *a, const hd_job *job, size_t *bytes);
/* Bytes that a program carried: its options go into the job, its bitcode to the file
 * job->device_ir. False after an error, which says what is wrong with them. */
bool hd_unpack_code(hd_arena *a, const char *bytes, size_t n, hd_job *job);

/* ---- device code that is loaded while a program runs (image.c) */

#define HD_IMAGE_NAME "__heddle_name_" /* and a number: variables that point at names */

/* Make job->device_ir that of an image; its host code, as IR, or NULL after an error. What
 * those variables point at goes to the file `names`, a line each; NULL: nowhere. */
const char *hd_write_image_host(hd_arena *a, const hd_job *job, const char *names);

/* This machine's triple, and what `cpu = "native"` means for it. */
const char *hd_host_triple(void);
const char *hd_llvm_version(void);

#endif
