/* with: parts/several_files_2.c parts/several_files_3.c */
/* Three sources: functions, variables, statics of the same name. */
#include "parts/several_files.h"
#include <stdio.h>

static int hidden = 1;
int shared_count = 5;

int main(void)
{
	double v[100];
	fill(v, 100);
	printf("%.2f %d %d\n", total(v, 100), hidden, twice_hidden());
	shared_count += 2;
	printf("%d %s\n", get_count(), part_name);
	return 0;
}
