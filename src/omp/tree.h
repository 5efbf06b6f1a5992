/* SPDX-License-Identifier: Apache-2.0 */
/* What a program is to the translator: text, types, tree, directives, regions. */
#ifndef HD_OMP_TREE_H
#define HD_OMP_TREE_H

#include "base/base.h"
#include "omp/tune/setting.h"

/* ---- source text */

typedef struct hd_edit {
	unsigned from, to; /* replaced text; from == to inserts */
	const char *text;
	int order; /* among insertions at one place, lower first */
} hd_edit;

typedef HD_VEC(hd_edit) hd_edits;

typedef struct hd_file {
	const char *path;
	char *text;
	unsigned size;
	bool main;     /* named on the command line: it gets an output file */
	bool expanded; /* the text is preprocessed */
	bool flat;     /* rows of variable length have one dimension */
	hd_edits base; /* what C++ needs changed, wherever the text is copied */
	struct hd_prog *prog;
} hd_file;

/* ---- types and declarations */

enum hd_tkind {
	HD_T_VOID,
	HD_T_INT,
	HD_T_FLOAT,
	HD_T_POINTER,
	HD_T_ARRAY,
	HD_T_RECORD,
	HD_T_FUNC,
	HD_T_OTHER
};

typedef struct hd_type {
	enum hd_tkind kind;
	const char *name;     /* as spelled, without qualifiers of this level */
	long long size;       /* bytes, -1 unknown */
	long long count;      /* elements of an array, -1 for a variable length */
	struct hd_type *elem; /* of pointers and arrays */
	bool is_const, is_unsigned, has_pointer; /* has_pointer: a field is one */
	bool has_text; /* a field leads to characters, or to anything */
	bool local;    /* declared in a function, where kernels do not see it */
} hd_type;

enum hd_dkind { HD_D_GLOBAL, HD_D_STATIC, HD_D_LOCAL, HD_D_PARAM, HD_D_FUNC };

typedef HD_VEC(struct hd_decl *) hd_decls;

typedef struct hd_use {
	struct hd_decl *decl;
	int how;
} hd_use;

typedef struct hd_decl {
	const char *name;
	enum hd_dkind kind;
	hd_type *type;
	struct hd_node *node;  /* definition, or the declaration if none is seen */
	struct hd_decl *owner; /* function of locals and parameters */
	const char *dims;      /* source text of the extents: "[N][N]" */
	int id;                /* dense, 0.. */
	bool system;           /* from a system header */
	bool internal;         /* file scope, not visible to other files */
	bool threadprivate, addressed, registered, pitched;
	bool managed;      /* kernels use it where the host has it */
	bool plain;        /* a pointer that kernels get as it is */
	bool carried;      /* threadprivate, and read before it is set */
	bool table;        /* leads to pointers, all of which kernels may follow */
	bool column;       /* copies are stored element by element */
	bool effect_known; /* of parameters: how the function uses what they lead to */
	int effect;
	/* functions */
	struct hd_node *body;
	hd_decls params;
	bool taken; /* its address is: it may be called through pointers */
	bool variadic, on_device, has_regions, orphan, called;
	int recursion;           /* 0 not asked, 1 no, 2 yes */
	bool device_only;        /* nothing on the host calls it */
	bool uses_ids, copied;   /* copied: kernels call a version of their own */
	HD_VEC(hd_use) uses;     /* variables outside of it, callees included */
	struct hd_region *inner; /* its atomic and critical constructs */
	int asked;               /* the last region whose calls led here, from 1 */
} hd_decl;

/* ---- tree */

enum hd_nkind {
	HD_N_FUNC,
	HD_N_VAR,
	HD_N_COMPOUND,
	HD_N_FOR,
	HD_N_WHILE,
	HD_N_DO,
	HD_N_IF,
	HD_N_SWITCH,
	HD_N_CASE,
	HD_N_DEFAULT,
	HD_N_RETURN,
	HD_N_BREAK,
	HD_N_CONTINUE,
	HD_N_GOTO,
	HD_N_LABEL,
	HD_N_NULL,
	HD_N_DECLSTMT,
	HD_N_DIRECTIVE, /* statements end here */
	HD_N_CALL,
	HD_N_REF,
	HD_N_LITERAL,
	HD_N_BINARY,
	HD_N_ASSIGN,
	HD_N_UNARY,
	HD_N_INDEX,
	HD_N_MEMBER,
	HD_N_CAST,
	HD_N_IMPLICIT,
	HD_N_PAREN,
	HD_N_COND,
	HD_N_SIZEOF,
	HD_N_INIT,
	HD_N_OTHER
};

enum hd_op {
	HD_OP_NONE,
	HD_OP_ADD,
	HD_OP_SUB,
	HD_OP_MUL,
	HD_OP_DIV,
	HD_OP_MOD,
	HD_OP_AND,
	HD_OP_OR,
	HD_OP_XOR,
	HD_OP_LAND,
	HD_OP_LOR,
	HD_OP_MAX,
	HD_OP_MIN,
	HD_OP_SHL,
	HD_OP_SHR,
	HD_OP_LT,
	HD_OP_GT,
	HD_OP_LE,
	HD_OP_GE,
	HD_OP_EQ,
	HD_OP_NE,
	HD_OP_COMMA,
	HD_OP_INC,
	HD_OP_DEC,
	HD_OP_ADDR,
	HD_OP_DEREF,
	HD_OP_OTHER
};

typedef struct hd_node {
	enum hd_nkind kind;
	enum hd_op op; /* ASSIGN: NONE is plain `=`; UNARY: INC is ++ */
	bool postfix, macro, arrow;
	unsigned from, to, line, column;
	hd_file *file;
	hd_type *type;
	hd_decl *decl;
	struct hd_node **kid; /* FOR has four, any may be NULL: init cond step body */
	unsigned n;
	struct hd_node *parent;
	struct hd_dir *dirs; /* in front of this statement, in order */
	bool moved;          /* a kernel does it on the device, see scalars.c */
	bool local;          /* a constant that only its function has a name for */
	bool known;          /* an integer constant, */
	long long value;     /* this one */
} hd_node;

typedef HD_VEC(hd_node *) hd_nodes;

/* ---- directives; the tables are in directive.def */

enum hd_dirkind {
#define DIRECTIVE(id, family, words, flags) HD_DIR_##id,
#include "omp/read/directive.def"
	HD_DIR_COUNT
};

enum hd_clkind {
#define CLAUSE(id, family, word, arg, where) HD_CL_##id,
#include "omp/read/directive.def"
	HD_CL_COUNT
};

typedef struct hd_item {
	const char *name;
	hd_decl *decl;
	const char *section; /* "[0:n]" behind the name, or NULL */
	unsigned at;
} hd_item;

typedef HD_VEC(hd_item) hd_items;

typedef struct hd_clause {
	enum hd_clkind kind;
	hd_items items;
	const char *text; /* argument of a clause that is not a list */
	enum hd_op op;    /* reduction */
	long long value;  /* integer argument */
	unsigned at;
} hd_clause;

typedef struct hd_dir {
	enum hd_dirkind kind;
	HD_VEC(hd_clause) clauses;
	const char *name; /* critical (name), flush and threadprivate use items */
	hd_items items;
	hd_file *file;
	unsigned from, to, line, column; /* whole line(s), without the newline */
	struct hd_dir *next;
} hd_dir;

typedef HD_VEC(hd_dir *) hd_dirs;

/* ---- regions and kernels */

enum hd_share {
	HD_S_SHARED,
	HD_S_PRIVATE,
	HD_S_FIRST,
	HD_S_LAST,
	HD_S_FIRSTLAST,
	HD_S_REDUCTION,
	HD_S_THREADPRIVATE,
	HD_S_LOCAL
};

/* How a kernel or construct touches a variable. */
enum {
	HD_READ = 1,
	HD_WRITE = 2,
	HD_ADDR = 4,
	HD_PREAD = 8,
	HD_PWRITE = 16,
	HD_INDEXED = 32,
	HD_WHOLE = 64,
	HD_SIZED = 128,
	HD_CALLARG = 256
};

/* Where a kernel keeps a variable. */
enum hd_memory {
	HD_M_GLOBAL,
	HD_M_ARG,
	HD_M_REG,
	HD_M_SHARED,
	HD_M_TEXTURE,
	HD_M_CONST,
	HD_M_LOCAL,
	HD_M_COLUMN
};

typedef struct hd_var {
	hd_decl *decl;
	enum hd_share share;
	enum hd_op op;       /* reduction */
	const char *section; /* reduction of an array section */
	int how;             /* HD_READ ... over the whole kernel or region */
	int tail_how;        /* by statements that a kernel does at its end */
	int loops;           /* references inside loops of the kernel: locality */
	bool uniform;        /* private, the same value in all threads: the host's */
	bool scratch;        /* carries no value from one statement to the next */
	hd_decl *feeder;     /* a private array that is reduced in its place */
	bool to_gpu, to_cpu; /* transfers around this kernel */
	bool by_pointer;     /* reached through a pointer variable */
	bool pitched;
	bool asked, cached; /* an array's elements in registers: asked for, done */
	enum hd_memory space;
} hd_var;

typedef HD_VEC(hd_var) hd_vars;

typedef struct hd_loop { /* one canonical loop */
	hd_node *node;
	hd_decl *iv;
	hd_node *lb, *ub, *step; /* step NULL is 1 */
	enum hd_op cmp;          /* LT LE GT GE NE, iv on the left */
	bool minus, down;        /* minus: the step is subtracted */
	bool plain;              /* a signed iv, upwards by 1 */
	bool host_bounds;        /* bounds are computed before the launch */
} hd_loop;

typedef struct hd_work { /* one work-sharing or synchronising construct */
	hd_node *node;
	hd_dir *dir;
	struct hd_region *region;
	bool is_for, nowait;
	int collapse, id;
	const char *tag; /* behind names, where a kernel has several alike */
	hd_loop loop[8];
	hd_vars vars;   /* what its clauses name, and its loop variables */
	bool swapped;   /* parallel loop-swap: neighbours take neighbouring elements */
	bool plane;     /* two loops over a grid of two dimensions */
	int rows;       /* loop collapse: so many threads share one row; 0 none */
	int follows;    /* a plain loop behind one with so many threads for a row */
	hd_node *inner; /* its inner loop */
	hd_decl *sum;   /* and what that adds up */
	hd_decl *tile;  /* the array of a stencil kept in a tile */
	int reach;      /* of the stencil */
	bool joins;     /* its body is part of the kernel's first loop, */
	HD_VEC(struct hd_work *) joined; /* which has these */
} hd_work;

typedef HD_VEC(hd_work *) hd_works;

typedef struct hd_kernel {
	const char *proc;
	int id;
	struct hd_region *region;
	hd_nodes stmts;
	unsigned from, to; /* text, pragmas in front included */
	bool block_mode;   /* one block is the whole team */
	bool in_host_loop;
	bool caches; /* array elements in registers */
	hd_works works;
	hd_vars vars;
	hd_dir *cuda; /* the gpurun directive: what every pass tells the translator */
	hd_settings set;
	hd_edits edits;          /* rewrites of the body by optimisations */
	hd_decl *finished;       /* its reduction, if the device finishes it */
	hd_nodes before, behind; /* statements around it that it does, too */
	hd_vars reductions_of_critical;
	hd_nodes criticals; /* critical sections done as reductions */
} hd_kernel;

typedef HD_VEC(hd_kernel *) hd_kernels;

typedef struct hd_region {
	hd_decl *fn;
	hd_node *node; /* the statement behind the directive, or a function's body */
	hd_dir *dir;   /* NULL for orphaned constructs */
	hd_vars vars;
	hd_kernels kernels;
	hd_works works;
	bool on_cpu, block_mode, uses_ids;
	const char *plain; /* why its kernels use memory where the host has it */
	bool of_function;  /* the constructs of a function that kernels call */
	const char *why;   /* of on_cpu or block_mode */
	int index;
} hd_region;

typedef HD_VEC(hd_region *) hd_regions;

/* A transfer that the translator puts in front of a host statement. */
typedef struct hd_fetch {
	hd_node *stmt;
	hd_decl *decl;
} hd_fetch;

/* A region that stays on the CPU. */
typedef struct hd_left {
	const char *path, *why;
	unsigned at; /* of its statement */
	bool orphan;
} hd_left;

typedef HD_VEC(hd_left) hd_lefts;

enum hd_memmodel { HD_MEM_AUTO, HD_MEM_COPY, HD_MEM_MANAGED, HD_MEM_SYSTEM };

typedef struct hd_prog {
	hd_arena *mem;
	HD_VEC(hd_file *) files;
	hd_map words;            /* in them (names.c) */
	HD_VEC(hd_decl *) decls; /* by id */
	hd_map decl_map;         /* "file:offset" or an external name to its hd_decl */
	hd_nodes funcs;          /* definitions */
	hd_nodes globals;        /* file-scope variables */
	hd_nodes prototypes;     /* parameters of functions without bodies */
	hd_regions regions;
	hd_settings set;
	hd_dirs user; /* of the user directive file; name = procedure, line = kernel */
	HD_VEC(hd_fetch) fetches, sends; /* to the host, to the device */
	struct hd_points *points;
	hd_strings clang_args;
	bool registry; /* kernels follow pointers */
	enum hd_memmodel model;
	bool managed;     /* some region is plain */
	hd_lefts plain;   /* regions that use memory where the host has it */
	hd_lefts left;    /* regions that stay on the CPU, of all attempts */
	bool again;       /* this attempt has found another one */
	bool one_thread;  /* a region on the CPU asks for thread numbers */
	bool no_fallback; /* such regions are errors */
	bool report, dump;
} hd_prog;

#endif
