// missing_include: a header that is not there.
// expect-error@+1: 'no_such_header\.h' file not found
#include "no_such_header.h"

int main() {}
