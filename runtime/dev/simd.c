/* SPDX-License-Identifier: Apache-2.0 */
/* Two halves or four bytes of a word at once. The loops have four or two turns of
 * straight code: LLVM makes vector instructions of them. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "dev.h"

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;

typedef struct { u8 e[4]; } bytes;
typedef struct { u16 e[2]; } halves;

/* Saturation of the exact result to one element. */
INLINE int
clamp(int v, int low, int high)
{
	return v < low ? low : v > high ? high : v;
}
#define CLAMP_s8(v) clamp(v, -128, 127)
#define CLAMP_u8(v) clamp(v, 0, 255)
#define CLAMP_s16(v) clamp(v, -32768, 32767)
#define CLAMP_u16(v) clamp(v, 0, 65535)

/* word NAME(word): element by element; `a` is an int that holds one. */
#define UNARY(name, container, T, expression) \
	u32 __nv_##name(u32 wa) \
	{ \
		container va, vr; \
		memcpy(&va, &wa, 4); \
		for (unsigned i = 0; i < sizeof va.e / sizeof va.e[0]; i++) { \
			int a = (T)va.e[i]; \
			vr.e[i] = (__typeof__(vr.e[0]))(expression); \
		} \
		memcpy(&wa, &vr, 4); \
		return wa; \
	}

/* word NAME(word, word): likewise with `a` and `b`. */
#define BINARY(name, container, T, expression) \
	u32 __nv_##name(u32 wa, u32 wb) \
	{ \
		container va, vb, vr; \
		memcpy(&va, &wa, 4); \
		memcpy(&vb, &wb, 4); \
		for (unsigned i = 0; i < sizeof va.e / sizeof va.e[0]; i++) { \
			int a = (T)va.e[i], b = (T)vb.e[i]; \
			vr.e[i] = (__typeof__(vr.e[0]))(expression); \
		} \
		memcpy(&wa, &vr, 4); \
		return wa; \
	}

/* word NAME(word, word): the sum over all elements. */
#define SUM(name, container, T, expression) \
	u32 __nv_##name(u32 wa, u32 wb) \
	{ \
		container va, vb; \
		int sum = 0; \
		memcpy(&va, &wa, 4); \
		memcpy(&vb, &wb, 4); \
		for (unsigned i = 0; i < sizeof va.e / sizeof va.e[0]; i++) { \
			int a = (T)va.e[i], b = (T)vb.e[i]; \
			sum += (expression); \
		} \
		return (u32)sum; \
	}

#define UNARIES(name, sign, expression2, expression4) \
	UNARY(name##2, halves, sign##16, expression2) \
	UNARY(name##4, bytes, sign##8, expression4)
#define BINARIES(name, sign, expression) \
	BINARY(name##2, halves, sign##16, expression) \
	BINARY(name##4, bytes, sign##8, expression)
#define SATURATED(name, sign, expression) \
	BINARY(name##2, halves, sign##16, CLAMP_##sign##16(expression)) \
	BINARY(name##4, bytes, sign##8, CLAMP_##sign##8(expression))
#define SUMS(name, sign, expression) \
	SUM(name##2, halves, sign##16, expression) \
	SUM(name##4, bytes, sign##8, expression)
#define COMPARISONS(name, sign, operator) \
	BINARIES(vcmp##name, sign, a operator b ? -1 : 0) \
	BINARIES(vset##name, sign, a operator b)

UNARIES(vabs, s, a < 0 ? -a : a, a < 0 ? -a : a)
UNARIES(vabsss, s, CLAMP_s16(a < 0 ? -a : a), CLAMP_s8(a < 0 ? -a : a))
UNARIES(vneg, s, -a, -a)
UNARIES(vnegss, s, CLAMP_s16(-a), CLAMP_s8(-a))

BINARIES(vadd, u, a + b)
SATURATED(vaddss, s, a + b)
SATURATED(vaddus, u, a + b)
BINARIES(vsub, u, a - b)
SATURATED(vsubss, s, a - b)
SATURATED(vsubus, u, a - b)
BINARIES(vabsdiffs, s, a > b ? a - b : b - a)
BINARIES(vabsdiffu, u, a > b ? a - b : b - a)
BINARIES(vavgs, s, (a + b + (a + b >= 0)) >> 1)
BINARIES(vavgu, u, (a + b + 1) >> 1)
BINARIES(vhaddu, u, (a + b) >> 1)
BINARIES(vmaxs, s, a > b ? a : b)
BINARIES(vmaxu, u, a > b ? a : b)
BINARIES(vmins, s, a < b ? a : b)
BINARIES(vminu, u, a < b ? a : b)
SUMS(vsads, s, a > b ? a - b : b - a)
SUMS(vsadu, u, a > b ? a - b : b - a)

COMPARISONS(eq, u, ==)
COMPARISONS(ne, u, !=)
COMPARISONS(ges, s, >=)
COMPARISONS(geu, u, >=)
COMPARISONS(gts, s, >)
COMPARISONS(gtu, u, >)
COMPARISONS(les, s, <=)
COMPARISONS(leu, u, <=)
COMPARISONS(lts, s, <)
COMPARISONS(ltu, u, <)
