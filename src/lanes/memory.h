/* SPDX-License-Identifier: Apache-2.0 */
/* How groups read and write memory. Part of lanes.h. */
#ifndef HD_LANES_MEMORY_H
#define HD_LANES_MEMORY_H

/* Of a load or a store. */
static inline LLVMValueRef
hd_pointer_of(LLVMValueRef i)
{
	return LLVMGetOperand(i, hd_is_opcode(i, LLVMStore) ? 1 : 0);
}

static inline LLVMTypeRef
hd_access_type(LLVMValueRef i)
{
	return LLVMTypeOf(hd_is_opcode(i, LLVMStore) ? LLVMGetOperand(i, 0) : i);
}

/* In a private array, those of all lanes lying in each other; its index is multiplied by what
 * stands for the number of lanes. That and constants are known factors. */
bool hd_is_interleaved(const hd_code *c, LLVMValueRef p);
bool hd_is_lane_count(LLVMValueRef v);
bool hd_known_factor(const hd_code *c, LLVMValueRef by, int64_t *k);

/* tell.c: ways to access memory that remarks tell of */
enum hd_way {
	HD_AHEAD = 1,
	HD_EVERY_OTHER = 2,
	HD_WINDOW = 4,
	HD_AT_ONCE = 8,
	HD_IN_PAGE = 16,
	HD_NOT_ATOMIC = 32,
	HD_ONE_ATOMIC = 64,
	HD_CHANNELS = 128,
	HD_QUADS = 256,
	HD_TWO_ROWS = 512,
};
void hd_note_way(hd_code *c, LLVMValueRef access, enum hd_way way);

/* pairs.c: every other element, from e->row on. */
bool hd_is_readable(hd_emit *e, LLVMValueRef load); /* by idle lanes (readable.c) */
LLVMValueRef hd_load_readable(hd_emit *e, LLVMValueRef load);
bool hd_is_every_other(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_load_every_other(hd_emit *e, LLVMValueRef i);
void hd_store_every_other(hd_emit *e, LLVMValueRef i);

/* channels.c: bytes and words that lie in each other; false: these do not */
bool hd_emit_channels(hd_emit *e, LLVMValueRef i);
double hd_channel_share(const hd_code *c, LLVMValueRef i); /* of the vectors; 0: no */

/* quads.c: words that each lane has in a place of its own; false: these are not */
bool hd_emit_quad(hd_emit *e, LLVMValueRef i);
bool hd_is_in_quad(const hd_code *c, LLVMValueRef i);

/* pattern.c */
void hd_find_patterns(hd_code *c);
const hd_pattern *hd_pattern_of(const hd_code *c, LLVMValueRef v); /* or NULL */
LLVMValueRef hd_pattern_base(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_pattern_base_of(hd_emit *e, LLVMValueRef v, LLVMValueRef all);
bool hd_has_window(const hd_code *c, LLVMValueRef access);
LLVMValueRef hd_load_window(hd_emit *e, LLVMValueRef i);
void hd_store_window(hd_emit *e, LLVMValueRef i);

/* apart.c: lane by lane, or by a gather */
LLVMValueRef hd_load_apart(hd_emit *e, LLVMValueRef i);
void hd_store_apart(hd_emit *e, LLVMValueRef i);
/* One for all lanes, which may be anywhere, or in shared memory; strides are apart. */
bool hd_has_gather(const hd_code *c, LLVMValueRef load);

/* address.c: the index of an address, and what is to be used for it under the mask. */
typedef struct hd_stand_in {
	LLVMValueRef index;
	LLVMValueRef lanes; /* a vector */
	LLVMValueRef value; /* to be stored, likewise; NULL: all lanes store the same */
} hd_stand_in;
bool hd_are_operands_at_hand(hd_emit *e, LLVMValueRef i);
bool hd_stands_in(hd_emit *e, LLVMValueRef p, hd_stand_in *s); /* to read; false: no */
bool hd_last_stands_in(hd_emit *e, LLVMValueRef p, LLVMValueRef x, hd_stand_in *s);
LLVMValueRef hd_lane_address(hd_emit *e, LLVMValueRef p, int lane,
			     const hd_stand_in *other);
LLVMValueRef hd_lane_value(hd_emit *e, LLVMValueRef x, int lane,
			   const hd_stand_in *other);
LLVMValueRef hd_safe_address(hd_emit *e, LLVMValueRef p, int lane); /* or the dummy */

/* apart_x86.c: scale * index in 32 bits behind what lanes have in common */
typedef struct hd_spots {
	LLVMValueRef base, index; /* a vector */
	unsigned scale;           /* 1, 2, 4 or 8 */
	LLVMValueRef fits;        /* whether 32 bits are enough; NULL: they are */
} hd_spots;
bool hd_find_spots(hd_emit *e, LLVMValueRef p, hd_spots *spots); /* false: is not so */
bool hd_has_spots(const hd_code *c, LLVMTypeRef t); /* has it instructions? */
LLVMValueRef hd_gather_at(hd_emit *e, LLVMTypeRef t, const hd_spots *p,
			  LLVMValueRef mask);
void hd_scatter_at(hd_emit *e, LLVMTypeRef t, const hd_spots *p, LLVMValueRef mask,
		   LLVMValueRef x);
hd_spots hd_words_at(hd_emit *e, const hd_spots *p, LLVMValueRef *by);

LLVMValueRef hd_some_lanes(hd_emit *e, LLVMValueRef v, unsigned first, unsigned n);
LLVMValueRef hd_join_parts(hd_emit *e, LLVMValueRef *part, unsigned count);

/* memory.c, prefetch.c, atomic.c */
typedef LLVMValueRef hd_access_fn(hd_emit *e, LLVMValueRef i);
bool hd_is_promised(hd_emit *e, LLVMValueRef p); /* the shape that it may have */
bool hd_has_unknown_size(LLVMValueRef p);        /* what it points to */
LLVMValueRef hd_either(hd_emit *e, LLVMValueRef i, LLVMValueRef usual,
		       hd_access_fn *one, hd_access_fn *other);

/* two_rows.c: of which lanes have the first, or the second; false: not so. *r: what was read */
bool hd_is_in_two_rows(const hd_code *c, LLVMValueRef access);
void hd_cross_two_rows(hd_code *c);
void hd_touch_two_rows(hd_emit *e, LLVMValueRef i);
bool hd_access_two_rows(hd_emit *e, LLVMValueRef i, hd_access_fn *apart,
			LLVMValueRef *r);

/* sure.c: to be had before anything else is computed, as it is the same along a row */
bool hd_is_early(LLVMValueRef v, int depth);
LLVMValueRef hd_build_early(hd_emit *e, LLVMValueRef v);

/* quotient.c: x / n and x % n of lanes that count up */
bool hd_is_quotient(const hd_code *c, LLVMValueRef i);
hd_val hd_quotient_form(hd_emit *e, LLVMValueRef i, const hd_val *op);
LLVMValueRef hd_quotient_vector(hd_emit *e, LLVMValueRef i, hd_access_fn *one_by_one);
bool hd_divides_as_floats(const hd_code *c, LLVMValueRef i);
LLVMValueRef hd_divide_as_floats(hd_emit *e, LLVMValueRef i, LLVMValueRef x,
				 LLVMValueRef y);
bool hd_may_have_short_rows(const hd_code *c); /* then there is nothing to gain */
LLVMValueRef hd_has_short_rows(hd_emit *e);

void hd_prefetch_ahead(hd_emit *e, LLVMValueRef load);
void hd_prefetch_next_block(hd_emit *e, LLVMValueRef access);
void hd_find_first_accesses(hd_code *c);
void hd_ask_for(hd_emit *e, LLVMValueRef access, LLVMValueRef bytes_ahead, bool writes);
/* streams.c: many rows */
void hd_find_streams(hd_code *c);
void hd_prefetch_stream(hd_emit *e, LLVMValueRef access);
bool hd_has_large_strides(const hd_code *c);
bool hd_is_x86(const hd_unit *u);
int hd_register_bytes(const hd_unit *u);
double hd_gain_of_vectors(const hd_code *c);
bool hd_is_gain_unsure(const hd_code *c);
bool hd_is_read(LLVMValueRef v, int depth); /* from memory, some of it */
void hd_emit_memory(hd_emit *e, LLVMValueRef i);
hd_one_lane hd_scalar_copy;
bool hd_is_in_update(hd_emit *e, LLVMValueRef i); /* its store does it (apart.c) */
void hd_update_apart(hd_emit *e, LLVMValueRef store);
bool hd_is_update(hd_emit *e, LLVMValueRef store);
/* Load, compute, store will do. */
bool hd_is_plain_atomic(const hd_unit *u, LLVMValueRef i);
bool hd_is_group_atomic(const hd_code *c, LLVMValueRef i);
void hd_emit_atomic(hd_emit *e, LLVMValueRef i);

/* few.c: what only the first lanes read and write, or some of them write. */
unsigned hd_first_lanes(hd_emit *e); /* if so, and known now; 0 = not so */
LLVMValueRef hd_load_first(hd_emit *e, LLVMTypeRef t, unsigned align, unsigned n);
void hd_store_first(hd_emit *e, LLVMValueRef x, unsigned align, unsigned n);
bool hd_can_store_some(hd_emit *e, LLVMValueRef store);
void hd_store_some(hd_emit *e, LLVMValueRef x, unsigned align);

#endif
