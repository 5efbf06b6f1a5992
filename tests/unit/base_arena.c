/* SPDX-License-Identifier: Apache-2.0 */
/* base_arena: arenas, vectors, maps, bit sets and strings. */
/* quick */
#include "base/base.h"

static void
check_arena(void)
{
	hd_arena a = {0};
	char *small = hd_alloc(&a, 1), *large = hd_alloc(&a, 10 << 20);

	hd_check(((uintptr_t)small & 15) == 0 && ((uintptr_t)large & 15) == 0);
	for (size_t i = 0; i < 10 << 20; i++)
		hd_check(large[i] == 0);
	memset(large, 1, 10 << 20);
	hd_arena_reset(&a);
	hd_check(a.bytes == 0);
	small = hd_alloc(&a, 100);
	for (int i = 0; i < 100; i++)
		hd_check(small[i] == 0);
	hd_arena_free(&a);
}

static void
check_vec(void)
{
	hd_arena a = {0};
	HD_VEC(int) v = {0};

	for (int i = 0; i < 1000; i++)
		hd_push(&a, &v, i * i);
	for (int i = 0; i < 1000; i++)
		hd_check(v.at[i] == i * i);
	hd_check(hd_last(&v) == 999 * 999 && hd_pop(&v) == 999 * 999 && v.n == 999);
	hd_arena_free(&a);
}

static void
check_map(void)
{
	hd_arena a = {0};
	hd_map by_name = {0}, by_address = {0};
	int things[500];

	hd_check(!hd_map_get_str(&by_name, "x") && !hd_map_get(&by_address, things));
	for (uintptr_t i = 0; i < 500; i++) {
		*hd_map_put(&a, &by_address, &things[i]) = i;
		*hd_map_put_str(&a, &by_name, hd_format(&a, "name%zu", (size_t)i)) = i;
	}
	for (uintptr_t i = 0; i < 500; i++) {
		char name[20];

		snprintf(name, sizeof name, "name%zu", (size_t)i);
		hd_check(*hd_map_get(&by_address, &things[i]) == i);
		hd_check(*hd_map_get_str(&by_name, name) == i);
	}
	hd_check(by_name.n == 500 && by_address.n == 500);
	hd_check(!hd_map_get_str(&by_name, "name500"));
	*hd_map_put_str(&a, &by_name, "name7") = 70;
	hd_check(by_name.n == 500 && *hd_map_get_str(&by_name, "name7") == 70);
	hd_arena_free(&a);
}

static void
check_bits(void)
{
	hd_arena a = {0};
	hd_bits b = hd_bits_new(&a, 130), c = hd_bits_new(&a, 130);
	size_t sum = 0;

	hd_bit_set(&b, 0);
	hd_bit_set(&b, 63);
	hd_bit_set(&b, 64);
	hd_bit_set(&b, 129);
	hd_each_bit (i, &b)
		sum += i;
	hd_check(sum == 256 && hd_bits_count(&b) == 4 && hd_bits_next(&b, 65) == 129);
	hd_check(hd_bits_or(&c, &b) && !hd_bits_or(&c, &b) && hd_bit(&c, 64));
	hd_bit_clear(&c, 129);
	hd_check(hd_bits_next(&c, 65) == 130);
	hd_arena_free(&a);
}

static void
check_str(void)
{
	hd_arena a = {0};
	hd_str s = {.arena = &a};

	for (int i = 0; i < 300; i++)
		hd_str_addf(&s, "%d,", i % 10);
	hd_str_addc(&s, '!');
	hd_str_addn(&s, "abc", 2);
	hd_check(s.n == 603 && strcmp(s.at + 598, "9,!ab") == 0);
	hd_check(hd_has_suffix(s.at, "8,9,!ab") && hd_has_prefix(s.at, "0,1,2,"));
	hd_check(!hd_has_suffix("b", "ab") && !hd_has_prefix("a", "ab"));
	hd_check(hd_hash("ab", 2) != hd_hash("ba", 2));
	hd_arena_free(&a);
}

int
main(void)
{
	check_arena();
	check_vec();
	check_map();
	check_bits();
	check_str();
	return 0;
}
