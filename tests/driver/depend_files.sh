# SPDX-License-Identifier: Apache-2.0
# Make rules: -M, -MM, -MD, -MMD, -MF, -MT, -MP.
. "$ROOT/tests/driver/common.bash"

small_program a.cu
sed -i '1i #include "h.h"' a.cu
echo '#pragma once' >h.h
echo 'int main(void) { return 0; }' >c.c

"$HDCC" -MM a.cu >rules
grep -q '^a.o: a.cu h.h' rules
shows 'stdio' "$HDCC" -M a.cu
"$HDCC" -MD -c a.cu
grep -q '^a.o: ' a.d && grep -q 'h.h' a.d
"$HDCC" -MMD -MP -c a.cu -o x.o
grep -q '^x.o: a.cu h.h' x.d && grep -q '^h.h:' x.d
"$HDCC" -MMD -MF deps -MT target -c a.cu -o y.o
grep -q '^target: a.cu h.h' deps
no_file y.d
"$HDCC" -MMD -c c.c
grep -q '^c.o: c.c' c.d
