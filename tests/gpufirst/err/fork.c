/* error: 'fork' cannot be called from a GPU: a program on a GPU cannot be copied */
#include <unistd.h>
int main(void) { return fork() > 0; }
