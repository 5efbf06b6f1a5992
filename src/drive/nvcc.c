/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc called by the name nvcc: what CMake and configure scripts read from its output. */
#include "drive.h"

void
hd_print_nvcc_version(void)
{
	printf("nvcc: NVIDIA (R) Cuda compiler driver\n"
	       "Heddle %s in its place, LLVM %s, %s\n"
	       "Cuda compilation tools, release 12.8, V12.8.93\n"
	       "Build cuda_12.8.r12.8/heddle.%s\n",
	       HD_VERSION, hd_llvm_version(), hd_host_triple(), HD_VERSION);
}

/* The lines of --dryrun and -v before the commands. LIBRARIES is found again in the
 * line that links (link.c). */
void
hd_print_nvcc_settings(hd_arena *a, const hd_paths *p)
{
	const char *top = hd_format(a, "%s/nvcc", p->prefix);
	const char *path = getenv("PATH"), *libs = getenv("LD_LIBRARY_PATH");

	hd_echo("_NVVM_BRANCH_=nvvm");
	hd_echo("_SPACE_= ");
	hd_echo("_CUDART_=cudart");
	hd_echo("_HERE_=%s/bin", top);
	hd_echo("_THERE_=%s/bin", top);
	hd_echo("_TARGET_SIZE_=");
	hd_echo("_TARGET_DIR_=");
	hd_echo("TOP=%s", top);
	hd_echo("NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice", top);
	hd_echo("LD_LIBRARY_PATH=%s/lib64:%s", top, libs ? libs : "");
	hd_echo("PATH=%s/bin:%s", top, path ? path : "");
	hd_echo("INCLUDES=\"-I%s/include\"  ", top);
	hd_echo("LIBRARIES=  \"-L%s/lib64/stubs\" \"-L%s/lib64\"", top, top);
	hd_echo("CUDAFE_FLAGS=");
	hd_echo("PTXAS_FLAGS=");
}
