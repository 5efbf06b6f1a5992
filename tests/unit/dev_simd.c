/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that two halves or four bytes at once equal the same done one by one. */
// quick
#include "dev_test.h"

#define DECLARE1(name)                                                                 \
	uint32_t __nv_##name##2(uint32_t);                                             \
	uint32_t __nv_##name##4(uint32_t);
#define DECLARE2(name)                                                                 \
	uint32_t __nv_##name##2(uint32_t, uint32_t);                                   \
	uint32_t __nv_##name##4(uint32_t, uint32_t);

/* One element of `bits` bits: as a number with or without sign, and cut to its bits. */
static long
element(uint32_t word, int i, int bits, int is_signed)
{
	long v = (long)(word >> i * bits & ((1u << bits) - 1));

	return is_signed && v >> (bits - 1) ? v - (1l << bits) : v;
}

static long
clamp(long v, int bits, int is_signed)
{
	long high = is_signed ? (1l << (bits - 1)) - 1 : (1l << bits) - 1;
	long low = is_signed ? -high - 1 : 0;

	return v < low ? low : v > high ? high : v;
}

static long
absolute(long v)
{
	return v < 0 ? -v : v;
}

/* What each name does with one pair of elements. */

/*   name, signed elements, result */
#define UNARY(X)                                                                       \
	X(vabs, 1, absolute(a))                                                        \
	X(vabsss, 1, clamp(absolute(a), bits, 1))                                      \
	X(vneg, 1, -a)                                                                 \
	X(vnegss, 1, clamp(-a, bits, 1))
#define BINARY(X)                                                                      \
	X(vadd, 0, a + b)                                                              \
	X(vaddss, 1, clamp(a + b, bits, 1))                                            \
	X(vaddus, 0, clamp(a + b, bits, 0))                                            \
	X(vsub, 0, a - b)                                                              \
	X(vsubss, 1, clamp(a - b, bits, 1))                                            \
	X(vsubus, 0, clamp(a - b, bits, 0))                                            \
	X(vabsdiffs, 1, absolute(a - b))                                               \
	X(vabsdiffu, 0, absolute(a - b))                                               \
	X(vavgs, 1, (a + b + (a + b >= 0)) >> 1)                                       \
	X(vavgu, 0, (a + b + 1) / 2)                                                   \
	X(vhaddu, 0, (a + b) / 2)                                                      \
	X(vmaxs, 1, a > b ? a : b)                                                     \
	X(vmaxu, 0, a > b ? a : b)                                                     \
	X(vmins, 1, a < b ? a : b)                                                     \
	X(vminu, 0, a < b ? a : b)                                                     \
	X(vcmpeq, 0, a == b ? -1 : 0)                                                  \
	X(vseteq, 0, a == b)                                                           \
	X(vcmpne, 0, a != b ? -1 : 0)                                                  \
	X(vsetne, 0, a != b)                                                           \
	X(vcmpges, 1, a >= b ? -1 : 0)                                                 \
	X(vsetges, 1, a >= b)                                                          \
	X(vcmpgeu, 0, a >= b ? -1 : 0)                                                 \
	X(vsetgeu, 0, a >= b)                                                          \
	X(vcmpgts, 1, a > b ? -1 : 0)                                                  \
	X(vsetgts, 1, a > b)                                                           \
	X(vcmpgtu, 0, a > b ? -1 : 0)                                                  \
	X(vsetgtu, 0, a > b)                                                           \
	X(vcmples, 1, a <= b ? -1 : 0)                                                 \
	X(vsetles, 1, a <= b)                                                          \
	X(vcmpleu, 0, a <= b ? -1 : 0)                                                 \
	X(vsetleu, 0, a <= b)                                                          \
	X(vcmplts, 1, a < b ? -1 : 0)                                                  \
	X(vsetlts, 1, a < b)                                                           \
	X(vcmpltu, 0, a < b ? -1 : 0)                                                  \
	X(vsetltu, 0, a < b)

#define X(name, is_signed, result)                                                     \
	DECLARE1(name)                                                                 \
	static long one_##name(long a, int bits)                                       \
	{                                                                              \
		(void)bits;                                                            \
		return result;                                                         \
	}
UNARY(X)
#undef X
#define X(name, is_signed, result)                                                     \
	DECLARE2(name)                                                                 \
	static long one_##name(long a, long b, int bits)                               \
	{                                                                              \
		(void)bits;                                                            \
		return result;                                                         \
	}
BINARY(X)
#undef X
DECLARE2(vsads)
DECLARE2(vsadu)

static const struct unary {
	const char *name;
	int is_signed;
	long (*one)(long, int);
	uint32_t (*halves)(uint32_t), (*bytes)(uint32_t);
} unary[] = {
#define X(name, is_signed, result)                                                     \
	{#name, is_signed, one_##name, __nv_##name##2, __nv_##name##4},
	UNARY(X)
#undef X
};

static const struct binary {
	const char *name;
	int is_signed;
	long (*one)(long, long, int);
	uint32_t (*halves)(uint32_t, uint32_t), (*bytes)(uint32_t, uint32_t);
} binary[] = {
#define X(name, is_signed, result)                                                     \
	{#name, is_signed, one_##name, __nv_##name##2, __nv_##name##4},
	BINARY(X)
#undef X
};

static void
try_unary(const struct unary *t, uint32_t a, int bits)
{
	uint32_t got = bits == 8 ? t->bytes(a) : t->halves(a), want = 0;

	for (int i = 0; i < 32 / bits; i++)
		want |= ((uint32_t)t->one(element(a, i, bits, t->is_signed), bits) &
			 ((1u << bits) - 1))
			<< i * bits;
	CHECK(got == want, "%s%d(%08x) = %08x, not %08x", t->name, 32 / bits, a, got,
	      want);
}

static void
try_binary(const struct binary *t, uint32_t a, uint32_t b, int bits)
{
	uint32_t got = bits == 8 ? t->bytes(a, b) : t->halves(a, b), want = 0;

	for (int i = 0; i < 32 / bits; i++)
		want |= ((uint32_t)t->one(element(a, i, bits, t->is_signed),
					  element(b, i, bits, t->is_signed), bits) &
			 ((1u << bits) - 1))
			<< i * bits;
	CHECK(got == want, "%s%d(%08x, %08x) = %08x, not %08x", t->name, 32 / bits, a,
	      b, got, want);
}

static uint32_t
sum_of_differences(uint32_t a, uint32_t b, int bits, int is_signed)
{
	long sum = 0;

	for (int i = 0; i < 32 / bits; i++)
		sum += absolute(element(a, i, bits, is_signed) -
				element(b, i, bits, is_signed));
	return (uint32_t)sum;
}

/* All pairs of bytes pass through each place of the word; halves take their borders. */
static void
try_words(uint32_t a, uint32_t b)
{
	for (unsigned i = 0; i < sizeof unary / sizeof unary[0]; i++) {
		try_unary(&unary[i], a, 8);
		try_unary(&unary[i], a, 16);
	}
	for (unsigned i = 0; i < sizeof binary / sizeof binary[0]; i++) {
		try_binary(&binary[i], a, b, 8);
		try_binary(&binary[i], a, b, 16);
	}
	CHECK(__nv_vsads4(a, b) == sum_of_differences(a, b, 8, 1), "vsads4");
	CHECK(__nv_vsadu4(a, b) == sum_of_differences(a, b, 8, 0), "vsadu4");
	CHECK(__nv_vsads2(a, b) == sum_of_differences(a, b, 16, 1), "vsads2");
	CHECK(__nv_vsadu2(a, b) == sum_of_differences(a, b, 16, 0), "vsadu2");
}

int
main(void)
{
	static const uint16_t borders[] = {
		0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0xff, 0x100};
	const unsigned n = sizeof borders / sizeof borders[0];

	for (uint32_t pair = 0; pair < 65536; pair++) {
		uint32_t a = pair & 0xff, b = pair >> 8, r = (uint32_t)random_bits();

		try_words(a | r << 8, b * 0x01010101);
	}
	for (unsigned i = 0; i < n * n; i++)
		try_words((uint32_t)borders[i % n] << 16 | borders[i / n],
			  (uint32_t)borders[i / n] << 16 | borders[i % n]);
	return finish();
}
