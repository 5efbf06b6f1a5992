/* SPDX-License-Identifier: Apache-2.0 */
/* Taking pairs apart and putting them together. Included once per type; no guard. */

__hd_hd __hd_T __hd_paste(__low2, __hd_name, )(const __hd_T2 v) { return v.x; }
__hd_hd __hd_T __hd_paste(__high2, __hd_name, )(const __hd_T2 v) { return v.y; }
__hd_hd __hd_T2
__hd_paste(__low2, __hd_name, 2)(const __hd_T2 v)
{
	return __hd_T2(v.x, v.x);
}
__hd_hd __hd_T2
__hd_paste(__high2, __hd_name, 2)(const __hd_T2 v)
{
	return __hd_T2(v.y, v.y);
}
__hd_hd float __low2float(const __hd_T2 v) { return (float)v.x; }
__hd_hd float __high2float(const __hd_T2 v) { return (float)v.y; }
__hd_hd __hd_T2 __lowhigh2highlow(const __hd_T2 v) { return __hd_T2(v.y, v.x); }
__hd_hd __hd_T2
__hd_paste(__lows2, __hd_name, 2)(const __hd_T2 a, const __hd_T2 b)
{
	return __hd_T2(a.x, b.x);
}
__hd_hd __hd_T2
__hd_paste(__highs2, __hd_name, 2)(const __hd_T2 a, const __hd_T2 b)
{
	return __hd_T2(a.y, b.y);
}
