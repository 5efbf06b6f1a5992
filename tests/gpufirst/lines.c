/* stdin: short\n\nabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij\nx;y;last */
/* getline, getdelim and asprintf: the device's own memory grows. strtof is rounded once. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text(const char *format, ...)
{
	char *s;
	va_list ap;
	va_start(ap, format);
	if (vasprintf(&s, format, ap) < 0)
		return NULL;
	va_end(ap);
	return s;
}

int main(void)
{
	char *line = NULL, *s;
	size_t room = 0;
	long n;
	for (int i = 0; i < 3; i++) {
		n = getline(&line, &room, stdin);
		printf("%ld %.10s %d\n", n, line, line[n - 1] == '\n');
	}
	while ((n = getdelim(&line, &room, ';', stdin)) > 0)
		printf("%ld %s\n", n, line);
	printf("%d\n", feof(stdin) != 0);
	n = asprintf(&s, "%s-%d-%.3f", "word", 42, 2.5);
	printf("%ld %s\n", n, s);
	free(s);
	s = text("%0200d", 7);
	printf("%zu\n", strlen(s));
	free(s);
	free(line);
	printf("%a %a %a\n", strtof("0.1", NULL), strtof("16777217.0000001", NULL),
	       strtof("1.00000017881393432617187500001e0", &s));
	return 0;
}
