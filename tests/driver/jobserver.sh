# SPDX-License-Identifier: Apache-2.0
# How many processes one hdcc has at once: make's jobserver, -t, free processors. Tokens are
# given back whatever happens, and what is compiled is the same.
. "$ROOT/tests/driver/common.bash"

export HEDDLE_CACHE_DIR=
unset MAKEFLAGS
clang=$(command -v clang++-$LLVM)
mkdir bin
cat >bin/clang++-$LLVM <<END
#!/bin/bash
echo begin >>$PWD/events
[ ! -e $PWD/slow ] || sleep 30 # ended by a signal
sleep 0.3
$clang "\$@"
status=\$?
echo end >>$PWD/events
exit \$status
END
chmod +x bin/clang++-$LLVM
export PATH=$PWD/bin:$PATH

# clangs at once since the last question
at_once() {
	awk '$1 == "begin" && ++n > most { most = n } $1 == "end" { n-- }
	     END { print most + 0 }' events
	rm events
}
expect() {
	local got
	got=$(at_once)
	[ "$got" = "$1" ] || fail "$got clangs at once instead of $1: $2"
}
# server N: a named pipe with N tokens, on descriptor 7
server() {
	rm -f tokens
	mkfifo tokens
	exec 7<>tokens
	printf '%.*s' $1 abcdefgh >&7
}
# left N: they are all there again
left() {
	local got= more=
	[ $1 = 0 ] || read -r -t 20 -N $1 got <&7 || fail "'$got' is left of $1: $2"
	read -r -t 0.1 -N 1 more <&7 || true
	[ -z "$more" ] || fail "more than $1 tokens: $2"
	exec 7>&-
}

small_program a.cu
with() { MAKEFLAGS=$1 "$HDCC" -c a.cu -o "$2"; }

server 1
with " -j2 --jobserver-auth=fifo:$PWD/tokens" one.o
expect 2 'a token'
left 1 'after success'
server 0
with " -j1 --jobserver-auth=fifo:$PWD/tokens" none.o
expect 1 'no token'
cmp one.o none.o || fail "the object depends on the number of processes"
left 0 'none'
server 3
auth=--jobserver-auth
with "k -j4 $auth=1,2 $auth=fifo:$PWD/tokens -- X=$auth=9,9" a.o
expect 2 'the last name counts, variables do not'
left 3 'named twice'

# two descriptors; the byte that is given back is the one that was taken
server 1
MAKEFLAGS='w -j2 --jobserver-auth=7,8' "$HDCC" -c a.cu -o a.o 8>tokens
expect 2 'two descriptors'
read -r -N 1 token <&7
[ "$token" = a ] || fail "another token is given back: $token"
exec 7>&-
# descriptors that make has closed, or that are something else: no leave
with ' -j2 --jobserver-auth=7,8' a.o
expect 1 'closed descriptors'
MAKEFLAGS=' -j2 --jobserver-fds=7,8' "$HDCC" -c a.cu -o a.o 7<a.cu 8<a.cu
expect 1 'other files'
with ' -j2 --jobserver-auth=fifo:/no/such/pipe' a.o
expect 1 'no such pipe'
with ' -j2 --jobserver-auth=-2,-2' a.o
expect 1 'switched off by make'

# an error, a crash of the compiler, a signal
echo 'oops' >bad.cu
server 1
MAKEFLAGS="--jobserver-auth=fifo:$PWD/tokens" refuse "$HDCC" -c bad.cu
rm events
left 1 'after an error'
touch slow
for how in TERM INT KILL worker; do
	server 1
	(trap - INT; MAKEFLAGS="--jobserver-auth=fifo:$PWD/tokens" \
		exec env --default-signal=INT "$HDCC" -c a.cu -o a.o) 2>/dev/null &
	pid=$!
	until [ "$(grep -c begin events 2>/dev/null)" = 2 ]; do sleep 0.05; done
	if [ $how = worker ]; then
		for s in /proc/[0-9]*/stat; do
			read -r child _ _ parent _ <"$s" 2>/dev/null || continue
			[ "$parent" != $pid ] || kill -KILL "$child"
		done
	else
		kill -$how $pid
	fi
	wait $pid || true
	left 1 "after $how"
	rm events
done
rm slow

# -t, with and without a server; 0 is all processors
"$HDCC" -t 1 -c a.cu -o a.o
expect 1 '-t 1'
cmp one.o a.o || fail "the object depends on -t"
"$HDCC" --threads=2 -c a.cu -o a.o
expect 2 '--threads=2'
taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" "$HDCC" -c a.cu -o a.o
expect 1 'one processor'
server 1
MAKEFLAGS=" --jobserver-auth=fifo:$PWD/tokens" "$HDCC" -t1 -c a.cu -o a.o
expect 1 '-t1 beside a server'
left 1 '-t1'
refuse "$HDCC" -t many -c a.cu
said "unknown option '-tmany'; -t takes a number"

# parts of a large unit: as many processes as there are tokens, and one
{
	for i in $(seq 6); do
		echo "__global__ void k$i(float *p, int n) { for (int j = 0; j < n; j++)"
		echo "if (p[j] > $i) { p[j] = p[j] + sqrtf(p[j + $i]) * p[$i];"
		echo "__syncthreads(); } }"
	done
} >large.cu
parts_at_once() {
	local n most=0 worker pid parent
	"$HDCC" -O1 --heddle-parts=4 -c large.cu -o "$2" &
	while kill -0 $! 2>/dev/null; do
		worker=$(children_of $!)
		n=$(children_of "${worker:-none}" | wc -l)
		[ "$n" -le $most ] || most=$n
		sleep 0.02
	done
	wait $! || fail "compiling in parts"
	[ $most = "$1" ] || fail "$most parts at once instead of $1"
}
children_of() {
	local pid name parent
	for s in /proc/[0-9]*/stat; do
		read -r pid name _ parent _ 2>/dev/null <"$s" || continue
		[ "$parent" != "$1" ] || [ "$name" != '(hdcc)' ] || echo "$pid"
	done
}
for n in 0 2; do
	server $n
	MAKEFLAGS="--jobserver-auth=fifo:$PWD/tokens" parts_at_once $((n + 1)) parts$n.o
	left $n "after $n parts more"
	cmp parts0.o parts$n.o || fail "the object depends on the number of processes"
done
rm events

# nice is inherited
printf '#!/bin/sh\nnice >>%s/levels\nexec %s "$@"\n' "$PWD" "$clang" >bin/clang++-$LLVM
nice -n 7 "$HDCC" -c a.cu -o a.o
[ "$(sort -u levels)" = $(($(nice) + 7)) ] || fail "clang is run at $(sort -u levels)"
