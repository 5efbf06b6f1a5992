/* SPDX-License-Identifier: Apache-2.0 */
/* Looking up what was found of a value: its number, its shape, on whom it depends. */
#include "lanes/read/read.h"

static const hd_shape UNIFORM = {HD_AFFINE, 0, 0};
static const hd_shape VARYING = {HD_VARYING, 0, 0};

int
hd_id(const hd_code *c, LLVMValueRef v)
{
	uintptr_t *p = hd_map_get(&c->ids, v);

	return p ? (int)*p - 1 : -1;
}

hd_private *
hd_private_of(const hd_code *c, LLVMValueRef v)
{
	uintptr_t *p = hd_map_get(&c->priv_ids, v);

	return p ? &c->priv[*p - 1] : NULL;
}

bool
hd_is_interleaved(const hd_code *c, LLVMValueRef p)
{
	hd_private *own;

	if (hd_is_opcode(p, LLVMGetElementPtr))
		p = LLVMGetOperand(p, 0);
	own = hd_private_of(c, p);
	return own && own->word;
}

bool
hd_is_uniform(const hd_code *c, LLVMValueRef v)
{
	int id = hd_id(c, v);

	hd_check(id < 0 || c->varying.n == (size_t)c->nv);
	if (hd_private_of(c, v))
		return false;
	return id < 0 || !hd_bit(&c->varying, (size_t)id);
}

hd_shape
hd_shape_of(const hd_code *c, LLVMValueRef v)
{
	hd_private *p = hd_private_of(c, v);
	int id = hd_id(c, v);

	hd_check(id < 0 || c->w.shape);
	if (p && c->w.lanes == 1)
		return (hd_shape){HD_AFFINE, 0, 0};
	if (p)
		return (hd_shape){HD_AFFINE, p->word ? p->word : p->size, 0};
	if (id >= 0)
		return c->w.shape[id];
	return (hd_shape){HD_AFFINE, 0,
			  hd_is_small_int(v) ? hd_zeros_of(LLVMConstIntGetZExtValue(v))
					     : 0};
}

bool
hd_is_lane_uniform(const hd_code *c, LLVMValueRef v)
{
	hd_shape s = hd_shape_of(c, v);

	return s.kind == HD_AFFINE && s.stride == 0;
}

bool
hd_is_lane_count(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMCall) && hd_calls_prefix(v, HD_LANE_COUNT);
}

bool
hd_known_factor(const hd_code *c, LLVMValueRef by, int64_t *k)
{
	if (hd_is_lane_count(by))
		*k = c->w.lanes;
	else if (hd_is_small_int(by))
		*k = LLVMConstIntGetSExtValue(by);
	else
		return false;
	return true;
}

/* So many low bits of lane 0 are zero, and no lane reaches above them, nor its sign. */
bool
hd_stays_below(const hd_code *c, LLVMValueRef v, unsigned bits)
{
	hd_shape x = hd_shape_of(c, v);

	hd_check(hd_is_integer(LLVMTypeOf(v)));
	if (x.kind != HD_AFFINE || x.stride <= 0 || bits > x.zeros)
		return false;
	bits = hd_min(bits, LLVMGetIntTypeWidth(LLVMTypeOf(v)) - 1);
	return (uint64_t)x.stride * (uint64_t)(c->w.lanes - 1) < 1ull << bits;
}

hd_shape
hd_uniform_or_varying(const hd_code *c, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (!hd_is_lane_uniform(c, LLVMGetOperand(i, (unsigned)k)))
			return VARYING;
	return UNIFORM;
}

const hd_pattern *
hd_pattern_of(const hd_code *c, LLVMValueRef v)
{
	int id = hd_id(c, v);

	return id >= 0 && c->w.pattern ? c->w.pattern[id] : NULL;
}
