/* Files: written, read line by line, as numbers and as bytes; positions; removed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *name = "gf_file_io.tmp";
	FILE *f = fopen(name, "w");
	char line[80];
	int n, a, lines = 0;
	double x, sum = 0;
	unsigned char bytes[300], back[300];

	if (!f)
		return 1;
	fputs("# header\n", f);
	for (int i = 0; i < 5; i++)
		fprintf(f, "%d %.3f item%d\n", i, i * 0.5, i);
	fclose(f);
	f = fopen(name, "r");
	if (fgets(line, sizeof line, f))
		printf("first: %s", line);
	while (fscanf(f, "%d %lf %79s", &a, &x, line) == 3) {
		printf("%d %.2f %s\n", a, x, line);
		sum += x;
		lines++;
	}
	printf("lines %d sum %.2f end %d\n", lines, sum, feof(f) != 0);
	rewind(f);
	fseek(f, 2, SEEK_SET);
	printf("at %ld: %c\n", ftell(f), fgetc(f));
	fclose(f);
	for (int i = 0; i < 300; i++)
		bytes[i] = (unsigned char)(i * 7);
	f = fopen(name, "wb");
	n = (int)fwrite(bytes, 1, sizeof bytes, f);
	fclose(f);
	f = fopen(name, "rb");
	n += (int)fread(back, 1, sizeof back, f);
	fclose(f);
	printf("bytes %d same %d\n", n, memcmp(bytes, back, sizeof back) == 0);
	printf("removed %d gone %d\n", remove(name), fopen(name, "r") == NULL);
	return 0;
}
