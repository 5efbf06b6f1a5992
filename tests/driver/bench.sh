# SPDX-License-Identifier: Apache-2.0
# The benchmark runner: pairs whose halves agree, pairs that do not, reports, mistakes. That
# all pairs of bench/suite agree is shown by `make test-all`.
. "$ROOT/tests/driver/common.bash"

bench=$BUILD/bin/bench
[ -x "$bench" ] || { echo "the runner was not built"; exit 77; }
export LLVM_VERSION=$LLVM
run() { "$bench" --build="$BUILD" --out="$TMP/out" "$@"; }

# Real pairs, small input.
run --suite="$ROOT/bench/suite" --tiny saxpy nw reduction >said
grep -q '^3 pairs agree$' said || fail "three pairs do not agree"
[ -z "$(ls out/*.results 2>/dev/null)" ] || fail "results are left behind"

# A suite of its own: wrong results must be seen.
mkdir suite
cp "$ROOT/bench/bench.h" .
pair() { # NAME VALUE-OF-HEDDLE VALUE-OF-OPENMP
	cat >"suite/$1.cu" <<-CODE
	#include "../bench.h"
	__global__ void set(float *p) { *p = $2; }
	int main(int argc, char **argv)
	{
		float x, *d;
		bench_options(argc, argv);
		d = bench_device<float>(1);
		while (bench_next()) {
			bench_start();
			set<<<1, 1>>>(d);
			bench_wait();
			bench_stop();
		}
		bench_to_host(&x, d, 1);
		bench_floats("x", &x, 1, 1e-3);
		return bench_end();
	}
	CODE
	cat >"suite/$1.omp.c" <<-CODE
	#include "../bench.h"
	int main(int argc, char **argv)
	{
		float x = $3;
		bench_options(argc, argv);
		while (bench_next()) {
			bench_start();
			bench_stop();
		}
		bench_floats("x", &x, 1, 1e-3);
		return bench_end();
	}
	CODE
}
pair right 1.0f 1.0001f
pair wrong 1.0f 1.1f
run --suite=suite right -r 2 -n 2 >said
grep -q '^geometric mean' said || fail "no mean"
[ "$(grep -c '^right	' out/results.tsv)" = 1 ] || fail "no line in results.tsv"
grep -q '^# cpu	' out/results.tsv || fail "the machine is not recorded"
grep -q '</svg>' out/performance.svg || fail "no plot"
if run --suite=suite 2>said; then fail "wrong results went unseen"; fi
grep -q "wrong: 'x' differs in 1 of 1 places" said || fail "no word about wrong results"
grep -q "wrong FAILED" said || fail "no failure"

# Reports for the documentation, by the machine's name, and the tables that are made of them.
mkdir docs
run --suite=suite right -r 1 -n 1 --docs=docs --name=mine >/dev/null
[ "$(grep -c '^right	' docs/data/suite-mine.tsv)" = 1 ] || fail "no report"
grep -q '</svg>' docs/performance.svg || fail "no plot"
run --suite=suite right -r 1 -n 1 --docs=docs >/dev/null
[ "$(ls docs/data | wc -l)" = 2 ] || fail "the processor does not name the report"
for f in docs/data/*; do
	awk -v OFS="\t" '/^right/ { $8 = "2.0" } 1' "$f" >changed && mv changed "$f"
done
cat >docs/all.md <<-END
before
<!-- table: programs -->
old
<!-- end of table -->
after
END
"$ROOT/scripts/tables.sh" --check docs/all.md >said
grep -q 'docs/all.md: a table is not that of its data' said || fail "an old table is taken"
grep -q '^old$' docs/all.md || fail "--check writes"
"$ROOT/scripts/tables.sh" docs/all.md >/dev/null
grep -q '^| right | 2.00 | 2.00 |$' docs/all.md || fail "no table"
[ "$(head -n 1 docs/all.md) $(tail -n 1 docs/all.md)" = "before after" ] ||
	fail "the rest changed"
if grep -q '^old$' docs/all.md; then fail "the old table is still there"; fi
[ -z "$("$ROOT/scripts/tables.sh" --check docs/all.md)" ] || fail "made twice, it differs"
printf '<!-- table: nothing -->\n<!-- end of table -->\n' >docs/wrong.md
if "$ROOT/scripts/tables.sh" docs/wrong.md 2>said; then fail "a wrong kind is taken"; fi
grep -q 'wrong.md:1: there is no kind of table named nothing' said || fail "no word about it"

# What switches are worth.
run --suite=suite right -r 1 -n 2 --ablation=ctl.fast-copy,ctl.full-copy >said
[ "$(grep -v '^#' out/ablation.tsv | cut -f 1 | tr '\n' ' ')" = \
	"without ctl.fast-copy ctl.full-copy " ] ||
	fail "ablation.tsv has other lines"
[ "$(grep '^without' out/ablation.tsv | cut -f 3-5)" = "programs	most	right" ] ||
	fail "ablation.tsv has other columns"
if run --suite=suite right -r 1 --ablation=nothing >/dev/null 2>said; then fail; fi
grep -q 'hdcc -fno-heddle-help has the names' said || fail "no word about switches"

# When it is ended, so are the programs it runs, and nothing is left.
sed -i 's/set<<<1, 1>>>(d);/sleep(3600);/' suite/right.cu
"$bench" --build="$BUILD" --out="$TMP/out" --suite=suite right >/dev/null &
for ((k = 0; k < 300; k++)); do
	[ -z "$(pgrep -P $! -x right)" ] || break
	sleep 0.1
done
child=$(pgrep -P $! -x right)
kill $!
if wait $!; then fail "ended well"; fi
if kill -0 "$child" 2>/dev/null; then fail "a program goes on"; fi
[ -z "$(ls out/*.results 2>/dev/null)" ] || fail "results are left behind"

# Mistakes are named.
for wrong in "nothing-like-it" "--rounds=0" "--suite=missing" "--build=missing saxpy" \
	"--tiny --docs=docs"; do
	if run $wrong >/dev/null 2>said; then fail "$wrong is taken"; fi
	grep -q '^bench: .' said || fail "no word about $wrong"
done
"$bench" --help | grep -q -- --ablation || fail "no help"
