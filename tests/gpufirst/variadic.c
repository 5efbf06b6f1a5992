/* Functions of the program with a variable number of arguments. */
#include <stdarg.h>
#include <stdio.h>

static double sum(int n, ...)
{
	va_list ap, again;
	double s = 0;
	va_start(ap, n);
	va_copy(again, ap);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, double);
	for (int i = 0; i < n; i++)
		s += va_arg(again, double);
	va_end(ap);
	va_end(again);
	return s;
}

static int mixed(const char *kinds, ...)
{
	va_list ap;
	long s = 0;
	va_start(ap, kinds);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': s += va_arg(ap, int); break;
		case 'l': s += va_arg(ap, long); break;
		case 'd': s += (long)va_arg(ap, double); break;
		case 's': s += va_arg(ap, char *)[0]; break;
		case 'c': s += va_arg(ap, int); break;
		}
	va_end(ap);
	return (int)s;
}

static void say(const char *format, ...)
{
	char text[100];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	printf("[%s]\n", text);
}

int main(void)
{
	double r[4];
	printf("%.2f\n", sum(3, 1.5, 2.5, 3.0));
	printf("%d\n", mixed("ilds", 1, 20000000000l, 3.7, "A"));
	printf("%d\n", mixed("iiiiiiiiiiddddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.0, 2.0,
			     3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0));
#pragma omp parallel for
	for (int i = 0; i < 4; i++)
		r[i] = sum(2, (double)i, 0.5);
	printf("%.1f %.1f\n", r[0], r[3]);
	say("%d and %s and %.2f", 42, "text", 1.25);
	say("%5d|%-5d|%05d|%x|%c|%%", 7, 8, 9, 255, 'z');
	return 0;
}
