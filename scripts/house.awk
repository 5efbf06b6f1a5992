# SPDX-License-Identifier: Apache-2.0
# house.awk: what the tree is made of: sizes, asserts, circles of files. house.sh calls it
# with all C files (those of include last) and the names of the lists that it needs:
#
#     mode   report, check (complaints only) or shrink (a new list of exceptions)
#     known  the list of exceptions, scripts/house.known
#     tricks the list of switches
#
# It reads words, not meaning, and relies on our form: a function's name starts a line, the
# line before it has its type, braces of functions stand alone in column 0.

function part_of(file, n, w) {
	n = split(file, w, "/")
	return w[1] == "include" || n < 3 ? w[1] : w[1] "/" w[2]
}

# Parts of which only functions and files are looked at, not what is between them.
function is_outside(p) {
	return p ~ /^(include|bench|tests\/(unit|gen|math))$/
}

function folder_of(file) {
	sub(/\/[^\/]*$/, "", file)
	return file
}

# Add a number to a set of which quantiles are wanted.
function note(set, number) {
	times[set, number]++
	numbers[set]++
	if (number > most[set])
		most[set] = number
}

function quantile(set, q, i, seen, wanted) {
	wanted = q * numbers[set]
	for (i = 0; i <= most[set]; i++) {
		seen += times[set, i]
		if (seen >= wanted)
			return i
	}
	return 0
}

function count_line(p, code) {
	lines[p]++
	if (code ~ /^[ \t]*#[ \t]*(if[ \t(]|ifdef)/) # #ifndef: around headers
		ifs[p]++
	asserts[p] += gsub(/(^|[^a-z_A-Z0-9])((hd_|hd_emit_)check|hd_bug|(_Static_)?assert)\(/, \
		"&", code)
}

# The line without comments and strings. Sets only_comment.
function code_of(line, out, at) {
	only_comment = in_comment || line ~ /^[ \t]*(\/\*|\/\/)/
	out = ""
	gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
	while (line != "") {
		if (in_comment) {
			at = index(line, "*/")
			if (!at)
				break
			line = substr(line, at + 2)
			in_comment = 0
		}
		at = index(line, "/*")
		if (!at) {
			out = out line
			break
		}
		out = out substr(line, 1, at - 1)
		line = substr(line, at + 2)
		in_comment = 1
	}
	sub(/\/\/.*/, "", out)
	return out
}

function end_file() {
	if (file == "")
		return
	note("file " part, file_lines)
	if (top != part)
		note("file " top, file_lines)
	if (file_lines > limit_of_file(file))
		excess("file", file, file_lines, limit_of_file(file) " lines")
}

function limit_of_file(f) {
	if (f ~ /_text\.h$/ || part == "include")
		return 1000000 # programs to be printed, and CUDA's words
	if (f ~ /\.h$/)
		return 400
	return f ~ /^src\/(ir|ana|pass|lanes)\// ? 500 : 600
}

FNR == 1 {
	end_file()
	file = FILENAME
	part = part_of(file)
	top = part
	sub(/\/.*/, "", top)
	is_source = file ~ /\.c$/
	file_lines = 0
	in_comment = in_function = 0
	head = before = ""
	if (!(part in is_part)) {
		is_part[part] = 1
		part_name[++parts] = part
	}
	if (is_source) {
		sources[part]++
		sources[top] += top != part
		kinds[folder_of(file), "c"]++
		source_name[part, sources[part]] = file
	} else {
		headers[part]++
		headers[top] += top != part
		kinds[folder_of(file), "h"]++
	}
	if (!(folder_of(file) in is_folder)) {
		is_folder[folder_of(file)] = 1
		folder_name[++folders] = folder_of(file)
	}
}

{
	code = code_of($0)
	file_lines++
	count_line(part, code)
	comments[part] += only_comment
	if (top != part) {
		count_line(top, code)
		comments[top] += only_comment
	}
}

# ---- types

/^(typedef )?(struct|union|enum) [a-z_0-9]+ \{/ {
	name = $0
	sub(/ \{.*/, "", name)
	sub(/.* /, "", name)
	define("type", name, part)
}
/^} [a-z_0-9]+;/ {
	name = $2
	sub(/;.*/, "", name)
	define("type", name, part)
}

function define(kind, name, p) {
	if ((kind, name, p) in defined || name !~ /^hd_/ || is_outside(p))
		return
	defined[kind, name, p] = 1
	if ((kind, name) in where)
		where[kind, name] = where[kind, name] " " p
	else {
		where[kind, name] = p
		name_of[kind, ++named[kind]] = name
	}
}

# ---- functions

in_function {
	if (/^}/) {
		note("function " part, body)
		if (top != part)
			note("function " top, body)
		if (flat > 60 && top != "include")
			excess("function", file ":" name_now, flat, "60 lines")
		in_function = 0
		head = ""
	} else {
		body++
		if (!/^[ \t]*(case .*:|default:|break;)/)
			flat++ # a flat switch may be long
	}
}
!in_function && /^[a-zA-Z_][A-Za-z0-9_]*\(/ {
	head = $0
	name_now = $0
	sub(/\(.*/, "", name_now)
	is_static = before ~ /^static/
}
!in_function && head != "" && /^[ \t]/ { head = head $0 }
!in_function && head != "" && /^\{$/ {
	in_function = 1
	body = flat = 0
	args = head
	sub(/^[^(]*\(/, "", args)
	while (sub(/\([^()]*\)/, "", args))
		; # a function as parameter has commas of its own
	n = gsub(/,/, "", args) + 1
	own[file, name_now] = 1
	# CUDA and OpenMP decide about their own functions.
	if (n > 6 && top != "include" && name_now !~ /^((__)?cu|__kmpc_)/)
		excess("parameters", file ":" name_now, n, "6")
	if (is_source && !is_static) {
		publics[part]++
		publics[top] += top != part
		maker[part, name_now] = file
		if (name_now in maker_part)
			several[name_now] = 1
		maker_part[name_now] = part
		define("function", name_now, part)
	}
}
!in_function && !/^[ \t]/ {
	if ($0 !~ /^[a-zA-Z_][A-Za-z0-9_]*\(/)
		head = ""
	if ($0 !~ /^[ \t]*$/)
		before = $0
}

is_source {
	gsub(/[^A-Za-z0-9_]+/, " ", code)
	n = split(code, word, " ")
	for (i = 1; i <= n; i++)
		if (word[i] ~ /^[a-z_]+[a-z_0-9A-Z]*$/ && !((file, word[i]) in uses)) {
			uses[file, word[i]] = 1
			used[file, ++use_count[file]] = word[i]
		}
}

# ---- arrows: a file uses a public function that another file defines

function find_arrows(p, k, f, i, w, g) {
	for (k = 1; k <= sources[p]; k++) {
		f = source_name[p, k]
		for (i = 1; i <= use_count[f]; i++) {
			w = used[f, i]
			g = maker[p, w]
			if (g != "" && g != f) {
				if (!((f, g) in arrow)) {
					arrow[f, g] = 1
					arrows[p]++
					target[f, ++targets[f]] = g
				}
			} else if (g == "" && (w in maker_part) && !(w in several) &&
				   !((f, w) in own) && is_near(p, maker_part[w]))
				between[p, maker_part[w]]++
		}
	}
}

# Statics of one folder may have the names of public functions of another one.
function is_near(p, q) {
	sub(/\/.*/, "", p)
	sub(/\/.*/, "", q)
	return p == q || p == "libs" && q == "runtime" || p == "tests" && q == "src"
}

function reach(from, f, i) {
	for (i = 1; i <= targets[f]; i++)
		if (!((from, target[f, i]) in reached)) {
			reached[from, target[f, i]] = 1
			reach(from, target[f, i])
		}
}

# A knot is a set of files each of which is reached from each other.
function find_knots(p, k, j, f, g, taken, size, text) {
	for (k = 1; k <= sources[p]; k++)
		reach(source_name[p, k], source_name[p, k])
	for (k = 1; k <= sources[p]; k++) {
		f = source_name[p, k]
		if (f in taken || !((f, f) in reached))
			continue
		size = 0
		text = ""
		for (j = 1; j <= sources[p]; j++) {
			g = source_name[p, j]
			if (((f, g) in reached) && ((g, f) in reached)) {
				taken[g] = 1
				size++
				text = text " " substr(g, length(p) + 2)
			}
		}
		knot_size[p, ++knots[p]] = size
		knot_files[p, knots[p]] = text
		if (size > 6 && p ~ /^(src|runtime)\//)
			knotted[p] += size
	}
	if (knotted[p])
		excess("knot", p, knotted[p], "6 files in a circle")
}

# ---- limits and exceptions

function excess(kind, what, number, limit) {
	over[++overs] = kind " " what
	amount[kind " " what] = number
	bound[kind " " what] = limit
}

function read_known(line, w) {
	while ((getline line < known) > 0) {
		if (line ~ /^#/ || line == "")
			continue
		split(line, w, " ")
		allowed[w[1] " " w[2]] = w[3]
		allow[++allows] = w[1] " " w[2]
	}
}

function check(i, k) {
	for (i = 1; i <= overs; i++) {
		k = over[i]
		if (!(k in allowed))
			print k ": " amount[k] ", more than " bound[k]
		else if (amount[k] > allowed[k])
			print k ": " amount[k] ", more than the " allowed[k] \
				" that scripts/house.known allows"
	}
	for (i = 1; i <= allows; i++) {
		k = allow[i]
		if (!(k in amount))
			print k ": is within the limits now, but still in " known \
				" (scripts/house.sh --shrink)"
		else if (amount[k] < allowed[k])
			print k ": " amount[k] " now, and " allowed[k] " in " known \
				" (scripts/house.sh --shrink)"
	}
}

function shrink(line, w, k) {
	close(known)
	while ((getline line < known) > 0) {
		split(line, w, " ")
		k = w[1] " " w[2]
		if (line ~ /^#/ || line == "")
			print line
		else if (k in amount)
			print k, amount[k] < w[3] ? amount[k] : w[3]
	}
}

# ---- the report

function per_thousand(n, p) {
	return lines[p] ? 1000 * n / lines[p] : 0
}

function row(p, name) {
	printf "%-18s %6.1f %4d/%-4d %4d %4d %5d  %4d %4d %4d  %5.1f %6.1f %5.1f %6d\n", name, \
		lines[p] / 1000, sources[p], headers[p], quantile("file " p, .5), \
		quantile("file " p, .95), most["file " p], quantile("function " p, .5), \
		quantile("function " p, .95), most["function " p], \
		100 * comments[p] / lines[p], per_thousand(asserts[p], p), \
		per_thousand(ifs[p], p), publics[p]
}

function report(i, k, p, q, line, shown) {
	printf "%-18s %6s %9s %15s  %14s  %5s %6s %5s %6s\n", "", "kloc", ".c/.h", \
		"lines of a file", "of a function", "comm.", "assert", "#if", "public"
	printf "%-18s %6s %9s %4s %4s %5s  %4s %4s %4s  %5s %6s %5s %6s\n", "part", "", "", \
		"med.", "p95", "max", "med.", "p95", "max", "%", "/kloc", "/kloc", "funct."
	for (i = 1; i <= parts; i++) {
		p = part_name[i]
		q = p
		sub(/\/.*/, "", q)
		if (q ~ /^(libs|runtime|src)$/ && !shown[q]++)
			row(q, q)
		if (q == "libs" || q == p && q != "include" || p != "include" && is_outside(p))
			continue
		row(p, (q ~ /^(runtime|src)$/ ? "  " : "") p)
	}
	print "\ncircles of files (of arrows: a file uses a public function of another one)"
	for (i = 1; i <= parts; i++) {
		p = part_name[i]
		if (!arrows[p] || is_outside(p))
			continue
		line = ""
		for (k = 1; k <= knots[p]; k++)
			line = line (k > 1 ? ", " : "") knot_size[p, k]
		printf "%-18s %4d arrows, circles: %s\n", p, arrows[p], line ? line : "none"
		for (k = 1; k <= knots[p]; k++)
			if (knot_size[p, k] > 6)
				print "    " knot_size[p, k] ":" knot_files[p, k]
	}
	print "\nfunctions of another part that files use"
	for (i = 1; i <= parts; i++)
		for (k = 1; k <= parts; k++)
			if ((part_name[i], part_name[k]) in between)
				printf "    %-18s -> %-18s %4d\n", part_name[i], part_name[k], \
					between[part_name[i], part_name[k]]
	shelves()
	print "\nfiles in a folder (.c, .h), where more than 20"
	for (i = 1; i <= folders; i++) {
		p = folder_name[i]
		if (p !~ /^(include|tests|bench)/ && kinds[p, "c"] > 20)
			printf "    %-18s %4d %4d\n", p, kinds[p, "c"], kinds[p, "h"]
	}
	repeated("type")
	repeated("function")
	print "\nover the limits"
	for (i = 1; i <= overs; i++)
		print "    " over[i] ": " amount[over[i]] " (limit: " bound[over[i]] ")"
	while ((getline line < tricks) > 0)
		switches += line ~ /^TRICK\(/
	print "\nswitches in " tricks ": " switches + 0
}

# Arrows between the folders inside of a part.
function shelves(i, k, p, f, g, a, any, from, w) {
	for (i = 1; i <= parts; i++) {
		p = part_name[i]
		for (k = 1; k <= sources[p]; k++) {
			f = source_name[p, k]
			for (a = 1; a <= targets[f]; a++) {
				g = folder_of(target[f, a])
				if (g != folder_of(f) && !shelf[folder_of(f), g]++)
					from[++any] = folder_of(f) SUBSEP g
			}
		}
	}
	if (any)
		print "\narrows between folders of a part"
	for (i = 1; i <= any; i++) {
		split(from[i], w, SUBSEP)
		printf "    %-22s -> %-22s %4d\n", w[1], w[2], shelf[w[1], w[2]]
	}
}

function repeated(kind, i, n) {
	print "\n" kind " names that several parts define"
	for (i = 1; i <= named[kind]; i++) {
		n = name_of[kind, i]
		if (index(where[kind, n], " "))
			printf "    %-18s %s\n", n, where[kind, n]
	}
}

END {
	end_file()
	for (i = 1; i <= parts; i++)
		find_arrows(part_name[i])
	for (i = 1; i <= parts; i++)
		find_knots(part_name[i])
	for (i = 1; i <= folders; i++) {
		p = folder_name[i]
		if (p ~ /^src\// && kinds[p, "c"] > 30)
			excess("folder", p, kinds[p, "c"], "30 .c files")
	}
	read_known()
	if (mode == "check")
		check()
	else if (mode == "shrink")
		shrink()
	else
		report()
}
