/* error: assembly.c:6:2: error: inline assembly cannot run on a GPU */
int main(void)
{
	int x = 1;

	__asm__ volatile("nop" : "+r"(x));
	return x;
}
