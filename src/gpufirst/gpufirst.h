/* SPDX-License-Identifier: Apache-2.0 */
/* GPU First: whole OpenMP C programs for a GPU. The program is clang's host IR; it is
 * transformed once, for no target in particular, and then made into PTX and into an
 * object of this machine (its copy for the CPU). */
#ifndef HD_GPUFIRST_H
#define HD_GPUFIRST_H

#include "gpufirst/share.h"
#include "ir/ir.h"

/* A call of a function that the host must have. */
typedef struct hd_gf_call_site {
	const char *name;
	hd_pos at;
} hd_gf_call_site;
typedef HD_VEC(hd_gf_call_site) hd_gf_calls;

typedef struct hd_gf_options {
	hd_strings sources;                    /* bitcode, one for each */
	const char *runtime_gpu, *runtime_cpu; /* bitcode of the device part */
	const char *ptx_out;                   /* NULL: only emulated */
	const char *cpu_out, *pads_out;        /* objects */
	const char *arch;                      /* sm_70 ... */
	int opt_level;
	bool emulate, profile, remarks, tsan, check;
	bool copy; /* memory is not unified */
	unsigned balance_threads, balance_teams, first_share;
	const char *dump;   /* directory for IR, NULL: none */
	hd_gf_calls *calls; /* filled */
} hd_gf_options;

typedef struct gf_region {
	LLVMValueRef run;  /* void (ptr captures): the body, for one thread */
	LLVMValueRef body; /* what clang outlined */
	const char *where; /* clang's text */
	bool one_block, takes_turns, lines_up;
	bool numbered; /* its threads know which they are */
	bool joined;   /* it has few threads because another one has */
	bool apart;    /* threads of a warp come to barriers one by one */
} gf_region;

typedef struct gf_pad {
	LLVMValueRef fn; /* in the host module */
	const char *name, *where;
} gf_pad;

typedef struct gf {
	hd_unit u; /* the program, for the CPU's data layout */
	const hd_gf_options *opt;
	LLVMModuleRef host;    /* landing pads and the description */
	LLVMModuleRef runtime; /* device part, to look functions up */
	LLVMBuilderRef b;      /* positioned by whoever uses it */
	const char *triple;    /* of this machine */
	HD_VEC(gf_region) regions;
	HD_VEC(gf_pad) pads;
	HD_VEC(LLVMValueRef) externs; /* variables of the host, now ours */
	hd_map stubs;                 /* by signature */
	bool may_nest;
} gf;

/* All steps; false after errors. */
bool hd_gpufirst(const hd_gf_options *o);

/* Each step is a file. They report with hd_error and go on. */
bool hd_gf_read(gf *g);          /* read.c: one module of all sources */
void hd_gf_check(gf *g);         /* check.c: what cannot work */
void hd_gf_variadics(gf *g);     /* variadic.c: f(x, ...) gets a pointer */
void hd_gf_loops(gf *g);         /* loops.c: every n-th iteration */
void hd_gf_reductions(gf *g);    /* reduce.c */
void hd_gf_threadprivate(gf *g); /* threadprivate.c */
void hd_gf_libc(gf *g);          /* libc.c: the device has its own */
void hd_gf_regions(gf *g);       /* regions.c: forks become launches */
void hd_gf_remote(gf *g);        /* remote.c: stubs and landing pads */
void hd_gf_locals(gf *g);        /* locals.c: what others see leaves the stack */
void hd_gf_shapes(gf *g);        /* regions.c: how many threads they get */
void hd_gf_entry(gf *g);         /* entry.c: main, variables of the host */
void hd_gf_describe(gf *g);      /* entry.c: the table for the loader */
void hd_gf_checks(gf *g);        /* faults.c: is there memory? */
bool hd_gf_emit(gf *g);          /* emit.c */

/* ---- helpers (util.c) */

LLVMValueRef gf_function(gf *g, const char *name, LLVMTypeRef result, unsigned n,
			 LLVMTypeRef *params); /* declared if it is not there */
LLVMValueRef gf_call(gf *g, LLVMValueRef fn, unsigned n, LLVMValueRef *args);
/* Calls a function of the runtime, taking its type from there. */
LLVMValueRef gf_runtime(gf *g, const char *name, unsigned n, LLVMValueRef *args);
LLVMValueRef gf_global(gf *g, LLVMModuleRef m, const char *name, LLVMValueRef init);
LLVMValueRef gf_text(gf *g, LLVMModuleRef m, const char *text);
LLVMValueRef gf_underlying(LLVMValueRef p, int64_t *offset, gf *g);
const char *gf_constant_text(LLVMValueRef p); /* NULL: not known */
/* The functions that can be called from one, itself included; pointers: all whose
 * address is taken. */
void gf_reach(gf *g, LLVMValueRef from, hd_map *reached);
typedef bool gf_call_fn(gf *g, LLVMValueRef call, LLVMValueRef callee);
void gf_each_call(gf *g, gf_call_fn *visit);
const char *gf_where(gf *g, LLVMValueRef insn); /* as clang's idents say it */

/* Are there loops that wait for another thread to write? (waits.c) */
bool gf_has_waits(gf *g, LLVMValueRef fn);

/* Does the address leave the thread? (escape.c) */
typedef struct gf_escapes gf_escapes;
gf_escapes *gf_find_escapes(gf *g);
bool gf_escapes_alloca(gf_escapes *e, LLVMValueRef alloca);

#endif
