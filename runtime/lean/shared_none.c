/* SPDX-License-Identifier: Apache-2.0 */
/* Programs without shared libraries cannot load code. */
#include "core/inner.h"

#include <stdio.h>

bool
hd_shared_open(hd_shared *o, const void *bytes, size_t size, hd_complaint *why)
{
	(void)o, (void)bytes, (void)size;
	snprintf(why->text, sizeof why->text,
		 "a program that was linked with -static cannot load code; link it "
		 "without");
	return false;
}

void *
hd_shared_symbol(const hd_shared *o, const char *name)
{
	(void)o, (void)name;
	return NULL;
}

void
hd_shared_close(hd_shared *o)
{
	(void)o;
}
