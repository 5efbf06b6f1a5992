/* SPDX-License-Identifier: Apache-2.0 */
/* Programs without shared libraries cannot load code: they stay in the first tier. */
#include "core/inner.h"

hd_tier *
hd_tier_new(hd_function *f, const hd_module *m)
{
	(void)f, (void)m;
	return NULL;
}

hd_function *
hd_tier_choose(hd_tier *t, const uint32_t block[3])
{
	(void)t, (void)block;
	return NULL;
}

hd_function *
hd_tier_second(hd_tier *t)
{
	(void)t;
	return NULL;
}

void
hd_tier_count(hd_tier *t, uint64_t ticks, const uint32_t block[3])
{
	(void)t, (void)ticks, (void)block;
}

void
hd_tier_leave(const hd_module *m)
{
	(void)m;
}
