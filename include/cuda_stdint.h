/* SPDX-License-Identifier: Apache-2.0 */
/* A name that programs include; stdint.h has what they want. */
#include <stdint.h>
