/* SPDX-License-Identifier: Apache-2.0 */
/* From clang's bitcode to one host object: what the driver asks of the compiler. */
#ifndef HD_GEN_H
#define HD_GEN_H

#include "base/base.h"
#include "pass/run.h"

/* One translation unit. */
typedef struct hd_job {
	const char *source;    /* the user's file, for messages */
	const char *device_ir; /* clang's device pass: bitcode or text */
	const char *host_ir;   /* clang's host pass; NULL: kernels only (for tests) */
	const char *library;   /* the device library, device.bc */
	const char *out;       /* object, or .ll/.bc/.s by `emit` */
	enum hd_emit { HD_EMIT_OBJ, HD_EMIT_ASM, HD_EMIT_LL, HD_EMIT_BC } emit;
	const char *triple;   /* NULL: this machine */
	const char *cpu;      /* NULL: generic; "native" is this machine, safely */
	const char *features; /* added to the CPU's, may be NULL */
	int opt_level;        /* 0 to 3, of the host code and the final pipeline */
	bool debug_device;    /* -G: kernels unoptimised, variables in memory */
	bool fast_math;
	int lanes;                  /* -fheddle-lanes: 0 = choose */
	const char *remarks;        /* -Rpass=: "heddle" or NULL */
	const char *remarks_missed; /* -Rpass-missed= */
	hd_run_options run;
} hd_job;

/* Compile; messages go to stderr, false if there was an error. */
bool hd_compile(const hd_job *job);

/* This machine's triple, and what `cpu = "native"` means for it. */
const char *hd_host_triple(void);
const char *hd_llvm_version(void);

#endif
