# SPDX-License-Identifier: Apache-2.0
# Make rules: -M, -MM, -MD, -MMD, -MF, -MT, -MP.
. "$ROOT/tests/driver/common.bash"

small_program a.cu
sed -i '1i #include "h.h"' a.cu
echo '#pragma once' >h.h
echo 'int main(void) { return 0; }' >c.c

# rules FILE REGEX: a rule must match, however it is cut into lines: that depends on where
# headers lie which are not in it
rules() {
	sed -e ':more' -e '/\\$/{N' -e 's/ *\\\n */ /' -e 'b more' -e '}' "$1" >joined
	grep -q -- "$2" joined || fail "no rule with '$2': $(cat "$1")"
}

"$HDCC" -MM a.cu >shown
rules shown '^a.o: a.cu h.h'
shows 'stdio' "$HDCC" -M a.cu
"$HDCC" -MD -c a.cu
rules a.d '^a.o: .*h\.h'
"$HDCC" -MMD -MP -c a.cu -o x.o
rules x.d '^x.o: a.cu h.h'
rules x.d '^h.h:'
"$HDCC" -MMD -MF deps -MT target -c a.cu -o y.o
rules deps '^target: a.cu h.h'
no_file y.d
"$HDCC" -MMD -c c.c
grep -q '^c.o: c.c' c.d
