/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_functions.h"
