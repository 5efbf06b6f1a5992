/* SPDX-License-Identifier: Apache-2.0 */
/* Remote calls: what happens to each argument. */
#ifndef HD_GF_REMOTE_H
#define HD_GF_REMOTE_H

#include "gpufirst.h"

enum { GF_CANDIDATES = 4, GF_READ = 1, GF_WRITE = 2 };

typedef struct gf_arg {
	enum gf_class {
		GF_VALUE,
		GF_STRING,     /* read up to its end */
		GF_TEXT,       /* read up to its end or a limit */
		GF_BUFFER,     /* of a known size */
		GF_STRING_OUT, /* written, of at most `size` bytes */
		GF_OBJECT,     /* into one of several variables */
		GF_POINTER,    /* nothing is known */
		GF_PRINT,      /* a format says it, when the program runs */
		GF_SCAN,
	} class;
	unsigned how;         /* GF_READ, GF_WRITE */
	int64_t size;         /* in bytes; TEXT: the limit */
	int times[2];         /* arguments to multiply the size with, -1 = none */
	int format, position; /* PRINT, SCAN: which argument, and which after it */
	struct {
		LLVMValueRef base;
		int64_t size;
		unsigned how;
	} candidate[GF_CANDIDATES];
	int candidates;
} gf_arg;

/* A function that runs on the host, as one call site uses it. */
typedef struct gf_remote {
	LLVMValueRef callee;
	LLVMTypeRef type;   /* of the function */
	LLVMTypeRef result; /* of the call */
	LLVMTypeRef *types; /* of the arguments */
	gf_arg *args;
	int n;
	char returns; /* as in rpc.def */
	int returns_size;
	const char *where;
} gf_remote;

/* classify.c: fills args; `call` is NULL where only the address is known. False after
 * an error. */
bool gf_classify(gf *g, gf_remote *r, LLVMValueRef call);
/* pads.c: the stub and its landing pad; stubs are shared. Candidates' bases follow the
 * arguments. */
LLVMValueRef gf_stub(gf *g, gf_remote *r);

#endif
