/* string.h, ctype.h and numbers from text, all on the device. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char text[] = "the quick, brown fox; jumps over 12 lazy dogs", *word, *rest;
	char buffer[64], *copy = strdup("Hello");
	int words = 0, upper = 0;

	for (word = strtok(text, " ,;"); word; word = strtok(NULL, " ,;")) {
		words++;
		word[0] = (char)toupper(word[0]);
		printf("%s(%zu) ", word, strlen(word));
	}
	printf("\n%d\n", words);
	strcpy(buffer, "abc");
	strcat(buffer, "DEF");
	strncat(buffer, "ghijk", 2);
	for (char *p = buffer; *p; p++)
		upper += isupper((unsigned char)*p) != 0;
	printf("%s %d %d %d\n", buffer, upper, strcmp(buffer, "abcDEFgh"),
	       strncmp("abc", "abd", 2));
	printf("%s %s %ld\n", strstr("needle in hay", "in"), strchr(copy, 'l'),
	       (long)(strrchr(copy, 'l') - copy));
	printf("%ld %ld %lu %s\n", strtol(" -42abc", &rest, 10), strtol("0x1f", NULL, 0),
	       strtoul("777", NULL, 8), rest);
	printf("%.6f %g %g %g\n", strtod("3.25e2xyz", &rest), atof("-0.001"),
	       strtod("1.7976931348623157e308", NULL), strtod("123456789012345678901", NULL));
	printf("%s %d %lld\n", rest, atoi("  99"), atoll("-123456789012"));
	memset(buffer, 'x', 5);
	memmove(buffer + 2, buffer, 3);
	buffer[7] = 0;
	printf("%s %d %zu %zu\n", buffer, memcmp("ab", "ac", 2) < 0, strspn("aabc", "ab"),
	       strcspn("hello", "l"));
	free(copy);
	return 0;
}
