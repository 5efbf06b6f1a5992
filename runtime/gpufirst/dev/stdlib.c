/* SPDX-License-Identifier: Apache-2.0 */
/* stdlib.h: numbers from text, random numbers, sorting. */
#include "dev.h"

int hd_gf_isspace(int c);

enum { RANGE = 34 /* ERANGE */ };

/* The value of a digit in some base, 36 or more for what is none. */
static u32
digit(char c)
{
	if (c >= '0' && c <= '9')
		return (u32)(c - '0');
	c |= 32;
	return c >= 'a' && c <= 'z' ? (u32)(c - 'a' + 10) : 99;
}

/* The size of a number, its sign, and whether it is too large for 64 bits. */
static u64
parse(const char *s, char **end, int base, int *minus, int *too_large)
{
	const char *p = s, *begin;
	u64 x = 0;

	while (hd_gf_isspace(*p))
		p++;
	*minus = *p == '-';
	p += *p == '-' || *p == '+';
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x' &&
	    digit(p[2]) < 16) {
		p += 2;
		base = 16;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	*too_large = 0;
	for (begin = p; digit(*p) < (u32)base; p++) {
		if (x > (~0ull - digit(*p)) / (u32)base)
			*too_large = 1;
		x = x * (u32)base + digit(*p);
	}
	if (end)
		*end = (char *)(p == begin ? s : p);
	return x;
}

long
hd_gf_strtol(const char *s, char **end, int base)
{
	int minus, too_large;
	u64 x = parse(s, end, base, &minus, &too_large);
	u64 most = (u64)INT64_MAX + (u64)minus;

	if (too_large || x > most) {
		me()->error = RANGE;
		x = most;
	}
	return (long)(minus ? 0 - x : x);
}

unsigned long
hd_gf_strtoul(const char *s, char **end, int base)
{
	int minus, too_large;
	u64 x = parse(s, end, base, &minus, &too_large);

	if (too_large) {
		me()->error = RANGE;
		return ~0ul;
	}
	return minus ? 0 - x : x;
}

long long
hd_gf_strtoll(const char *s, char **e, int b)
{
	return hd_gf_strtol(s, e, b);
}
unsigned long long
hd_gf_strtoull(const char *s, char **end, int base)
{
	return hd_gf_strtoul(s, end, base);
}
/* What glibc's headers call in their place. */
long
hd_gf___isoc23_strtol(const char *s, char **e, int b)
{
	return hd_gf_strtol(s, e, b);
}
long long
hd_gf___isoc23_strtoll(const char *s, char **e, int b)
{
	return hd_gf_strtol(s, e, b);
}
unsigned long
hd_gf___isoc23_strtoul(const char *s, char **e, int b)
{
	return hd_gf_strtoul(s, e, b);
}
unsigned long long
hd_gf___isoc23_strtoull(const char *s, char **e, int b)
{
	return hd_gf_strtoul(s, e, b);
}
int
hd_gf_atoi(const char *s)
{
	return (int)hd_gf_strtol(s, NULL, 10);
}
long
hd_gf_atol(const char *s)
{
	return hd_gf_strtol(s, NULL, 10);
}
long long
hd_gf_atoll(const char *s)
{
	return hd_gf_strtol(s, NULL, 10);
}

/* Up to 15 digits times a power of ten up to 22 are exact in double arithmetic; for
 * all others the host is asked. */
static int
strtod_simple(const char *s, char **end, double *value)
{
	double power = 1;
	u64 digits = 0;
	int minus, n = 0, scale = 0, seen = 0;
	const char *p = s;

	while (hd_gf_isspace(*p))
		p++;
	minus = *p == '-';
	p += *p == '-' || *p == '+';
	for (; digit(*p) < 10; p++, seen = 1) {
		digits = digits * 10 + digit(*p);
		n += digits != 0;
	}
	if (*p == '.')
		for (p++; digit(*p) < 10; p++, seen = 1, scale--) {
			digits = digits * 10 + digit(*p);
			n += digits != 0;
		}
	if (!seen || n > 15 || (digits == 0 && (*p | 32) == 'x'))
		return 0;
	if ((*p | 32) == 'e') {
		char *after;
		long e;

		if (digit(p[1]) >= 10 &&
		    !((p[1] == '-' || p[1] == '+') && digit(p[2]) < 10))
			return 0;
		e = hd_gf_strtol(p + 1, &after, 10);
		if (e < -400 || e > 400)
			return 0;
		scale += (int)e;
		p = after;
	}
	if (scale < -22 || scale > 22)
		return 0;
	for (int i = scale < 0 ? -scale : scale; i; i--)
		power *= 10;
	*value = scale < 0 ? (double)digits / power : (double)digits * power;
	*value = minus ? -*value : *value;
	if (end)
		*end = (char *)p;
	return 1;
}

static double
ask_for_number(const char *s, char **end, u32 is_float)
{
	double x;
	u64 bits, used;
	hd_gf_call c;

	hd_gfx_rpc_begin(&c, HD_GF_OP_STRTOD);
	hd_gfx_rpc_value(&c, is_float);
	hd_gfx_rpc_string(&c, s);
	bits = hd_gfx_rpc_end_of(&c, 0, &used);
	if (end)
		*end = (char *)s + used;
	__builtin_memcpy(&x, &bits, sizeof x);
	return x;
}

double
hd_gf_strtod(const char *s, char **end)
{
	double x;

	return strtod_simple(s, end, &x) ? x : ask_for_number(s, end, 0);
}

/* Rounded twice, a number can differ from one that is rounded once, unless the first
 * time was exact. */
float
hd_gf_strtof(const char *s, char **end)
{
	double x;

	if (strtod_simple(s, end, &x) && (double)(float)x == x)
		return (float)x;
	return (float)ask_for_number(s, end, 1);
}
double
hd_gf_atof(const char *s)
{
	return hd_gf_strtod(s, NULL);
}

/* ---- random numbers: glibc's additive feedback generator, so that programs get the
 * numbers they get on the CPU. One state for all threads, as there. */

static i32 state[34];
static u32 front, rear, seeded, random_lock;

static u32
next_random(void)
{
	u32 x;

	state[front] = (i32)((u32)state[front] + (u32)state[rear]);
	x = (u32)state[front] >> 1;
	front = (front + 1) % 31;
	rear = (rear + 1) % 31;
	return x;
}

static void
seed_random(u32 seed)
{
	i32 word = (i32)(seed ? seed : 1);

	state[0] = word;
	for (int i = 1; i < 31; i++) {
		i32 high = word / 127773, low = word % 127773;

		word = 16807 * low - 2836 * high;
		if (word < 0)
			word += 2147483647;
		state[i] = word;
	}
	front = 3;
	rear = 0;
	for (int i = 0; i < 310; i++)
		next_random();
	seeded = 1;
}

void
hd_gf_srand(u32 seed)
{
	lock(&random_lock);
	seed_random(seed);
	unlock(&random_lock);
}

int
hd_gf_rand(void)
{
	u32 x;

	lock(&random_lock);
	if (!seeded)
		seed_random(1);
	x = next_random();
	unlock(&random_lock);
	return (int)x;
}

long
hd_gf_random(void)
{
	return hd_gf_rand();
}
void
hd_gf_srandom(u32 seed)
{
	hd_gf_srand(seed);
}

int
hd_gf_rand_r(u32 *seed)
{
	u32 next = *seed, result;

	next = next * 1103515245 + 12345;
	result = next / 65536 % 2048;
	next = next * 1103515245 + 12345;
	result = (result << 10) ^ (next / 65536 % 1024);
	next = next * 1103515245 + 12345;
	result = (result << 10) ^ (next / 65536 % 1024);
	*seed = next;
	return (int)result;
}

/* The family of 48 bits. */
static u64 bits48 = 0x1234abcd330eull;

static u64
step48(u64 x)
{
	return (x * 0x5deece66dull + 11) & ((1ull << 48) - 1);
}

static u64
next48(void)
{
	u64 x;

	lock(&random_lock);
	x = bits48 = step48(bits48);
	unlock(&random_lock);
	return x;
}

void
hd_gf_srand48(long seed)
{
	bits48 = (u64)(u32)seed << 16 | 0x330e;
}
double
hd_gf_drand48(void)
{
	return (double)next48() * 0x1p-48;
}
long
hd_gf_lrand48(void)
{
	return (long)(next48() >> 17);
}
long
hd_gf_mrand48(void)
{
	return (long)(i32)(next48() >> 16);
}

static u64
step_of(uint16_t x[3])
{
	u64 v = step48((u64)x[2] << 32 | (u64)x[1] << 16 | x[0]);

	x[0] = (uint16_t)v;
	x[1] = (uint16_t)(v >> 16);
	x[2] = (uint16_t)(v >> 32);
	return v;
}

double
hd_gf_erand48(uint16_t x[3])
{
	return (double)step_of(x) * 0x1p-48;
}
long
hd_gf_nrand48(uint16_t x[3])
{
	return (long)(step_of(x) >> 17);
}

/* ---- sorting: merges, so that equal elements keep their order as with glibc */

typedef int compare_fn(const void *, const void *);

static void
merge(char *a, char *to, size_t left, size_t n, size_t size, compare_fn *compare)
{
	size_t i = 0, j = left;

	for (size_t k = 0; k < n; k++) {
		int second =
			j < n && (i == left || compare(a + i * size, a + j * size) > 0);

		hd_gf_memcpy(to + k * size, a + (second ? j++ : i++) * size, size);
	}
	hd_gf_memcpy(a, to, n * size);
}

void
hd_gf_qsort(void *base, size_t n, size_t size, compare_fn *compare)
{
	char *a = base, *space;

	if (n < 2)
		return;
	space = hd_gf_malloc(n * size);
	if (!space)
		hd_gfx_fail("out of device memory for qsort");
	for (size_t width = 1; width < n; width *= 2)
		for (size_t i = 0; i + width < n; i += 2 * width) {
			size_t m = n - i < 2 * width ? n - i : 2 * width;

			merge(a + i * size, space, width, m, size, compare);
		}
	hd_gf_free(space);
}

void *
hd_gf_bsearch(const void *key, const void *base, size_t n, size_t size,
	      compare_fn *compare)
{
	const char *a = base;

	while (n) {
		const char *middle = a + n / 2 * size;
		int c = compare(key, middle);

		if (c == 0)
			return (void *)middle;
		if (c > 0) {
			a = middle + size;
			n -= n / 2 + 1;
		} else {
			n /= 2;
		}
	}
	return NULL;
}

int
hd_gf_abs(int x)
{
	return x < 0 ? -x : x;
}
long
hd_gf_labs(long x)
{
	return x < 0 ? -x : x;
}
long long
hd_gf_llabs(long long x)
{
	return x < 0 ? -x : x;
}

/* div() and the like are not here: structures come back in registers on the CPU. */

/* C++ */
void *
hd_gf__Znwm(size_t n)
{
	void *p = hd_gf_malloc(n);

	if (!p)
		hd_gfx_fail("out of device memory for new");
	return p;
}
void *
hd_gf__Znam(size_t n)
{
	return hd_gf__Znwm(n);
}
void
hd_gf__ZdlPv(void *p)
{
	hd_gf_free(p);
}
void
hd_gf__ZdaPv(void *p)
{
	hd_gf_free(p);
}
void
hd_gf__ZdlPvm(void *p, size_t n)
{
	(void)n;
	hd_gf_free(p);
}
void
hd_gf__ZdaPvm(void *p, size_t n)
{
	(void)n;
	hd_gf_free(p);
}
void
hd_gf___cxa_pure_virtual(void)
{
	hd_gfx_fail("a pure virtual function was called");
}
