/* SPDX-License-Identifier: Apache-2.0 */
/* Facts: what passes need and give (facts.def). */
#ifndef HD_FACTS_H
#define HD_FACTS_H

#include "ir/ir.h"

enum {
#define FACT(name, check, until, what) HD_FACT_BIT_##name,
#include "pass/facts.def"
#undef FACT
	HD_FACTS
};

enum {
#define FACT(name, check, until, what) HD_FACT_##name = 1 << HD_FACT_BIT_##name,
#include "pass/facts.def"
#undef FACT
	HD_FACT_NEVER = 0
};

/* Without those that others have ended. */
unsigned hd_holding(unsigned facts);
/* The names of some of them, with blanks between. */
const char *hd_fact_names(hd_arena *a, unsigned facts);
/* Those with a check are looked at; NULL: they hold, else what is wrong, and where. */
const char *hd_broken_fact(hd_unit *u, unsigned facts);

#endif
