/* SPDX-License-Identifier: Apache-2.0 */
/* cuSPARSE under the name that it had while there were two. */
#ifndef __HEDDLE_CUSPARSE_V2_H__
#define __HEDDLE_CUSPARSE_V2_H__
#include "cusparse.h"
#endif
