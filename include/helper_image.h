/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures (PGM, PPM), files of numbers and comparisons, under the samples' names. */
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#include <helper_string.h>

#include "__heddle/helper_picture.h"
#include "__heddle/helper_compare.h"

#endif
