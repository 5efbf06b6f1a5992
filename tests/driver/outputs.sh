# SPDX-License-Identifier: Apache-2.0
# Which files come out: -c, -o, -S, -E, -emit-llvm, -x, -save-temps, and what is refused.
. "$ROOT/tests/driver/common.bash"

small_program a.cu
cp a.cu b.cu
mkdir -p sub other
cp a.cu sub/a.cu

"$HDCC" -c a.cu b.cu
[ -s a.o ] && [ -s b.o ]
"$HDCC" -c a.cu -o sub/x.o
[ -s sub/x.o ]
"$HDCC" sub/x.o -o prog
prints 42 ./prog
"$HDCC" a.cu
prints 42 ./a.out
"$HDCC" -S a.cu
grep -q 'main:' a.s
"$HDCC" -S -emit-llvm a.cu
grep -q 'define .*@main' a.ll
"$HDCC" -c -emit-llvm a.cu -o a.bc
[ "$(head -c 2 a.bc)" = BC ]
shows '__global__|__attribute__\(\(global\)\)' "$HDCC" -E a.cu
"$HDCC" -cuda sub/a.cu
grep -q '__attribute__((global))' a.cu.cpp.ii
cp a.cu program.txt
"$HDCC" -x cu program.txt -o prog2
prints 42 ./prog2
"$HDCC" -save-temps -c a.cu -o kept.o
[ -s a.device.bc ] && [ -s a.host.bc ]
"$HDCC" --heddle-dump=all --heddle-dump-dir=dumps -c a.cu
grep -q 'define' dumps/01-*.ll
"$HDCC" -c a.cu -o /dev/null
[ -c /dev/null ]
"$HDCC" -c a.cu -o - | cmp - a.o
ln -s real.o link.o
touch real.o
"$HDCC" -c a.cu -o link.o
[ -L link.o ] && [ -s real.o ]

refuse "$HDCC"
said 'no input files.*--help'
refuse "$HDCC" nothing.cu
said 'nothing.cu: No such file'
refuse "$HDCC" -c a.cu b.cu -o x.o
said '2 sources'
no_file x.o
refuse "$HDCC" a.o -o a.o
said 'a.o is also an input'
refuse "$HDCC" a.cu -o ./a.cu
said 'also an input'
small_program a.check
cmp a.cu a.check
refuse "$HDCC" -c a.cu sub/a.cu
said 'same name: a.o'
refuse "$HDCC" -c a.cu -o missing/a.o
said 'cannot write missing/a.o'
refuse "$HDCC" a.cu -o other
said 'cannot write other: Is a directory'
refuse "$HDCC" a.cu -o
said "'-o' needs an argument"
refuse "$HDCC" program.txt
said 'what kind of file'
