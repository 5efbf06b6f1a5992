/* errno, strerror, perror: the host's errors arrive at the thread that called. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	FILE *f;
	errno = 0;
	f = fopen("/no/such/file", "r");
	printf("%d %d %s\n", f == NULL, errno == ENOENT, strerror(errno));
	errno = 0;
	strtol("999999999999999999999", NULL, 10);
	printf("%d\n", errno == ERANGE);
	errno = EACCES;
	perror("told");
	printf("%s\n", strerror(EINVAL));
	return 0;
}
