# SPDX-License-Identifier: Apache-2.0
# The private directory is gone afterwards: success, error, SIGINT, SIGTERM; after SIGKILL of
# all processes it goes with the next compilation.
. "$ROOT/tests/driver/common.bash"

mkdir t
export TMPDIR=$PWD/t
empty() {
	[ -z "$(ls -A t)" ] || fail "left in TMPDIR after $1: $(ls -A t)"
}

small_program a.cu
"$HDCC" a.cu -o app
empty success
echo 'oops' >bad.cu
refuse "$HDCC" bad.cu
empty "an error"
refuse "$HDCC" a.cu -o app -lno_such_library
empty "a link error"

# Something slow to compile, interrupted at different moments.
{
	echo '#include <algorithm>'
	echo '#include <map>'
	for i in $(seq 200); do
		echo "template <int N> struct S$i { static int f() { std::map<int, S$i> m;"
		echo "m[N]; return (int)m.size() + N; } };"
		echo "int g$i() { return S$i<$i>::f(); }"
	done
	echo 'int main() {}'
} >slow.cu
for delay in 0.05 0.3 1; do
	for signal in INT TERM HUP QUIT; do
		# a background job of a script ignores SIGINT unless told otherwise
		(trap - INT QUIT; exec env --default-signal=INT,HUP,TERM,QUIT \
			"$HDCC" slow.cu -o slow) &
		pid=$!
		sleep $delay
		status=0
		kill -$signal $pid
		wait $pid || status=$?
		[ $status -gt 128 ] || fail "exit status $status after SIG$signal"
		empty "SIG$signal after $delay s"
		no_file slow
	done
done
# nobody reads the messages to their end
for i in $(seq 2000); do
	echo "__global__ void k$i(int *p) { undefined_$i(p); }"
done >wrong.cu
{ "$HDCC" -ferror-limit=0 -c wrong.cu 2>&1 || true; } | true
for i in $(seq 50); do
	[ -n "$(ls -A t)" ] || break
	sleep 0.1
done
empty "a pipe that was closed"
# killed outright: the child that did the work cleans up
for delay in 0.3 1; do
	"$HDCC" slow.cu -o slow 2>/dev/null &
	pid=$!
	sleep $delay
	kill -KILL $pid
	wait $pid || true
	for i in $(seq 100); do
		[ -n "$(ls -A t)" ] || break
		sleep 0.1
	done
	empty "SIGKILL after $delay s"
	no_file slow
done
# killed outright with all its processes: the next compilation cleans up, but not what
# others work in, and nothing that only looks like it
mkdir t/hdcc-someone t/hdcc-locked
echo mine >t/hdcc-someone/file
echo mine >t/hdcc-locked/.heddle-lock
exec 9<t/hdcc-locked/.heddle-lock
flock -s 9
setsid "$HDCC" slow.cu -o slow 2>/dev/null &
pid=$!
until ls -d t/hdcc-??????/.heddle-lock 2>/dev/null; do sleep 0.05; done
sleep 0.3
kill -KILL -$pid
wait $pid || true
ls -d t/hdcc-??????/.heddle-lock || fail "the test is void: nothing is left"
"$HDCC" -c a.cu -o a.o &
"$HDCC" -c a.cu -o b.o
wait $! || fail "somebody has removed another's directory"
[ "$(echo $(ls t))" = 'hdcc-locked hdcc-someone' ] || fail "left in TMPDIR: $(ls t)"
[ -e t/hdcc-someone/file ] && [ -e t/hdcc-locked/.heddle-lock ] || fail "removed too much"
exec 9<&-
"$HDCC" -c a.cu -o a.o
rm -r t/hdcc-someone
empty "SIGKILL of all processes"
printf '#include <iostream>\nint main() { }\n' >new.cu
for again in 1 2; do
	"$HDCC" -std=c++20 -c new.cu -o new.o
	empty "C++20"
done
! TMPDIR=/no/such/place "$HDCC" a.cu -o app 2>said
said 'directory for temporary files'
