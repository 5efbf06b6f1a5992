/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that translate inline PTX share; see lower_ptx.c. */
#ifndef HD_PTX_H
#define HD_PTX_H

#include "pass/pass.h"

enum { HD_PTX_PARTS = 12, HD_PTX_ARGS = 10, HD_PTX_ELEMENTS = 8 };

enum hd_ptx_kind {
	HD_PTX_NONE,     /* "_": the result is unused */
	HD_PTX_REGISTER, /* a variable in memory, of the type of its declaration */
	HD_PTX_SPECIAL,  /* %tid.x ... */
	HD_PTX_INTEGER,
	HD_PTX_FLOAT,   /* bits of a float or double */
	HD_PTX_ADDRESS, /* [base + offset] */
	HD_PTX_VECTOR,  /* {a, b} */
	HD_PTX_NAME     /* a label */
};

typedef struct hd_ptx_arg hd_ptx_arg;
struct hd_ptx_arg {
	enum hd_ptx_kind kind;
	LLVMValueRef slot;
	LLVMTypeRef type; /* of the slot, or of the constant */
	const char *name;
	uint64_t bits;       /* of a constant; the offset of an address */
	bool negated;        /* !p, or -x */
	hd_ptx_arg *element; /* of a vector; the base of an address */
	int elements;
	hd_ptx_arg *second; /* the q of p|q, or NULL */
};

/* One instruction: "add.cc.u32" is cut at its dots. */
typedef struct hd_ptx_insn {
	const char *text; /* the opcode as written */
	const char *part[HD_PTX_PARTS];
	int parts;
	hd_ptx_arg arg[HD_PTX_ARGS];
	int args;
} hd_ptx_insn;

/* One asm statement on its way to a function. */
typedef struct hd_ptx {
	hd_unit *u;
	LLVMValueRef at; /* the asm, for messages */
	LLVMModuleRef library;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	LLVMBasicBlockRef entry; /* with the variables */
	const char *cursor;      /* in the text */
	hd_ptx_arg *operand;     /* $0, $1 ... */
	int operands;
	hd_map registers; /* name -> hd_ptx_arg */
	hd_map labels;    /* name -> block */
	LLVMValueRef carry;
	bool branched;    /* what comes now may be left out */
	bool carry_known; /* was set by this asm, whatever way was taken */
	bool takes_carry; /* may use what an asm before this one has left */
	bool sets_carry;
	bool failed;
} hd_ptx;

/* read.c: the text */
bool hd_ptx_next(hd_ptx *p, char c); /* skips c, if it is next */
const char *hd_ptx_word(hd_ptx *p);  /* a name, or NULL */
bool hd_ptx_read_insn(hd_ptx *p, hd_ptx_insn *i, const char *opcode);
hd_ptx_arg hd_ptx_variable(hd_ptx *p, LLVMTypeRef t, const char *name);
void hd_ptx_fail(hd_ptx *p, const char *what); /* a named error, once */

/* value.c: operands, types, parts of opcodes */
bool hd_ptx_has(const hd_ptx_insn *i, const char *part);
LLVMTypeRef hd_ptx_type(hd_ptx *p, const char *part); /* NULL: names no type */
LLVMTypeRef hd_ptx_last_type(hd_ptx *p, const hd_ptx_insn *i, bool *is_signed);
LLVMValueRef hd_ptx_get(hd_ptx *p, const hd_ptx_arg *a, LLVMTypeRef t);
void hd_ptx_set(hd_ptx *p, const hd_ptx_arg *a, LLVMValueRef v, bool is_signed);
/* A function of the device library, or of the runtime. */
LLVMValueRef hd_ptx_call(hd_ptx *p, const char *name, LLVMTypeRef result,
			 LLVMValueRef *arg, unsigned n);
LLVMValueRef hd_ptx_pointer(hd_ptx *p, const hd_ptx_arg *a, bool shared);
LLVMValueRef hd_ptx_shared_base(hd_ptx *p);               /* as an i64 */
LLVMValueRef hd_ptx_special(hd_ptx *p, const char *name); /* NULL: there is none */
LLVMValueRef hd_ptx_to_bits(hd_ptx *p, LLVMValueRef v);
LLVMValueRef hd_ptx_from_bits(hd_ptx *p, LLVMValueRef v, LLVMTypeRef t, bool is_signed);

/* One function per family; false: not one of its instructions. */
bool hd_ptx_by_library(hd_ptx *p, const hd_ptx_insn *i); /* library.c */
bool hd_ptx_compare(hd_ptx *p, const hd_ptx_insn *i);
bool hd_ptx_carry(hd_ptx *p, const hd_ptx_insn *i);
bool hd_ptx_convert(hd_ptx *p, const hd_ptx_insn *i);     /* convert.c */
bool hd_ptx_memory(hd_ptx *p, const hd_ptx_insn *i);      /* memory.c */
bool hd_ptx_meeting(hd_ptx *p, const hd_ptx_insn *i);     /* warp.c */
bool hd_ptx_matrix(hd_ptx *p, const hd_ptx_insn *i);      /* matrix.c */
bool hd_ptx_move_matrix(hd_ptx *p, const hd_ptx_insn *i); /* matrix_move.c */
bool hd_ptx_arrival(hd_ptx *p, const hd_ptx_insn *i);     /* arrival.c */
bool hd_ptx_barrier(hd_ptx *p, const hd_ptx_insn *i);     /* barrier.c */

/* Behind all asms: kernels that use barriers of some of their warps begin by clearing them. */
void hd_ptx_finish_barriers(hd_unit *u);

#endif
