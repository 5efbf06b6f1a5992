/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that read several rows of elements, one behind the other in memory, read row by
 * row. Part of reorder_for_locality.
 *
 *     s[t] = in[i] + in[i + blockDim.x];
 * becomes
 *     x = in[i]; __syncthreads(); s[t] = x + in[i + blockDim.x];
 *
 * Otherwise each group of lanes reads a piece here and a piece there, and what processors
 * fetch ahead is cut short after every block: the sum of 128 MiB took 1.2 times as long
 * on a Neoverse V1. All threads come to the first basic block, so a barrier there changes
 * nothing; only kernels that have barriers anyway get one.
 */
#include "ana/access.h"
#include "ana/barrier.h"
#include "pass/loops/strided_loop.h"

enum {
	MOST_ROWS = 8,
	SHORT_ROW = 512, /* bytes: a shorter one is fetched as a whole anyway */
};

typedef struct row {
	hd_address at;
	int64_t bytes; /* of all threads */
} row;

/* Does the block load one row, each thread the element behind that of the thread before? */
static bool
is_row(hd_threads *t, LLVMValueRef insn, row *r)
{
	hd_access a;
	int64_t *place;

	if (!LLVMIsALoadInst(insn) || !hd_read_access(t, insn, &a) || a.special ||
	    a.at.anywhere || (a.place != HD_OUTSIDE && a.place != HD_DEVICE_VARIABLE))
		return false;
	place = HD_NEW_ARRAY(&t->u->scratch, int64_t, (size_t)t->n);
	if (!hd_find_places(t, &a.at, place))
		return false;
	for (int k = 0; k < t->n; k++)
		if (place[k] - place[0] != k * a.size)
			return false;
	r->at = a.at;
	r->bytes = t->n * a.size;
	return r->bytes >= SHORT_ROW;
}

static bool
is_behind(const row *r, const row *before)
{
	return r->bytes == before->bytes && r->at.base == before->at.base &&
	       hd_has_same_terms(&r->at, &before->at) &&
	       r->at.offset == before->at.offset + r->bytes;
}

static void
put_barrier(hd_unit *u, LLVMValueRef fn, LLVMValueRef load)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMPositionBuilderBefore(b, load);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
	hd_build_barrier(u, b);
	LLVMDisposeBuilder(b);
	hd_remark(u, load,
		  "the threads of kernel '%s' all read the row before this "
		  "one first",
		  hd_source_name(fn));
}

bool
hd_read_rows(hd_unit *u, LLVMValueRef fn)
{
	hd_threads *t;
	row rows[MOST_ROWS];
	int n = 0;
	bool changed = false;

	if (!(hd_barriers_of(fn) & HD_HAS_PLAIN) || (t = hd_threads_of(u, fn))->n == 0)
		return false;
	hd_each_insn (i, LLVMGetEntryBasicBlock(fn)) {
		bool behind = false;

		if (hd_barrier_kind(i) || n == MOST_ROWS)
			break;
		if (!is_row(t, i, &rows[n]))
			continue;
		for (int k = 0; k < n; k++)
			behind |= is_behind(&rows[n], &rows[k]);
		if (behind)
			put_barrier(u, fn, i);
		changed |= behind;
		n++;
	}
	return changed;
}
