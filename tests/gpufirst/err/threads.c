/* error: threads other than OpenMP's are not supported */
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void)
{
	pthread_t t;
	return pthread_create(&t, 0, run, 0);
}
