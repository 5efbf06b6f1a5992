/* SPDX-License-Identifier: Apache-2.0 */
/* What the optimisers may do: environment variables of the paper's Table IV and ours. */
#ifndef HD_OMP_SETTING_H
#define HD_OMP_SETTING_H

enum hd_setting {
#define SETTING(id, base, safe, lo, hi, cls, text) HD_SET_##id,
#include "omp/tune/setting.def"
	HD_SET_COUNT
};

typedef struct hd_settings {
	int value[HD_SET_COUNT];
} hd_settings;

#endif
