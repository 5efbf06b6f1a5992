/* SPDX-License-Identifier: Apache-2.0 */
/* What hdcc has clang read once and keep. */
#include <__heddle_prelude.h>
