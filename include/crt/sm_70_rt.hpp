/* SPDX-License-Identifier: Apache-2.0 */
/* Empty: clang names it, dev_warp.h has what it would bring. */
