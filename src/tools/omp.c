/* SPDX-License-Identifier: Apache-2.0 */
/* heddle omp2cuda and heddle tune: the road back. Their arguments begin with the name. */
#include "omp/omp.h"

int hd_tool_omp2cuda(int argc, char **argv);
int hd_tool_tune(int argc, char **argv);

int
hd_tool_omp2cuda(int argc, char **argv)
{
	return hd_cmd_omp2cuda(argc + 1, argv - 1);
}

int
hd_tool_tune(int argc, char **argv)
{
	return hd_cmd_tune(argc + 1, argv - 1);
}
