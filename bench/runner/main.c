/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: the command line. */
#include "runner.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
hd_die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "bench: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

char *
hd_text(const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		hd_die("there is not enough memory");
	va_end(args);
	return text;
}

void *
hd_array(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);

	if (!p)
		hd_die("there is not enough memory");
	return p;
}

static const char help[] =
	"bench [OPTION]... [NAME]...: CUDA on this CPU beside C with OpenMP on this CPU\n"
	"\n"
	"Every pair of bench/suite (or those that are named) is built and run, both halves\n"
	"in turn. Ratios are OpenMP's time over Heddle's: 2 means twice as fast.\n"
	"\n"
	"  -l, --list           the names of the pairs\n"
	"  -r, --rounds=N       how often each half is started (5)\n"
	"  -n, --runs=N         timed runs after each start (3)\n"
	"  -t, --tiny           small input, one run: only whether results agree\n"
	"  -p, --prefix=WORDS   put before each program, such as \"nice -n -15\"\n"
	"  -f, --flags=FLAGS    more flags for hdcc\n"
	"  -a, --ablation[=A,B] what each thing that -fno-heddle-NAME turns off is worth\n"
	"  -j, --jobs=N         compilers at a time (all processors)\n"
	"  -b, --build=DIR      where Heddle was built (build)\n"
	"  -s, --suite=DIR      where the pairs are (bench/suite)\n"
	"  -o, --out=DIR        where programs and reports go (BUILD/bench)\n"
	"  -d, --docs=DIR       keep the reports in DIR/data, the plot in DIR\n"
	"  -m, --name=NAME      the machine's name in files there (its processor's)\n"
	"  -h, --help           this text\n"
	"\n"
	"Reports: results.tsv, performance.svg and ablation.tsv in the --out folder. The exit\n"
	"status is 1 if a program fails or results differ.\n";

static const struct option options[] = {
	{"list", no_argument, NULL, 'l'},
	{"rounds", required_argument, NULL, 'r'},
	{"runs", required_argument, NULL, 'n'},
	{"tiny", no_argument, NULL, 't'},
	{"prefix", required_argument, NULL, 'p'},
	{"flags", required_argument, NULL, 'f'},
	{"ablation", optional_argument, NULL, 'a'},
	{"jobs", required_argument, NULL, 'j'},
	{"build", required_argument, NULL, 'b'},
	{"suite", required_argument, NULL, 's'},
	{"out", required_argument, NULL, 'o'},
	{"docs", required_argument, NULL, 'd'},
	{"name", required_argument, NULL, 'm'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static int
number(const char *what, const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end || n < 1 || n > 1000)
		hd_die("--%s=%s: a number from 1 to 1000 is needed", what, text);
	return (int)n;
}

static void
take(settings *s, int option, const char *value)
{
	switch (option) {
	case 'l':
		s->list = true;
		break;
	case 'r':
		s->rounds = number("rounds", value);
		break;
	case 'n':
		s->runs = number("runs", value);
		break;
	case 't':
		s->tiny = true;
		break;
	case 'p':
		s->prefix = value;
		break;
	case 'f':
		s->flags = value;
		break;
	case 'a':
		s->ablation = value ? value : "";
		break;
	case 'j':
		s->jobs = number("jobs", value);
		break;
	case 'b':
		s->build = value;
		break;
	case 's':
		s->suite = value;
		break;
	case 'o':
		s->out = value;
		break;
	case 'd':
		s->docs = value;
		break;
	case 'm':
		s->name = value;
		break;
	case 'h':
		fputs(help, stdout);
		exit(0);
	default:
		fprintf(stderr, "bench: --help lists the options\n");
		exit(2);
	}
}

static settings
read_options(int argc, char **argv)
{
	const char *version = getenv("LLVM_VERSION"), *clang = getenv("CLANG");
	settings s = {
		.suite = "bench/suite",
		.build = "build",
		.flags = "",
		.prefix = "",
		.rounds = 5,
		.runs = 3,
		.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
	};
	int option;

	s.clang = clang ? clang : hd_text("clang-%s", version ? version : "19");
	while ((option = getopt_long(argc, argv, "lr:n:tp:f:a::j:b:s:o:d:m:h", options,
				     NULL)) != -1)
		take(&s, option, optarg);
	if (!s.out)
		s.out = hd_text("%s/bench", s.build);
	if (s.tiny && (s.docs || s.ablation))
		hd_die("--tiny measures nothing: not with --docs or --ablation");
	if (mkdir(s.out, 0777) != 0 && errno != EEXIST)
		hd_die("%s: %s", s.out, strerror(errno));
	return s;
}

static int
failures(const suite *all)
{
	int count = 0;

	for (size_t i = 0; i < all->count; i++)
		if (all->pairs[i].failed) {
			fprintf(stderr, "bench: %s FAILED, see above\n",
				all->pairs[i].name);
			count++;
		}
	return count;
}

int
main(int argc, char **argv)
{
	settings s = read_options(argc, argv);
	suite all = hd_find_pairs(&s, argv + optind, argc - optind);
	ablation *a = NULL;
	size_t count = 0;

	if (s.list) {
		for (size_t i = 0; i < all.count; i++)
			puts(all.pairs[i].name);
		return 0;
	}
	hd_end_with_children();
	hd_build(&s, &all, "heddle", s.flags);
	hd_build_openmp(&s, &all);
	hd_measure(&s, &all);
	if (failures(&all))
		return 1;
	if (s.tiny) {
		printf("%zu pairs agree\n", all.count);
		return 0;
	}

	machine m = hd_machine(&s);
	hd_print_table(&all);
	hd_write_tsv(&s, &m, &all);
	if (s.ablation) {
		count = hd_ablate(&s, &all, &a);
		hd_write_ablation(&s, &m, &all, a, count);
	}
	hd_write_svg(hd_text("%s/performance.svg", s.out), &m, &all);
	if (s.docs)
		hd_update_docs(&s, &m);
	return 0;
}
