/* SPDX-License-Identifier: Apache-2.0 */
/* Texture coordinates in kernels: which texels, and how much of each. The functions
 * that read the texels are templates in include/__heddle/dev_texture.h. */
#include "texture.h"

#include "dev.h"

int
hd_dev_tex_nearest(float x, int n, int how)
{
	return hd_tex_nearest(x, n, how);
}

int
hd_dev_tex_between(float x, int n, int how)
{
	return hd_tex_between(x, n, how);
}

int
hd_dev_tex_index(int i, int n, int how)
{
	return hd_tex_index(i, n, how);
}
