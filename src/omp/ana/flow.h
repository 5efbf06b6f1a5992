/* SPDX-License-Identifier: Apache-2.0 */
/* The control flow that the transfer analyses share. */
#ifndef HD_OMP_FLOW_H
#define HD_OMP_FLOW_H

#include "omp/omp.h"

/* A node of the program's control flow: host code or one kernel. */
typedef struct hd_fnode {
	hd_node *stmt;     /* where a transfer in front of it could go */
	hd_kernel *kernel; /* NULL on the host */
	hd_node *expr;     /* accessed here, or NULL */
	int call;          /* the node in front of the call that returns here, or -1 */
	hd_decl *fn;
	HD_VEC(int) to, from;
	hd_bits read, write, kill;   /* by the host; kill: whole, surely */
	hd_bits gpu_read, gpu_write; /* by the kernel */
	hd_bits sure;                /* of gpu_read, whatever pointers point to */
	hd_bits cover;               /* set completely by the kernel, without a look */
	HD_VEC(hd_use) names;        /* variables by which the host reaches them */
	bool opaque;                 /* reaches some without a name */
	hd_node *loop;               /* the loop that starts behind this node */
	hd_decl *callee;             /* the function that is called behind it */
	bool late;                   /* behind a call, in the same expression */
	hd_bits send;                /* copied to the device in front of it */
} hd_fnode;

typedef struct hd_flow {
	hd_prog *p;
	HD_VEC(hd_fnode *) nodes;
	hd_bits visible; /* places that callees can reach */
	int start;       /* of main */
} hd_flow;

hd_flow *hd_omp_build_flow(hd_prog *p);
void hd_omp_touch(hd_prog *p, hd_fnode *n, hd_node *e);
void hd_omp_new_instance(hd_fnode *n, const hd_decl *d);
hd_decl *hd_omp_name_for(hd_prog *p, hd_fnode *n, size_t place);
bool hd_omp_stays(hd_node *loop, hd_decl *d);

/* What the transfer analyses know: by node, and places that kernels bring back at once. */
typedef struct hd_sends {
	hd_bits *resident, *current;
	const hd_bits *eager;
} hd_sends;

bool hd_omp_hoist_sends(hd_flow *f, const hd_sends *s);

#endif
