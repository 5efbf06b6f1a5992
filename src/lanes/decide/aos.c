/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of structs: each lane reads or writes two or four neighbouring words.
 *
 *     sum += m[n * i] * v[0]; sum += m[n * i + 1] * v[1]; ...       a row for each thread
 *     float4 p = points[list[i]];
 *
 * What stands side by side in a kernel (src/pass/memory/group_accesses.c) becomes one load
 * for each lane, of all its words, and these are turned into vectors, four lanes at a time:
 *
 *     a0 a1 a2 a3       a0 b0 a1 b1  a2 b2 a3 b3       a0 b0 c0 d0
 *     b0 b1 b2 b3  ->                             ->   a1 b1 c1 d1
 *     c0 c1 c2 c3       c0 d0 c1 d1  c2 d2 c3 d3       a2 b2 c2 d2
 *     d0 d1 d2 d3                                      a3 b3 c3 d3
 *
 * and back again for stores. Idle lanes read what they would have read for one word: the
 * dummy, or another lane's; what some lanes write is written word by word. */
#include "lanes/decide/access.h"

enum { MOST = HD_MOST_WORDS, LONG = 64, BYTES = 16 };

/* ---- finding the words of one access */

static bool
is_word(const hd_unit *u, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);

	return t == u->i32 || t == u->i64 || kind == LLVMFloatTypeKind ||
	       kind == LLVMDoubleTypeKind;
}

/* At an address of its own: not in a row that all lanes share, nor a few bytes from the next.
 */
static bool
is_part(const hd_code *c, LLVMValueRef i, LLVMOpcode o)
{
	hd_shape at;

	if (!hd_is_opcode(i, o) || !hd_is_ordinary(i) ||
	    !is_word(c->u, hd_access_type(i)))
		return false;
	at = hd_shape_of(c, hd_pointer_of(i));
	if (hd_is_interleaved(c, hd_pointer_of(i)) || hd_has_window(c, i))
		return false;
	return at.kind == HD_VARYING || at.stride > BYTES;
}

/* What stands side by side with it, in order. */
static int
read_run(const hd_code *c, LLVMValueRef i, LLVMValueRef run[LONG])
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef first = i;
	int n = 0;

	for (; i && (hd_is_debug_call(i) || is_part(c, i, o));
	     i = LLVMGetPreviousInstruction(i))
		first = i;
	for (i = first; i && n < LONG; i = LLVMGetNextInstruction(i))
		if (is_part(c, i, o))
			run[n++] = i;
		else if (!hd_is_debug_call(i))
			break;
	return n;
}

/* How many words of its type `j` is behind `i`, if that is certain. */
static bool
words_between(const hd_code *c, LLVMValueRef i, LLVMValueRef j, int64_t *words)
{
	int64_t bytes, size = (int64_t)hd_size_of(c->u, hd_access_type(i));

	if (hd_access_type(i) != hd_access_type(j) ||
	    hd_bytes_between(c->u, hd_pointer_of(i), hd_pointer_of(j), &bytes) !=
		    HD_EXACTLY ||
	    bytes % size)
		return false;
	*words = bytes / size;
	return true;
}

/* The one of a run that is so many words behind `i`; NULL: none is, or two are. */
static LLVMValueRef
find_behind(const hd_code *c, LLVMValueRef i, int64_t words, LLVMValueRef *run, int n)
{
	LLVMValueRef found = NULL;

	for (int k = 0; k < n; k++) {
		int64_t is;

		if (!words_between(c, i, run[k], &is) || is != words)
			continue;
		if (found)
			return NULL;
		found = run[k];
	}
	return found;
}

/* The first of the words without a gap that `i` is one of, and its place among them. */
static int
go_back(const hd_code *c, LLVMValueRef *i, LLVMValueRef *run, int n)
{
	int place = 0;
	LLVMValueRef before;

	while (place < LONG && (before = find_behind(c, *i, -1, run, n))) {
		*i = before;
		place++;
	}
	return place;
}

static bool
has(const hd_aos *q, LLVMValueRef i)
{
	for (int k = 0; k < q->n; k++)
		if (q->at[k] == i)
			return true;
	return false;
}

/* Loads are done where the first of them is, stores where the last is; no other store may lie
 * between these. */
static bool
find_leader(hd_aos *q, LLVMValueRef *run, int n)
{
	bool loads = hd_is_opcode(q->at[0], LLVMLoad);
	int first = 0, last = n - 1;

	hd_check(n > 0 && (q->n == 2 || q->n == MOST));
	while (!has(q, run[first]))
		first++;
	while (!has(q, run[last]))
		last--;
	hd_check(last - first + 1 >= q->n - 1);
	q->leader = run[loads ? first : last];
	return loads || last - first == q->n - 1;
}

/* Gathers of AVX-512 are as fast for two words. */
static int
least_words(const hd_unit *u)
{
	return hd_cpu_of(u).register_bytes == 64 && hd_does(u, HD_TRICK_gather) ? MOST
										: 2;
}

/* Is the word that is missing there in any case? The last of four, of an aligned struct. */
static bool
can_do_without(const hd_code *c, const hd_aos *q, int k)
{
	return k == MOST - 1 && hd_is_opcode(q->at[0], LLVMLoad) &&
	       LLVMGetAlignment(q->at[0]) >= BYTES && hd_does(c->u, HD_TRICK_page) &&
	       hd_has_unknown_size(hd_pointer_of(q->at[0]));
}

/* The words of one access, `i` among them. */
bool
hd_find_aos(const hd_code *c, LLVMValueRef i, hd_aos *q)
{
	LLVMValueRef run[LONG], first = i;
	int n, place, most;

	if (!hd_does(c->u, HD_TRICK_quads) || c->w.lanes < MOST ||
	    !is_part(c, i, LLVMGetInstructionOpcode(i)))
		return false;
	n = read_run(c, i, run);
	place = go_back(c, &first, run, n);
	most = BYTES / (int)hd_size_of(c->u, hd_access_type(i));
	for (q->n = most; q->n >= least_words(c->u); q->n /= 2) {
		int from = place / q->n * q->n, k = 0;

		while (k < q->n &&
		       ((q->at[k] = find_behind(c, first, from + k, run, n)) ||
			can_do_without(c, q, k)))
			k++;
		if (k == q->n)
			return find_leader(q, run, n);
	}
	return false;
}

bool
hd_is_in_aos(const hd_code *c, LLVMValueRef i)
{
	hd_aos q;

	return hd_find_aos(c, i, &q);
}
