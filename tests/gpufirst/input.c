/* stdin: 3 1.5 alpha\n4 2.5 beta\nend of it\n */
/* Reading standard input: scanf, fgets, getchar. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	int n;
	double x;
	char word[20], line[40];
	for (int i = 0; i < 2; i++)
		if (scanf("%d %lf %19s", &n, &x, word) == 3)
			printf("%d %.2f %s\n", n, x, word);
	printf("newline %d\n", getchar() == '\n');
	if (fgets(line, sizeof line, stdin))
		printf("%zu %s", strlen(line), line);
	printf("end %d\n", getchar() == EOF);
	if (sscanf("17:0x2a/rest", "%d:%i/%s", &n, &n, word) == 3)
		printf("%d %s\n", n, word);
	/* what is not read stays as it was */
	n = 5;
	strcpy(word, "kept");
	printf("%d %d %s\n", sscanf("x", "%d %s", &n, word), n, word);
	memset(line, '.', sizeof line);
	line[39] = 0;
	printf("%d %s\n", (int)fread(line, 1, 10, stdin), line);
	printf("%d %.2f %s\n", sscanf("8 zz", "%d %lf %s", &n, &x, word), x, word);
	return 0;
}
