/* SPDX-License-Identifier: Apache-2.0 */
/* what programs do between regions: messages with a variable number of arguments, files of records */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct record {
	int id;
	double value;
};
static struct record records[100];
static int lines;

static void
say(const char *format, ...)
{
	char text[256];
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	int first = va_arg(again, int);
	va_end(again);
	printf("[%d] %s (%d)\n", ++lines, text, first);
}

static int
largest(int n, ...)
{
	va_list ap;
	int most = -1;
	va_start(ap, n);
	for (int i = 0; i < n; i++) {
		int v = va_arg(ap, int);
		most = v > most ? v : most;
	}
	va_end(ap);
	return most;
}

int
main(void)
{
	FILE *file = tmpfile();
	double sum = 0;
	char word[32];
	int n = 0;
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		records[i].id = i;
		records[i].value = i * 0.5;
	}
	say("made %d %s", 100, "records");
	fwrite(records, sizeof records[0], 100, file);
	rewind(file);
	memset(records, 0, sizeof records);
	for (int i = 0; i < 100; i++)
		if (fread(&records[99 - i], sizeof records[0], 1, file) != 1)
			return 1;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 100; i++)
		sum += records[i].value * records[i].id + i;
	say("%d sums: %g, %d", 1, sum, largest(3, 4, 9, 2));
	rewind(file);
	fprintf(file, "abc 42\n");
	rewind(file);
	if (fscanf(file, "%31s %d", word, &n) == 2)
		say("%d %s", n, word);
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		records[i].id += n;
	say("%d", records[99].id);
	fclose(file);
	return __builtin_expect(n == 42, 1) ? 0 : 1;
}
