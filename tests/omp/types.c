/* SPDX-License-Identifier: Apache-2.0 */
/* reductions and arrays of every arithmetic type */
#include <stdio.h>
#define N 90
#define TEST(T, v, f)                                                                  \
	static T v##_a[N];                                                             \
	static void v(void)                                                            \
	{                                                                              \
		T s = 1, m = 0;                                                        \
		_Pragma("omp parallel for")                                            \
		for (int i = 0; i < N; i++)                                            \
			v##_a[i] = (T)(i % 9);                                         \
		_Pragma("omp parallel for reduction(+ : s) reduction(max : m)")        \
		for (int i = 0; i < N; i++) {                                          \
			s = (T)(s + v##_a[i]);                                         \
			m = m < v##_a[i] ? v##_a[i] : m;                               \
		}                                                                      \
		printf(#T " %" f " %" f "\n", s, m);                                   \
	}
TEST(short, t_short, "d")
TEST(unsigned char, t_uchar, "d")
TEST(unsigned, t_unsigned, "u")
TEST(long, t_long, "ld")
TEST(unsigned long long, t_ull, "llu")
TEST(float, t_float, "g")
TEST(double, t_double, "g")
int main(void)
{
	t_short();
	t_uchar();
	t_unsigned();
	t_long();
	t_ull();
	t_float();
	t_double();
	return 0;
}
