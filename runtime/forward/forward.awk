# SPDX-License-Identifier: Apache-2.0
# LLVM IR of the "static" library: for each function of libheddle, as `nm -D` lists them, one
# of that name that jumps there with all arguments as they are. Until libheddle is found the
# way leads to a function that finds it.
$2 == "T" { name[n++] = $3 }

# list(WHAT): an array with an element for each function
function list(what,    i, all) {
	for (i = 0; i < n; i++)
		all = all (i ? ", " : "") "ptr @" what "." i
	return "[" n " x ptr] [" all "]"
}

END {
	print "@hd_forward_count = hidden constant i64 " n
	print "@hd_forward_names = hidden constant " list("name")
	print "@hd_forward_to = hidden global " list("find")
	print "declare hidden void @hd_forward_find()"
	for (i = 0; i < n; i++) {
		print "@name." i " = private constant [" length(name[i]) + 1 " x i8] c\"" \
			name[i] "\\00\""
		go = "  %to = load atomic ptr, ptr getelementptr ([" n \
			" x ptr], ptr @hd_forward_to, i64 0, i64 " i ") monotonic, align 8\n" \
			"  musttail call void (...) %to(...)\n  ret void\n}"
		print "define protected void @" name[i] "(...) nounwind {\n" go
		print "define internal void @find." i "(...) nounwind cold {\n" \
			"  call void @hd_forward_find()\n" go
	}
}
