/* args: -v file -n 12 --level=3 -abc other --na me --maybe -- -x */
/* getopt_long as programs use it, with words that move; then plain getopt, and errors. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static void plain(int argc, char **argv)
{
	int c;
	optind = 0;
	while ((c = getopt(argc, argv, "+:an:")) != -1)
		printf("[%c %s %d]", c, c == 'n' ? optarg : "-", c == '?' || c == ':' ? optopt : 0);
	printf(" %d\n", optind);
}

int main(int argc, char **argv)
{
	static int level;
	static const struct option all[] = {
		{"level", required_argument, NULL, 'l'},
		{"name", required_argument, NULL, 'N'},
		{"number", required_argument, NULL, 'u'},
		{"maybe", optional_argument, &level, 9},
		{NULL, 0, NULL, 0},
	};
	char *words[] = {"prog", "-a", "-n5", "-n", "6", "-zn", NULL};
	char *stop[] = {"prog", "-a", "word", "-n", "1", NULL};
	int c, index = -1;
	while ((c = getopt_long(argc, argv, "vn:abc", all, &index)) != -1)
		printf("(%d %s %d)", c, optarg ? optarg : "-", index);
	printf("\nlevel %d\n", level);
	for (int i = optind; i < argc; i++)
		printf("word %s\n", argv[i]);
	plain(6, words);
	plain(5, stop);
	return 0;
}
