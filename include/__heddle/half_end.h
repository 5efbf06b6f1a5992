/* SPDX-License-Identifier: Apache-2.0 */
/* What the half_*.h files needed for one type; no guard. */
#undef __hd_T
#undef __hd_T2
#undef __hd_other
#undef __hd_raw
#undef __hd_raw2
#undef __hd_name
#undef __hd_format_of
#undef __hd_to_float
#undef __hd_of_float
#undef __hd_of_double
#undef __hd_of_fma
#undef __hd_from_float
#undef __hd_paste
#undef __hd_paste_
