# SPDX-License-Identifier: Apache-2.0
# Functions longer than 60 lines (lines of flat switches aside) or with more than 6
# parameters. Relies on our form: the name starts a line, braces stand alone.
FNR == 1 { inside = 0; head = "" }
/^[a-z_][A-Za-z0-9_]*\(/ { head = $0; name = $0; sub(/\(.*/, "", name); next }
head != "" && !inside && /^[ \t]/ { head = head $0; next }
/^{$/ && head != "" {
	inside = 1
	lines = 0
	args = head
	sub(/^[^(]*\(/, "", args)
	while (sub(/\([^()]*\)/, "", args))
		; # a function as parameter has commas of its own
	n = gsub(/,/, "", args) + 1
	if (n > 6 && name !~ /^((__)?cu|__kmpc_)/) # CUDA, OpenMP decide about their own
		print FILENAME ":" FNR ": " name " has " n " parameters"
	next
}
/^}/ && inside {
	if (lines > 60)
		print FILENAME ":" FNR ": " name " has " lines " lines"
	inside = 0
	head = ""
	next
}
inside && !/^[ \t]*(case .*:|default:|break;)/ { lines++ }
!inside && !/^[ \t]/ { head = "" }
