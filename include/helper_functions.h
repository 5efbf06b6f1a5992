/* SPDX-License-Identifier: Apache-2.0 */
/* All helper headers for host code, as NVIDIA's samples include them. */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include <assert.h>
#include <exception.h>
#include <math.h>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>

#endif
