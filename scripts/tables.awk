# SPDX-License-Identifier: Apache-2.0
# tables.awk: writes a Markdown file again, with tables made from the files of docs/data:
# whatever stands between the lines <!-- table: KIND --> and <!-- end of table -->.
#
#     machines    one line for each suite-NAME.tsv: cores, date, mean, lowest
#     programs    ratios of all programs, one column for each suite-NAME.tsv that has any
#     switches    what -fno-heddle-SWITCH costs, from each ablation-NAME.tsv
#     plain NAME  NAME.tsv as it is
#
# A TSV file begins with lines "# key<TAB>value"; then come the names of its columns.
# data: the folder of these files; suites, ablations: their names in it, in order

function fail(text) {
	print "tables: " FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

# Reads a file: about[], columns, column[], rows, cell[row, name of a column].
function read_table(path, line, i, n, w, got) {
	split("", about)
	split("", cell)
	columns = rows = 0
	while ((got = (getline line < path)) > 0) {
		n = split(line, w, "\t")
		if (line ~ /^# /)
			about[substr(w[1], 3)] = w[2]
		else if (!columns)
			for (i = 1; i <= n; i++)
				column[++columns] = w[i]
		else {
			rows++
			for (i = 1; i <= columns; i++)
				cell[rows, column[i]] = w[i]
		}
	}
	if (got < 0)
		fail(path " is not there")
	close(path)
}

function rule(n, i, text) {
	text = "|"
	for (i = 1; i <= n; i++)
		text = text " --- |"
	return text
}

# A ratio as it is printed: the digits that mean something.
function ratio(x) {
	return x == "" ? "" : sprintf(x < 0.2 ? "%.3f" : "%.2f", x)
}

function plain(path, i, k, text) {
	read_table(path)
	text = "|"
	for (i = 1; i <= columns; i++)
		text = text " " column[i] " |"
	print text
	print rule(columns)
	for (k = 1; k <= rows; k++) {
		text = "|"
		for (i = 1; i <= columns; i++)
			text = text " " cell[k, column[i]] " |"
		print text
	}
}

function machines(i, k, n, name, sum, low, above) {
	n = split(suites, name, " ")
	print "| machine | cores | measured | mean | programs | faster | lowest |"
	print rule(7)
	for (i = 1; i <= n; i++) {
		read_table(data "/" name[i])
		sum = above = 0
		low = 1
		for (k = 1; k <= rows; k++) {
			sum += log(cell[k, "ratio"])
			above += cell[k, "ratio"] >= 1.005
			if (cell[k, "ratio"] + 0 < cell[low, "ratio"] + 0)
				low = k
		}
		printf "| %s | %s | %s | **%.2f** | %s | %s | %s |\n", about["label"], \
			about["cores"], about["date"], \
			rows ? exp(sum / rows) : about["geometric_mean"], rows ? rows : "", \
			rows ? above : "", \
			rows ? cell[low, "name"] " " ratio(cell[low, "ratio"]) : about["lowest"]
	}
}

# Makes lines of the union of the rows of several files: the first column is the key.
function join(names, i, k, n, name, key) {
	split("", line_of)
	split("", value)
	lines = files = 0
	n = split(names, name, " ")
	for (i = 1; i <= n; i++) {
		read_table(data "/" name[i])
		if (!rows)
			continue
		files++
		label[files] = "short" in about ? about["short"] : about["label"]
		label[files] = label[files] ", " about["cores"]
		for (k = 1; k <= rows; k++) {
			key = cell[k, column[1]]
			if (!(key in line_of)) {
				line_of[key] = ++lines
				key_of[lines] = key
			}
			value[key, files, "ratio"] = cell[k, "ratio"]
			value[key, files, "mean"] = cell[k, "mean"]
			value[key, files, "most"] = cell[k, "most"]
			value[key, files, "programs"] = cell[k, "programs"]
		}
	}
}

function programs(i, k, text) {
	join(suites)
	text = "| program |"
	for (i = 1; i <= files; i++)
		text = text " " label[i] " |"
	print text
	print rule(files + 1)
	for (k = 1; k <= lines; k++) {
		text = "| " key_of[k] " |"
		for (i = 1; i <= files; i++)
			text = text " " ratio(value[key_of[k], i, "ratio"]) " |"
		print text
	}
}

# The file in which a switch is worth most: its largest mean.
function best_of(key, i, best) {
	for (i = 1; i <= files; i++)
		if (value[key, i, "mean"] + 0 > value[key, best, "mean"] + 0)
			best = i
	return best
}

# Those first that are worth most somewhere.
function sort_keys(i, k, key) {
	for (i = 2; i <= lines; i++) {
		key = key_of[i]
		for (k = i; k > 1 && worth(key_of[k - 1]) < worth(key); k--)
			key_of[k] = key_of[k - 1]
		key_of[k] = key
	}
}

function worth(key) {
	return value[key, best_of(key), "mean"] + 0
}

function switches(i, k, best, key, text) {
	join(ablations)
	sort_keys()
	text = "| without |"
	for (i = 1; i <= files; i++)
		text = text " " label[i] " |"
	print text " programs | those that change most, where its mean is largest |"
	print rule(files + 3)
	for (k = 1; k <= lines; k++) {
		key = key_of[k]
		text = "| `" key "` |"
		for (i = 1; i <= files; i++)
			text = text (value[key, i, "mean"] == "" ? "" : \
				sprintf(" %.3f", value[key, i, "mean"])) " |"
		best = best_of(key)
		print text " " value[key, best, "programs"] " | " value[key, best, "most"] " |"
	}
}

!inside

/^<!-- table: .* -->$/ {
	if (inside)
		fail("a table in a table")
	inside = 1
	sub(/^<!-- table: /, "")
	sub(/ -->$/, "")
	n = split($0, name, " ")
	print ""
	if (name[1] == "machines")
		machines()
	else if (name[1] == "programs")
		programs()
	else if (name[1] == "switches")
		switches()
	else if (name[1] == "plain")
		plain(data "/" name[2] ".tsv")
	else
		fail("there is no kind of table named " name[1])
	print ""
}

/^<!-- end of table -->$/ {
	if (!inside)
		fail("no table ends here")
	inside = 0
	print
}

END {
	if (!failed && inside)
		fail("a table has no end")
}
