/* SPDX-License-Identifier: Apache-2.0 */
/* Several processes for one unit. */
#ifndef HD_SPLIT_H
#define HD_SPLIT_H

#include "gen/gen.h"
#include "pass/pass.h"

/* Optimises u->m and writes job->out. */
typedef bool hd_emit_unit(hd_unit *u, const hd_job *job);

/* The same by several processes. false: it was not worth it or did not work out, and
 * `emit` has to do it as a whole. */
bool hd_emit_split(hd_unit *u, const hd_job *job, hd_emit_unit *emit);

#endif
