/* SPDX-License-Identifier: Apache-2.0 */
/* Where OpenGL's GL/glew.h is not installed: programs that include it and draw nothing
 * compile. It declares nothing, so that those that do draw get an error. */
