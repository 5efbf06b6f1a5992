/* SPDX-License-Identifier: Apache-2.0 */
/* What the small_*.h files needed for one header; no guard. */
#undef __hd_name
#undef __hd_apart
#undef __hd_encode
#undef __hd_decode
#undef __hd_nonzero
