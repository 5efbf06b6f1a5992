/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that the integer functions equal their definitions, borders included. */
// quick
#include <limits.h>
#include "dev_test.h"

typedef unsigned int uint;
typedef long long ll;
typedef unsigned long long ull;

int __nv_abs(int), __nv_mulhi(int, int), __nv_mul24(int, int), __nv_hadd(int, int),
	__nv_rhadd(int, int), __nv_clz(int), __nv_clzll(ll), __nv_ffs(int),
	__nv_ffsll(ll), __nv_popc(uint), __nv_popcll(ull), __nv_min(int, int),
	__nv_max(int, int);
uint __nv_umulhi(uint, uint), __nv_umul24(uint, uint), __nv_uhadd(uint, uint),
	__nv_urhadd(uint, uint), __nv_sad(int, int, uint), __nv_usad(uint, uint, uint),
	__nv_brev(uint), __nv_byte_perm(uint, uint, uint),
	hd_nvvm_prmt(uint, uint, uint), hd_nvvm_fns(uint, uint, int),
	hd_nvvm_rotate_b32(uint, uint);
ll __nv_llabs(ll), __nv_mul64hi(ll, ll);
ull __nv_umul64hi(ull, ull), __nv_brevll(ull), hd_nvvm_rotate_b64(ull, uint),
	hd_nvvm_rotate_right_b64(ull, uint);
int hd_dev_memcmp(const void *, const void *, unsigned long);

static uint
any_word(void)
{
	static const uint special[] = {0,          1,          2,          0x7fffffff,
				       0x80000000, 0x80000001, 0xffffffff, 0xfffffffe,
				       0x7fffff,   0x800000};
	uint64_t r = random_bits();

	return r % 4 == 0 ? special[r / 4 % 10] : (uint)(r >> 32) >> r / 4 % 32;
}

static int
low24(uint x)
{
	return (int)(x << 8) >> 8;
}

static void
try_products(uint a, uint b)
{
	ll product = (ll)(int)a * (int)b;
	ull x = (ull)a << 32 | b, y = (ull)b << 32 | ~a;

	CHECK(__nv_mulhi((int)a, (int)b) == (int)(product >> 32), "mulhi %x %x", a, b);
	CHECK(__nv_umulhi(a, b) == (uint)((ull)a * b >> 32), "umulhi %x %x", a, b);
	CHECK(__nv_mul64hi((ll)x, (ll)y) == (ll)((__int128)(ll)x * (ll)y >> 64),
	      "mul64hi");
	CHECK(__nv_umul64hi(x, y) == (ull)((unsigned __int128)x * y >> 64), "umul64hi");
	CHECK(__nv_mul24((int)a, (int)b) == (int)((ll)low24(a) * low24(b)),
	      "mul24 %x %x", a, b);
	CHECK(__nv_umul24(a, b) == (uint)((ull)(a & 0xffffff) * (b & 0xffffff)),
	      "umul24 %x %x", a, b);
}

static void
try_sums(uint a, uint b)
{
	ll sa = (int)a, sb = (int)b, ua = a, ub = b;

	CHECK(__nv_hadd((int)a, (int)b) == (sa + sb) >> 1, "hadd %x %x", a, b);
	CHECK(__nv_rhadd((int)a, (int)b) == (sa + sb + 1) >> 1, "rhadd %x %x", a, b);
	CHECK(__nv_uhadd(a, b) == (ua + ub) >> 1, "uhadd %x %x", a, b);
	CHECK(__nv_urhadd(a, b) == (ua + ub + 1) >> 1, "urhadd %x %x", a, b);
	CHECK(__nv_sad((int)a, (int)b, 7) == (uint)(llabs(sa - sb) + 7), "sad %x %x", a,
	      b);
	CHECK(__nv_usad(a, b, 7) == (uint)(llabs(ua - ub) + 7), "usad %x %x", a, b);
	CHECK(__nv_min((int)a, (int)b) == (sa < sb ? sa : sb), "min");
	CHECK(__nv_max((int)a, (int)b) == (sa > sb ? sa : sb), "max");
}

static void
try_bits(ull x)
{
	int ones = 0, first = 0, leading = 0;
	ull reversed = 0;

	for (int i = 0; i < 64; i++) {
		ones += (int)(x >> i & 1);
		if (!first && x >> i & 1)
			first = i + 1;
		leading = x >> i & 1 ? 0 : leading + 1;
		reversed |= (x >> i & 1) << (63 - i);
	}
	CHECK(__nv_popcll(x) == ones, "popcll %llx", x);
	CHECK(__nv_ffsll((ll)x) == first, "ffsll %llx", x);
	CHECK(__nv_clzll((ll)x) == leading, "clzll %llx", x);
	CHECK(__nv_brevll(x) == reversed, "brevll %llx", x);
	if (x >> 32)
		return;
	CHECK(__nv_popc((uint)x) == ones, "popc %llx", x);
	CHECK(__nv_ffs((int)x) == first, "ffs %llx", x);
	CHECK(__nv_clz((int)x) == leading - 32, "clz %llx", x);
	CHECK(__nv_brev((uint)x) == (uint)(reversed >> 32), "brev %llx", x);
}

static void
try_permutation(uint a, uint b, uint s)
{
	ull both = (ull)b << 32 | a;
	uint plain = 0, with_sign = 0;

	for (int i = 0; i < 4; i++) {
		uint nibble = s >> 4 * i & 15,
		     byte = (uint)(both >> 8 * (nibble & 7)) & 0xff;

		plain |= byte << 8 * i;
		with_sign |= (nibble & 8 ? byte & 0x80 ? 0xff : 0 : byte) << 8 * i;
	}
	CHECK(__nv_byte_perm(a, b, s) == plain, "byte_perm %x %x %x", a, b, s);
	CHECK(hd_nvvm_prmt(a, b, s) == with_sign, "prmt %x %x %x", a, b, s);
}

static void
try_rest(void)
{
	CHECK(__nv_abs(INT_MIN) == INT_MIN && __nv_abs(-5) == 5, "abs");
	CHECK(__nv_llabs(LLONG_MIN) == LLONG_MIN && __nv_llabs(-5) == 5, "llabs");
	CHECK(hd_nvvm_fns(0xf0, 0, 1) == 4 && hd_nvvm_fns(0xf0, 0, 4) == 7, "fns up");
	CHECK(hd_nvvm_fns(0xf0, 0, 5) == 0xffffffff, "fns none");
	CHECK(hd_nvvm_fns(0xf0, 31, -1) == 7 && hd_nvvm_fns(0xf0, 31, -4) == 4,
	      "fns down");
	CHECK(hd_nvvm_fns(0xf0, 5, 0) == 5 && hd_nvvm_fns(0xf0, 3, 0) == ~0u, "fns at");
	CHECK(hd_nvvm_rotate_b32(0x80000001, 33) == 3, "rotate 32");
	CHECK(hd_nvvm_rotate_b64(0x8000000000000001, 65) == 3, "rotate 64");
	CHECK(hd_nvvm_rotate_right_b64(3, 1) == 0x8000000000000001, "rotate right");
	CHECK(hd_dev_memcmp("abc", "abd", 3) < 0 && hd_dev_memcmp("b", "a", 1) > 0 &&
		      hd_dev_memcmp("abc", "abd", 2) == 0,
	      "memcmp");
}

int
main(void)
{
	for (int i = 0; i < 300000; i++) {
		uint a = any_word(), b = any_word();

		try_products(a, b);
		try_sums(a, b);
		try_bits((ull)any_word() << (i % 3 ? 0 : 32) | (i % 2 ? a : 0));
		try_permutation(a, b, (uint)random_bits());
	}
	try_rest();
	return finish();
}
