/* error: jumps out of functions are not supported */
#include <setjmp.h>
static jmp_buf here;
int main(void)
{
	if (setjmp(here) == 0)
		longjmp(here, 1);
	return 0;
}
