/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses are gathers and scatters. AVX-512 has instructions for these; AVX2's gathers
 * are no faster than loads lane by lane on many processors. */
#include "lanes/decide/access.h"

/* AVX-512 reads from anywhere in one instruction, faster than lane by lane, and writes, lane
 * after lane. (AVX2 reads too, but on many processors no faster; nor is writing strides outside
 * shared memory, unless a mask would have to be asked lane by lane.) */
static bool
has_instructions(const hd_code *c)
{
	return hd_cpu_of(c->u).register_bytes == 64 && hd_does(c->u, HD_TRICK_gather);
}

bool
hd_is_gatherable(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeRef t = hd_access_type(i);
	uint64_t size = hd_size_of(c->u, t);

	return has_instructions(c) && (size == 4 || size == 8) &&
	       LLVMSizeOfTypeInBits(c->u->dl, t) == 8 * size && hd_is_ordinary(i);
}

/* Bytes and half words come with the word that they are in: where one byte of an aligned
 * word can be read, all of it can. */
static bool
is_in_word(const hd_code *c, LLVMValueRef load)
{
	LLVMTypeRef t = LLVMTypeOf(load);
	uint64_t size = hd_size_of(c->u, t);

	hd_check(hd_is_opcode(load, LLVMLoad));
	return has_instructions(c) && (size == 1 || size == 2) && hd_is_integer(t) &&
	       LLVMGetIntTypeWidth(t) == 8 * size && LLVMGetAlignment(load) >= size &&
	       hd_is_ordinary(load);
}

bool
hd_has_gather(const hd_code *c, LLVMValueRef load)
{
	LLVMValueRef p = hd_pointer_of(load);

	hd_check(hd_is_opcode(load, LLVMLoad));
	return (hd_is_gatherable(c, load) || is_in_word(c, load)) &&
	       (hd_shape_of(c, p).kind == HD_VARYING || hd_points_to_shared(p)) &&
	       !hd_is_in_two_rows(c, load);
}

enum { REGISTER = 64, HALF = 32 }; /* bytes */

/* The name of the instruction for such elements, and how many lanes it takes at once. */
const char *
hd_gather_instruction(const hd_code *c, LLVMTypeRef t, bool writes, unsigned *lanes)
{
	static const char *const name[2][2][3] = {
		{{"mask.gather.dpi.512", "mask.gather.dpq.512", "mask.gather3siv8.si"},
		 {"mask.gather.dps.512", "mask.gather.dpd.512", "mask.gather3siv8.sf"}},
		{{"mask.scatter.dpi.512", "mask.scatter.dpq.512",
		  "mask.scattersiv8.si"},
		 {"mask.scatter.dps.512", "mask.scatter.dpd.512",
		  "mask.scattersiv8.sf"}}};
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	bool real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
	unsigned size = (unsigned)hd_size_of(c->u, t), form = size == 8;

	if (!real && kind != LLVMIntegerTypeKind)
		return NULL;
	*lanes = REGISTER / size;
	if (size == 4 && (unsigned)c->w.lanes * size == HALF) {
		*lanes = (unsigned)c->w.lanes;
		form = 2;
	}
	if (c->w.lanes % (int)*lanes)
		return NULL;
	return hd_format(&c->u->scratch, "llvm.x86.avx512.%s",
			 name[writes][real][form]);
}

bool
hd_has_gather_instruction(const hd_code *c, LLVMTypeRef t)
{
	unsigned lanes;

	return hd_gather_instruction(c, t, false, &lanes);
}
