/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of group_accesses. */
#ifndef HD_CHANNELS_H
#define HD_CHANNELS_H

#include "ana/access.h"
#include "lanes/read/read.h"

typedef struct hd_joining {
	hd_unit *u;
	hd_threads *t;
	LLVMBuilderRef b;
	bool apart; /* in a copy for arrays that are apart */
	bool changed;
} hd_joining;

/* An ordinary load or store of a byte or word that others can see, each lane of its own. */
bool hd_is_channel(const hd_joining *s, LLVMValueRef i);
/* Two loads, or two stores, of the same element but for a few. */
bool hd_are_channels(const hd_joining *s, LLVMValueRef i, LLVMValueRef j);
/* Can it be that `i` and another one may not change places? (See hd_may_clash.) */
bool hd_channels_clash(const hd_joining *s, LLVMValueRef i, LLVMValueRef other);

/* (group_when_apart.c) The copy of all from the first channel on to the last, in which
 * arrays are apart; NULL: none is needed, or can be had. */
LLVMBasicBlockRef hd_copy_channels(hd_joining *s, LLVMBasicBlockRef bb);

#endif
