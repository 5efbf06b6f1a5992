/* SPDX-License-Identifier: Apache-2.0 */
/* Clang's device versions of std:: mathematics and of complex arithmetic. */
#ifndef __HEDDLE_DEV_CLANG_CMATH_H__
#define __HEDDLE_DEV_CLANG_CMATH_H__

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

#endif
