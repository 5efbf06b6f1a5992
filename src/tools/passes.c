/* SPDX-License-Identifier: Apache-2.0 */
/* heddle passes: the pipeline, for people or for docs/passes.md. */
#include "tools.h"

int
hd_tool_passes(int argc, char **argv)
{
	bool markdown = argc == 1 && strcmp(argv[0], "--markdown") == 0;

	if (argc && !markdown) {
		hd_error_at((hd_pos){0}, "usage: heddle passes [--markdown]");
		return 1;
	}
	hd_list_passes(stdout, markdown);
	return 0;
}
