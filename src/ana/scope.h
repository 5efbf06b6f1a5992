/* SPDX-License-Identifier: Apache-2.0 */
/* On what a value depends, as far as its computation tells. */
#ifndef HD_SCOPE_H
#define HD_SCOPE_H

#include "ir/ir.h"

/* Does a condition depend on the thread, on what was read, or on real numbers? */
bool hd_may_differ(LLVMValueRef condition);

#endif
