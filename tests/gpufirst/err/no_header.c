/* error: 'no_such_library/window.h' file not found */
#include <no_such_library/window.h>
int main(void) { return 0; }
