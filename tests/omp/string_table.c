/* SPDX-License-Identifier: Apache-2.0 */
/* An array of strings, string and character functions in regions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"level", "Rotor", "gpu",    "deified", "heddle",
				    "noon",  "weft",  "Racecar", "warp",   "civic"};
enum { n = sizeof words / sizeof *words };

static int
is_palindrome(const char *s)
{
	size_t len = strlen(s);

	for (size_t i = 0; i < len / 2; i++)
		if (tolower((unsigned char)s[i]) != tolower((unsigned char)s[len - 1 - i]))
			return 0;
	return 1;
}

int
main(void)
{
	int yes[n], upper = 0, same = 0;
	char copy[n][16];

#pragma omp parallel for reduction(+ : upper, same)
	for (int i = 0; i < n; i++) {
		yes[i] = is_palindrome(words[i]);
		upper += isupper((unsigned char)words[i][0]) != 0;
		strcpy(copy[i], words[i]);
		for (char *c = copy[i]; *c; c++)
			*c = (char)toupper((unsigned char)*c);
		same += strcmp(copy[i], "NOON") == 0;
		same += !strncmp(words[i], "we", 2);
		if (strchr(words[i], 'd'))
			strcat(copy[i], "!");
	}
	for (int i = 0; i < n; i++)
		printf("%s %s %d\n", words[i], copy[i], yes[i]);
	printf("%d %d\n", upper, same);
	return 0;
}
