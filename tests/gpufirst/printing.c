/* printf with all kinds of arguments; formats known and not known to the compiler. */
#include <stdio.h>
#include <string.h>

static const char *const formats[] = {"%s\n", "<%5s>\n", "<%-7.3s>\n", "%.*s|\n"};

int main(void)
{
	char local[40], raw[4] = {'a', 'b', 'c', 'd'}, out[200];
	int n = 0;
	strcpy(local, "a local string");
	printf("%s %d %5.2f %c %x %ld %lu %%\n", local, -5, 3.14159, 'q', 255, 1234567890123l,
	       5ul);
	printf("%.4s %.*s %10s|%-10s|\n", raw, 3, "abcdef", "right", "left");
	for (int i = 0; i < 3; i++)
		printf(formats[i], "dynamic");
	printf(formats[3], 2, "xyz");
	printf("%d%n!\n", 12345, &n);
	printf("%d %hhd %hd %lld %zu %e %g\n", n, 300, 70000, -1ll, sizeof local, 12345.678,
	       0.0001);
	sprintf(out, "%s-%d-%.3f", "x", 7, 2.0 / 3);
	puts(out);
	n = snprintf(out, 8, "%s", "longer than that");
	printf("%d %s\n", n, out);
	snprintf(out, sizeof out, "%g %e %10.4f|%-8d|%+d|%#x|%05d|%s", 1e-5, 1e10, 1.0 / 3, 42, 7,
		 48879, 33, "end");
	fputs(out, stdout);
	putchar('\n');
	fprintf(stderr, "to stderr %d\n", 1);
	return 0;
}
