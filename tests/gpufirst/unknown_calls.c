/* Functions of the host about which nothing is known: pointers to constants, variables,
 * locals, one of several, memory from malloc, and into the middle of objects. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char in[16] = "badcfehg", out[16];
long a64l(const char *s);

int main(int argc, char **argv)
{
	char local[16] = "", other[16] = "", *heap = malloc(32), *to;
	(void)argv;
	swab(in, out, 8);
	printf("%s %s\n", in, out);
	swab("2143", local, 4);
	printf("%s\n", local);
	to = argc > 5 ? local : other;
	swab(in + 2, to, 6);
	printf("%s %s\n", other, local);
	memset(heap, 0, 32);
	strcpy(heap, "..hgfe");
	swab(heap + 2, heap + 10, 4);
	printf("%s\n", heap + 10);
	printf("%ld %d\n", a64l("zz"), strverscmp("file9", "file10") < 0);
	free(heap);
	return 0;
}
