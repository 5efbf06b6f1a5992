/* SPDX-License-Identifier: Apache-2.0 */
/* Linking: clang++ drives the linker, libheddle stands for NVIDIA's libraries. */
#include "drive.h"

/* Libraries that libheddle replaces. */
static const char *const replaced[] = {
	"-lcudart",
	"-lcudart_static",
	"-lcuda",
	"-lcudadevrt",
};

static bool
is_replaced(const char *word)
{
	for (size_t i = 0; i < HD_COUNT(replaced); i++)
		if (strcmp(word, replaced[i]) == 0)
			return true;
	return false;
}

bool
hd_link(hd_plan *p, const hd_step *s)
{
	hd_command *c = p->command;
	hd_arena *a = c->mem;
	hd_strings args = {0};

	hd_push(a, &args, p->paths.clangxx);
	hd_push(a, &args, "-Qunused-arguments");
	if (c->shared)
		hd_push(a, &args, "-shared");
	for (size_t i = 0; i < c->host.n; i++)
		hd_push(a, &args, c->host.at[i]);
	for (size_t i = 0; i < p->link.n; i++)
		if (!is_replaced(p->link.at[i]))
			hd_push(a, &args, p->link.at[i]);
	hd_push(a, &args, hd_format(a, "-L%s", p->paths.lib));
	hd_push(a, &args, "-lheddle");
	hd_push(a, &args, hd_format(a, "-Wl,-rpath,%s", p->paths.lib));
	hd_push(a, &args, "-lm");
	hd_push(a, &args, "-lpthread");
	hd_push(a, &args, "-o");
	hd_push(a, &args, s->out);
	if (hd_run(&args, c->verbose) == 0)
		return true;
	hd_error_at((hd_pos){0}, "linking failed");
	return false;
}
