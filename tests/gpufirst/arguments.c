/* args: 7 hello 2.5 */
/* The command line, the environment, and the exit status. exit: 7 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **envp)
{
	int found = 0;
	const char *home = getenv("GF_TEST_WORD");

	printf("%d %s %.3f\n", argc, argv[2], atof(argv[3]) * 2);
	printf("%s %d\n", home ? home : "nothing", getenv("GF_NOT_SET") == NULL);
	for (char **e = envp; *e; e++)
		found |= strncmp(*e, "GF_TEST_WORD=", 13) == 0;
	printf("found %d last %d\n", found, argv[argc] == NULL);
	return atoi(argv[1]);
}
