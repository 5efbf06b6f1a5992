/* SPDX-License-Identifier: Apache-2.0 */
/* jam_rows: loops over a few rows of a block move inside the loops that the rows have.
 *
 *     for each of 4 rows: for k: s[row] += a[row][k] * b[k]
 * becomes
 *     for k: s[0] += a[0][k] * b[k]; s[1] += a[1][k] * b[k]; ...
 *
 * by LLVM's unroll-and-jam, which wants clean loops; lower_lanes marked those that gain. */
#include "pass/pass.h"

#define CLEAN_UP                                                                       \
	"sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"                  \
	"jump-threading,correlated-propagation,simplifycfg,"                           \
	"instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(loop-rotate),"       \
	"loop-mssa(licm),simplifycfg,instcombine<no-verify-fixpoint>,adce,"            \
	"simplifycfg,loop-simplify,lcssa"

static bool
has_rows(LLVMValueRef fn)
{
	const char *rows = hd_string_attr(fn, HD_ENTRY "-rows");

	return rows && strcmp(rows, "1") != 0;
}

static bool
is_our_hint(LLVMValueRef hint)
{
	LLVMValueRef pair, op[2];
	unsigned n;

	if (!hint || LLVMGetMDNodeNumOperands(hint) != 2)
		return false;
	LLVMGetMDNodeOperands(hint, op);
	pair = op[1];
	if (!pair || LLVMGetMDNodeNumOperands(pair) != 2)
		return false;
	LLVMGetMDNodeOperands(pair, op);
	return strcmp(LLVMGetMDString(op[0], &n), "llvm.loop." HD_JAM) == 0;
}

static unsigned
count_hints(hd_unit *u, LLVMValueRef fn, bool forget)
{
	unsigned kind = LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9), n = 0;

	hd_each_block (bb, fn) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

		if (!is_our_hint(LLVMGetMetadata(t, kind)))
			continue;
		if (forget)
			LLVMSetMetadata(t, kind, NULL);
		n++;
	}
	return n;
}

/* A hint that led to nothing would be reported to the user. */
static void
forget_hints(hd_unit *u, LLVMValueRef fn, unsigned hints)
{
	if (count_hints(u, fn, true) < hints)
		hd_remark(u, fn,
			  "%s rows of a block share their loops (unroll and jam): "
			  "they read the same data",
			  hd_string_attr(fn, HD_ENTRY "-rows"));
}

bool
hd_pass_jam_rows(hd_unit *u)
{
	hd_map hints = {0};

	hd_each_function (fn, u->m)
		if (has_rows(fn))
			*hd_map_put(&u->scratch, &hints, fn) =
				count_hints(u, fn, false);
	if (!hints.n)
		return false;
	hd_leave_alone(u, has_rows);
	hd_run_llvm(u, "function(" CLEAN_UP ",loop-unroll-and-jam)");
	hd_leave_alone(u, NULL);
	hd_each_function (fn, u->m)
		if (has_rows(fn))
			forget_hints(u, fn, (unsigned)*hd_map_get(&hints, fn));
	return true;
}
