# SPDX-License-Identifier: Apache-2.0
# -fsyntax-only: what is wrong is said, and nothing is made or overwritten.
. "$ROOT/tests/driver/common.bash"

cat >right.cu <<'E'
#include "right.h"
__global__ void k(int *p) { *p = NUMBER; }
int main() { k<<<1, 1>>>(nullptr); }
E
echo '#define NUMBER 3' >right.h
echo 'int f(void) { return 1; }' >part.c
sed 's/NUMBER;/number;/' right.cu >wrong.cu

"$HDCC" -fsyntax-only right.cu part.c || fail "a right program is refused"
echo old >right.o
"$HDCC" -fsyntax-only -c right.cu -o right.o -MMD -MF right.d || fail "with -c it is refused"
[ "$(cat right.o)" = old ] || fail "an output was overwritten"
grep -q right.h right.d || fail "there is no rule in right.d"
"$HDCC" -v -fsyntax-only -cubin right.cu 2>said || fail "with -cubin it is refused"
! grep -e -shared said || fail "it is linked, into /dev/null"
"$HDCC" -fsyntax-only wrong.cu 2>said && fail "a wrong program passes"
grep -q "wrong.cu:2.*undeclared identifier 'number'" said || fail "it is not said what is wrong"
[ "$(echo *)" = "part.c right.cu right.d right.h right.o said tmp wrong.cu" ] ||
	fail "something was left behind: $(echo *)"
