/* SPDX-License-Identifier: Apache-2.0 */
/* Operators and constructors of vectors, for helper_math.h. */
#ifndef __HEDDLE_HELPER_VECTOR_H__
#define __HEDDLE_HELPER_VECTOR_H__

/* ---- one operator for one type, in all combinations with the scalar */

#define __hd_op(T, S, n, op) \
	__hd_vec T##n operator op(T##n a, T##n b) \
	{ \
		return make_##T##n(a.x op b.x, a.y op b.y __hd_more##n(op)); \
	} \
	__hd_vec T##n operator op(T##n a, S b) \
	{ \
		return make_##T##n(a.x op b, a.y op b __hd_right##n(op)); \
	} \
	__hd_vec T##n operator op(S a, T##n b) \
	{ \
		return make_##T##n(a op b.x, a op b.y __hd_left##n(op)); \
	} \
	__hd_vec void operator op##=(T##n &a, T##n b) { a = a op b; } \
	__hd_vec void operator op##=(T##n &a, S b) { a = a op b; }

#define __hd_more2(op)
#define __hd_more3(op) , a.z op b.z
#define __hd_more4(op) , a.z op b.z, a.w op b.w
#define __hd_right2(op)
#define __hd_right3(op) , a.z op b
#define __hd_right4(op) , a.z op b, a.w op b
#define __hd_left2(op)
#define __hd_left3(op) , a op b.z
#define __hd_left4(op) , a op b.z, a op b.w

#define __hd_ops(T, S, n) __hd_op(T, S, n, +) __hd_op(T, S, n, -) __hd_op(T, S, n, *)
#define __hd_family(T, S) __hd_ops(T, S, 2) __hd_ops(T, S, 3) __hd_ops(T, S, 4)

__hd_family(float, float)
__hd_family(int, int)
__hd_family(uint, unsigned int)
__hd_op(float, float, 2, /)
__hd_op(float, float, 3, /)
__hd_op(float, float, 4, /)
#undef __hd_family
#undef __hd_ops
#undef __hd_op

#define __hd_negate(T) \
	__hd_vec T##2 operator-(T##2 &a) { return make_##T##2(-a.x, -a.y); } \
	__hd_vec T##3 operator-(T##3 &a) { return make_##T##3(-a.x, -a.y, -a.z); } \
	__hd_vec T##4 operator-(T##4 &a) { return make_##T##4(-a.x, -a.y, -a.z, -a.w); }
__hd_negate(float)
__hd_negate(int)
#undef __hd_negate

/* ---- smaller and larger, within bounds */

#define __hd_minmax(T, S, min_, max_) \
	__hd_vec T##2 min(T##2 a, T##2 b) { return make_##T##2(min_(a.x, b.x), min_(a.y, b.y)); } \
	__hd_vec T##3 min(T##3 a, T##3 b) \
	{ return make_##T##3(min_(a.x, b.x), min_(a.y, b.y), min_(a.z, b.z)); } \
	__hd_vec T##4 min(T##4 a, T##4 b) \
	{ return make_##T##4(min_(a.x, b.x), min_(a.y, b.y), min_(a.z, b.z), min_(a.w, b.w)); } \
	__hd_vec T##2 max(T##2 a, T##2 b) { return make_##T##2(max_(a.x, b.x), max_(a.y, b.y)); } \
	__hd_vec T##3 max(T##3 a, T##3 b) \
	{ return make_##T##3(max_(a.x, b.x), max_(a.y, b.y), max_(a.z, b.z)); } \
	__hd_vec T##4 max(T##4 a, T##4 b) \
	{ return make_##T##4(max_(a.x, b.x), max_(a.y, b.y), max_(a.z, b.z), max_(a.w, b.w)); } \
	__hd_vec S clamp(S v, S a, S b) { return max_(a, min_(v, b)); } \
	__hd_vec T##2 clamp(T##2 v, T##2 a, T##2 b) { return max(a, min(v, b)); } \
	__hd_vec T##3 clamp(T##3 v, T##3 a, T##3 b) { return max(a, min(v, b)); } \
	__hd_vec T##4 clamp(T##4 v, T##4 a, T##4 b) { return max(a, min(v, b)); } \
	__hd_vec T##2 clamp(T##2 v, S a, S b) \
	{ return make_##T##2(clamp(v.x, a, b), clamp(v.y, a, b)); } \
	__hd_vec T##3 clamp(T##3 v, S a, S b) \
	{ return make_##T##3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); } \
	__hd_vec T##4 clamp(T##4 v, S a, S b) \
	{ \
		return make_##T##4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), \
		                   clamp(v.w, a, b)); \
	} \
	__hd_vec S dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
	__hd_vec S dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
	__hd_vec S dot(T##4 a, T##4 b) \
	{ return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__hd_minmax(float, float, fminf, fmaxf)
__hd_minmax(int, int, ::min, ::max)
__hd_minmax(uint, unsigned int, ::min, ::max)
#undef __hd_minmax

/* ---- vectors of vectors */

#define __hd_makers(T, S) \
	__hd_vec T##2 make_##T##2(S s) { return make_##T##2(s, s); } \
	__hd_vec T##2 make_##T##2(T##3 a) { return make_##T##2(a.x, a.y); } \
	__hd_vec T##3 make_##T##3(S s) { return make_##T##3(s, s, s); } \
	__hd_vec T##3 make_##T##3(T##2 a) { return make_##T##3(a.x, a.y, 0); } \
	__hd_vec T##3 make_##T##3(T##2 a, S s) { return make_##T##3(a.x, a.y, s); } \
	__hd_vec T##3 make_##T##3(T##4 a) { return make_##T##3(a.x, a.y, a.z); } \
	__hd_vec T##4 make_##T##4(S s) { return make_##T##4(s, s, s, s); } \
	__hd_vec T##4 make_##T##4(T##3 a) { return make_##T##4(a.x, a.y, a.z, 0); } \
	__hd_vec T##4 make_##T##4(T##3 a, S w) { return make_##T##4(a.x, a.y, a.z, w); }
#define __hd_converts(T, S, F) \
	__hd_vec T##2 make_##T##2(F##2 a) { return make_##T##2((S)a.x, (S)a.y); } \
	__hd_vec T##3 make_##T##3(F##3 a) { return make_##T##3((S)a.x, (S)a.y, (S)a.z); } \
	__hd_vec T##4 make_##T##4(F##4 a) \
	{ return make_##T##4((S)a.x, (S)a.y, (S)a.z, (S)a.w); }
__hd_makers(float, float)
__hd_makers(int, int)
__hd_makers(uint, unsigned int)
__hd_converts(float, float, int)
__hd_converts(float, float, uint)
__hd_converts(int, int, float)
__hd_converts(int, int, uint)
__hd_converts(uint, unsigned int, int)
#undef __hd_makers
#undef __hd_converts

#endif
