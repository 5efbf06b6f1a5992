/* SPDX-License-Identifier: Apache-2.0 */
/* -arch, -code and -gencode. Our device is an 8.0: of the architectures that a command
 * line names, kernels are compiled for the newest that such a device could run, and
 * see it as __CUDA_ARCH__. */
#include "take.h"

enum { DEVICE = 80, OLDEST = 50 }; /* OLDEST: what CUDA 12 still takes */

static const int archs[] = {50, 52, 53, 60, 61, 62,  70,  72, 75,
			    80, 86, 87, 89, 90, 100, 101, 120};

void
hd_list_archs(const char *prefix)
{
	for (size_t i = 0; i < HD_COUNT(archs); i++)
		printf("%s%d\n", prefix, archs[i]);
}

/* "sm_80", "compute_90a", "lto_75" -> the number; 0: no such form */
static int
number(const char *name, size_t n)
{
	static const char *const prefixes[] = {"sm_", "compute_", "lto_"};

	for (size_t i = 0; i < HD_COUNT(prefixes); i++) {
		size_t m = strlen(prefixes[i]);
		char *end;
		long x;

		if (n <= m || strncmp(name, prefixes[i], m) != 0)
			continue;
		x = strtol(name + m, &end, 10);
		if (*end == 'a' || *end == 'f') /* sm_90a */
			end++;
		return end == name + n && x >= 10 && x < 1000 ? (int)x : 0;
	}
	return 0;
}

static bool
is_known(const char *name, size_t n)
{
	static const char *const words[] = {"native", "all",  "all-major",
					    "host",   "arch", "code"};

	for (size_t i = 0; i < HD_COUNT(words); i++)
		if (strlen(words[i]) == n && strncmp(name, words[i], n) == 0)
			return true;
	return false;
}

/* Every name in the argument, whatever stands between them:
 * arch=compute_80,code=[sm_80,compute_80] */
bool
hd_take_arch(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;

	for (const char *p = arg; *p; p += *p != '\0') {
		size_t n = strcspn(p, ",=[]\"' ");
		int sm = number(p, n);

		if (n && !sm && !is_known(p, n)) {
			hd_error_at((hd_pos){0},
				    "%s %s: '%.*s' is no GPU architecture; they look "
				    "like sm_80 and compute_80",
				    o->name, arg, (int)n, p);
			return false;
		}
		if (sm >= OLDEST && sm <= DEVICE && sm > c->arch)
			c->arch = sm;
		p += n;
	}
	return true;
}
