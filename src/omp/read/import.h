/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that import libclang's tree share. */
#ifndef HD_OMP_IMPORT_H
#define HD_OMP_IMPORT_H

#include "omp/omp.h"

#include <clang-c/Index.h>

char *hd_omp_take(hd_prog *p, CXString s);
hd_type *hd_omp_type_of(hd_prog *p, CXType t);
bool hd_omp_in_function(CXCursor declaration);

#endif
