/* SPDX-License-Identifier: Apache-2.0 */
/* What the descriptors of the older functions are; cuSOLVER reads them too. */
#ifndef HD_CUSPARSE_DESCR_H
#define HD_CUSPARSE_DESCR_H

#include "cusparse.h"

struct cusparseMatDescr {
	cusparseMatrixType_t type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	cusparseIndexBase_t base;
};

#endif
