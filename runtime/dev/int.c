/* SPDX-License-Identifier: Apache-2.0 */
/* Integer functions: extremes, products, bits. */
/* One-line functions and tables stay as they are. */
/* clang-format off */
#include "dev.h"

int __nv_abs(int a) { return a < 0 ? (int)-(u32)a : a; }
i64 __nv_llabs(i64 a) { return a < 0 ? (i64)-(u64)a : a; }

int __nv_min(int a, int b) { return a < b ? a : b; }
int __nv_max(int a, int b) { return a > b ? a : b; }
u32 __nv_umin(u32 a, u32 b) { return a < b ? a : b; }
u32 __nv_umax(u32 a, u32 b) { return a > b ? a : b; }
i64 __nv_llmin(i64 a, i64 b) { return a < b ? a : b; }
i64 __nv_llmax(i64 a, i64 b) { return a > b ? a : b; }
u64 __nv_ullmin(u64 a, u64 b) { return a < b ? a : b; }
u64 __nv_ullmax(u64 a, u64 b) { return a > b ? a : b; }

int __nv_mulhi(int a, int b) { return (int)((i64)a * b >> 32); }
u32 __nv_umulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
i64 __nv_mul64hi(i64 a, i64 b) { return (i64)((__int128)a * b >> 64); }
u64 __nv_umul64hi(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }

/* The lower 32 bits of the product of the lower 24 bits. */
int
__nv_mul24(int a, int b)
{
	int low_a = (int)((u32)a << 8) >> 8, low_b = (int)((u32)b << 8) >> 8;

	return (int)((u32)low_a * (u32)low_b);
}
u32 __nv_umul24(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }

/* |a - b| + c */
u32
__nv_sad(int a, int b, u32 c)
{
	return (a > b ? (u32)a - (u32)b : (u32)b - (u32)a) + c;
}
u32 __nv_usad(u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }

/* Averages without overflow, rounded down and up. */
int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
u32 __nv_uhadd(u32 a, u32 b) { return (a & b) + ((a ^ b) >> 1); }
u32 __nv_urhadd(u32 a, u32 b) { return (a | b) - ((a ^ b) >> 1); }

int __nv_popc(u32 a) { return __builtin_popcount(a); }
int __nv_popcll(u64 a) { return __builtin_popcountll(a); }
int __nv_clz(int a) { return a ? __builtin_clz((u32)a) : 32; }
int __nv_clzll(i64 a) { return a ? __builtin_clzll((u64)a) : 64; }
int __nv_ffs(int a) { return __builtin_ffs(a); }
int __nv_ffsll(i64 a) { return __builtin_ffsll(a); }
u32 __nv_brev(u32 a) { return __builtin_bitreverse32(a); }
u64 __nv_brevll(u64 a) { return __builtin_bitreverse64(a); }

/* Byte i of the result is the byte of b:a that nibble i of s names; the nibble's top
 * bit asks for that byte's sign in all eight bits instead. */
INLINE u32
permuted_byte(u64 both, u32 s, int i)
{
	u32 nibble = s >> 4 * i & 0xf;
	int byte = (signed char)(both >> 8 * (nibble & 7));

	return (u32)((nibble & 8 ? byte >> 7 : byte) & 0xff) << 8 * i;
}

u32
hd_nvvm_prmt(u32 a, u32 b, u32 s)
{
	u64 both = (u64)b << 32 | a;

	return permuted_byte(both, s, 0) | permuted_byte(both, s, 1) |
	       permuted_byte(both, s, 2) | permuted_byte(both, s, 3);
}

/* The intrinsic reads only three bits of each nibble. */
u32
__nv_byte_perm(u32 a, u32 b, u32 s)
{
	return hd_nvvm_prmt(a, b, s & 0x7777);
}

/* Position of the n-th set bit of mask at or after base (n > 0) or at or before it
 * (n < 0); for n = 0 base itself if it is set. All ones if there is none. */
u32
hd_nvvm_fns(u32 mask, u32 base, int n)
{
	int step = n < 0 ? -1 : 1, left = n < 0 ? -n : n;

	if (n == 0)
		return base < 32 && mask >> base & 1 ? base : 0xffffffff;
	for (u32 at = base; at < 32; at += (u32)step)
		if (mask >> at & 1 && --left == 0)
			return at;
	return 0xffffffff;
}

int
hd_dev_memcmp(const void *a, const void *b, u64 size)
{
	const unsigned char *p = a, *q = b;

	for (u64 i = 0; i < size; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}
