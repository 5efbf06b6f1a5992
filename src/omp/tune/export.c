/* SPDX-License-Identifier: Apache-2.0 */
/* heddle tune --export: all variants as CUDA sources, and a script that builds and times
 * them on a machine that has a GPU and a compiler for it, but no heddle. */
#include "omp/tune/tune.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static const char script[] =
	"#!/bin/bash\n"
	"# Written by heddle tune --export. Builds and times the variants in this folder\n"
	"# where it runs; leaves results.tsv, best.cu and best.conf here.\n"
	"#   usage: measure        these may be set:\n"
	"COMPILE=${COMPILE:-nvcc -O3 -arch=native %i -o %o}\n"
	"ARGS=${ARGS-@ARGS@} REPEAT=${REPEAT:-@REPEAT@} LIMIT=${LIMIT:-@TIMEOUT@}\n"
	"JOBS=${JOBS:-$(nproc)}\n"
	"cd \"$(dirname \"$0\")\" || exit 1\n"
	"rm -rf build && mkdir build || exit 1\n"
	"build() {\n"
	"\tlocal in=$1 out=build/$(basename \"$1\" .cu) cmd\n"
	"\t[ -d \"$in\" ] && in=$in/*.cu\n"
	"\tcmd=${COMPILE//%i/$in}\n"
	"\teval \"${cmd//%o/$out}\" >\"$out.log\" 2>&1\n"
	"}\n"
	"export -f build\n"
	"export COMPILE\n"
	"printf '%s\\n' variants/*.cu | xargs -P \"$JOBS\" -I{} bash -c 'build {}'\n"
	"\n"
	"# the fastest of some runs; a line 'seconds N' of the program counts instead\n"
	"run() {\n"
	"\tlocal n start s best=\n"
	"\t[ -x \"build/$1\" ] || { echo 'not compiled'; return; }\n"
	"\tfor ((n = 0; n < REPEAT; n++)); do\n"
	"\t\tstart=$(date +%s.%N)\n"
	"\t\ttimeout \"$LIMIT\" \"build/$1\" $ARGS >build/out 2>build/err ||\n"
	"\t\t\t{ echo 'run failed'; return; }\n"
	"\t\ts=$(sed -n 's/^seconds //p' build/err | tail -1)\n"
	"\t\t[ \"$s\" ] || s=$(echo \"$start $(date +%s.%N)\" |\n"
	"\t\t\tawk '{ printf \"%.6f\", $2 - $1 }')\n"
	"\t\t[ -e build/want ] || cp build/out build/want\n"
	"\t\tcmp -s build/out build/want || { echo 'wrong output'; return; }\n"
	"\t\tbest=$(echo \"$s $best\" | awk '{ print (NF > 1 && $2 < $1) ? $2 : $1 }')\n"
	"\tdone\n"
	"\techo \"$best\"\n"
	"}\n"
	"\n"
	"rm -f build/want\n"
	"safe=$(run safe) baseline=$(run baseline)\n"
	"echo '# configuration\tstatus\tseconds' >results.tsv\n"
	"for v in variants/[0-9]*.cu; do\n"
	"\tv=$(basename \"$v\" .cu)\n"
	"\ts=$(run \"$v\")\n"
	"\tcase $s in\n"
	"\t[0-9]*) status=ok ;;\n"
	"\t*) status=$s s=-1 ;;\n"
	"\tesac\n"
	"\tfor id in $v $(sed -n \"s/ $v\\$//p\" same); do\n"
	"\t\tprintf '%d\\t%s\\t%s\\n' \"$((10#$id))\" \"$status\" \"$s\"\n"
	"\tdone >>results.tsv\n"
	"done\n"
	"best=$(grep '\tok\t' results.tsv | sort -t '\t' -k 3 -g | head -1)\n"
	"[ \"$best\" ] || { echo 'no variant works; see build/*.log'; exit 1; }\n"
	"id=$(printf '%06d' \"${best%%\t*}\")\n"
	"cp -r \"variants/$id.cu\" best.cu && cp \"configs/$id.conf\" best.conf\n"
	"printf 'baseline\\t%s\\nall safe optimisations\\t%s\\n' \"$baseline\" \"$safe\"\n"
	"printf 'tuned\\t%s\\t(configuration %s)\\n' \"${best##*\t}\" \"${best%%\t*}\"\n";

/* @NAME@ in the script. */
static char *
filled(hd_tuner *t)
{
	hd_str s = {.arena = &t->mem};

	for (const char *c = script; *c; c++) {
		const char *end = *c == '@' ? strchr(c + 1, '@') : NULL;
		if (!end)
			hd_str_addc(&s, *c);
		else if (hd_has_prefix(c, "@ARGS@"))
			hd_str_add(&s, t->args);
		else if (hd_has_prefix(c, "@REPEAT@"))
			hd_str_addf(&s, "%d", t->repeat);
		else
			hd_str_addf(&s, "%d", t->timeout);
		c = end ? end : c;
	}
	return s.at;
}

typedef struct written {
	const char *text;
	long id;
} written;

typedef HD_VEC(written) writtens;

/* Variants with the same text are measured once. */
static long
same_as(const writtens *seen, const char *text)
{
	for (size_t i = 0; i < seen->n; i++)
		if (!strcmp(seen->at[i].text, text))
			return seen->at[i].id;
	return -1;
}

static bool
export_variant(hd_tuner *t, long id, writtens *seen, hd_str *same)
{
	char *path = hd_format(&t->mem, "%s/variants/%06ld.cu", t->folder, id);
	written w = {NULL, id};
	long twin;

	if (!hd_tune_translate(t, hd_tune_config_file(t, id), path)) {
		hd_error_at((hd_pos){0},
			    "configuration %ld cannot be translated; see %s", id,
			    hd_tune_path_of(t, "log"));
		return false;
	}
	if (t->inputs.n > 1) /* a folder of files */
		return true;
	w.text = hd_read_file(&t->mem, path, NULL);
	twin = same_as(seen, w.text);
	if (twin < 0) {
		hd_push(&t->mem, seen, w);
	} else {
		hd_str_addf(same, "%06ld %06ld\n", id, twin);
		unlink(path);
	}
	return true;
}

static void
reference(hd_tuner *t, const char *name, const char *settings)
{
	hd_tune_translate_as(t, settings,
			     hd_format(&t->mem, "%s/variants/%s.cu", t->folder, name));
}

void
hd_tune_export(hd_tuner *t, const long *ids, long n)
{
	char *run = hd_tune_path_of(t, "measure");
	hd_str same = {.arena = &t->mem};
	writtens seen = {0};

	hd_str_add(&same, "");
	if (mkdir(hd_tune_path_of(t, "variants"), 0777) && errno != EEXIST) {
		hd_error_at((hd_pos){0},
			    "cannot make a folder in '%s': %s; choose another --out",
			    t->folder, strerror(errno));
		return;
	}
	for (long i = 0; i < n; i++)
		if (!export_variant(t, ids[i], &seen, &same))
			return;
	reference(t, "baseline", "--baseline");
	reference(t, "safe", "");
	hd_omp_write(hd_tune_path_of(t, "same"), same.at);
	if (hd_omp_write(run, filled(t)) && chmod(run, 0755) == 0)
		printf("%ld configurations, %zu variants: run %s where the GPU is\n", n,
		       seen.n ? seen.n : (size_t)n, run);
}
