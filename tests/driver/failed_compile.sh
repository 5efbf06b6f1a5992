# SPDX-License-Identifier: Apache-2.0
# A failed compilation leaves nothing behind and keeps an old output.
# quick
. "$ROOT/tests/driver/common.bash"

small_program good.cu
echo '__global__ void k() { oops; }' >bad.cu
echo old >out.o
echo old >app
refuse "$HDCC" -c bad.cu -o out.o
[ "$(cat out.o)" = old ] || fail "the old object is gone"
refuse "$HDCC" bad.cu -o app
[ "$(cat app)" = old ] || fail "the old program is gone"
refuse "$HDCC" -c bad.cu good.cu
no_file bad.o good.o a.out
refuse "$HDCC" good.cu -o app -lno_such_library
[ "$(cat app)" = old ] || fail "the old program is gone"
refuse "$HDCC" -MD -c bad.cu
no_file bad.d
ls -A >left
[ "$(tr '\n' ' ' <left)" = "app bad.cu good.cu left out.o said tmp " ] ||
	fail "left behind: $(cat left)"
rm -f app
"$HDCC" good.cu -o app
prints 42 ./app
