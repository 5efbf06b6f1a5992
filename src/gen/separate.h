/* SPDX-License-Identifier: Apache-2.0 */
/* Parts: the device code of objects that are linked across files. */
#ifndef HD_SEPARATE_H
#define HD_SEPARATE_H

#include "gen/gen.h"
#include "ir/ir.h"

/* Make u->m, a file's host code, the host code of a part and put the part into it. */
bool hd_make_part(hd_unit *u, const hd_job *job);

#endif
