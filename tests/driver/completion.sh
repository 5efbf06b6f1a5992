# SPDX-License-Identifier: Apache-2.0
# Completion in zsh: the file belongs to both programs, and offers what they list.
# needs: zsh
. "$ROOT/tests/driver/common.bash"

export PATH=$BUILD/bin:$PATH
cat >owner.zsh <<'END'
fpath=($1 $fpath)
autoload -Uz compinit
compinit -u -d ./dump
print $_comps[hdcc] $_comps[heddle]
END
prints '_hdcc _hdcc' zsh -f owner.zsh "$ROOT/scripts/completion"

# ask SERVICE WORD...: what would be offered for the last word
cat >ask.zsh <<'END'
file=$1
service=$2
shift
words=("$@")
CURRENT=$#words
compadd() {
	[[ $1 != -- ]] || shift
	print -l -- "$@"
}
_files() { print files }
source $file
END
ask() {
	zsh -f ask.zsh "$ROOT/scripts/completion/_hdcc" "$@"
}
ask hdcc -O >offered
grep -qx -- '-use_fast_math' offered || fail "no -use_fast_math for hdcc"
grep -qx -- '--heddle-dump=' offered || grep -qx -- '--heddle-dump' offered ||
	fail "no --heddle-dump for hdcc"
prints files ask hdcc a
ask heddle '' >offered
for c in run info cache; do
	grep -qx "$c" offered || fail "heddle $c is not offered"
done
prints clear ask heddle cache ''
ask heddle run -f >offered
grep -qx -- '-use_fast_math' offered || fail "no options for heddle run"
prints files ask heddle run a
