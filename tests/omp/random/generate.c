/* SPDX-License-Identifier: Apache-2.0 */
/* Random OpenMP programs: generate SEED >program.c, or generate FIRST LAST for several in
 * one file. Every program is free of races and prints integers only, so that all correct
 * translations print the same. */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { arrays = 5, scalars = 4 };

static uint64_t state;
static int depth, names;
static FILE *out;

static unsigned
pick(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void
line(const char *fmt, ...)
{
	va_list ap;

	if (fmt[0] != '#')
		for (int i = 0; i < depth; i++)
			fputc('\t', out);
	va_start(ap, fmt);
	vfprintf(out, fmt, ap);
	va_end(ap);
	fputc('\n', out);
}

/* An expression over the loop variable, scalars, and arrays that are only read. */
static void
value(char *to, size_t n, const char *iv, int written)
{
	int a = (int)pick(arrays);

	while (a == written)
		a = (int)pick(arrays);
	switch (pick(6)) {
	case 0:
		snprintf(to, n, "(%s * %u + %u)", iv, pick(9) + 1, pick(100));
		break;
	case 1:
		snprintf(to, n, "a%d[(%s * %u + %u) %% N]", a, iv, pick(3) + 1,
			 pick(50));
		break;
	case 2:
		snprintf(to, n, "(s%u + %s)", pick(scalars), iv);
		break;
	case 3:
		snprintf(to, n, "f(a%d[%s], %u)", a, iv, pick(20));
		break;
	case 4:
		snprintf(to, n, "(a%d[%s] & %u)", a, iv, pick(255));
		break;
	default:
		snprintf(to, n, "g(%s)", iv);
	}
}

static void
body(const char *iv, int to)
{
	char e[128];
	int k = names++;

	value(e, sizeof e, iv, to);
	switch (pick(5)) {
	case 0:
		line("a%d[%s] = %s %% 1000;", to, iv, e);
		break;
	case 1:
		line("a%d[%s] = (a%d[%s] + %s) %% 1009;", to, iv, to, iv, e);
		break;
	case 2:
		line("if (%s %% %u == 0)", iv, pick(4) + 2);
		line("\ta%d[%s] = %s %% 77;", to, iv, e);
		break;
	case 3:
		line("int t%d = %s;", k, e);
		line("for (int k = 0; k < %u; k++)", pick(6));
		line("\tt%d = (t%d * 3 + k) %% 511;", k, k);
		line("a%d[%s] = t%d;", to, iv, k);
		break;
	default:
		line("a%d[%s] = 0;", to, iv);
		line("for (int k = 0; k < %u; k++)", pick(5) + 1);
		line("\ta%d[%s] += %s %% 100 + k;", to, iv, e);
	}
}

static void
header(char *iv)
{
	static const char *const forms[] = {
		"for (int %s = 0; %s < n; %s++) {",
		"for (int %s = n - 1; %s >= 0; %s--) {",
		"for (int %s = 1; %s <= n - 1; %s += 2) {",
		"for (long %s = 0; %s < N; %s += 3) {",
	};

	sprintf(iv, "i%d", names++);
	line(forms[pick(4)], iv, iv, iv);
}

static void
plain_loop(const char *pragma)
{
	static const char *const schedules[] = {
		"", " schedule(static)", " schedule(dynamic, 3)", " schedule(guided)"};
	char iv[16];

	line("#pragma omp %s%s", pragma, schedules[pick(4)]);
	header(iv);
	depth++;
	body(iv, (int)pick(arrays));
	depth--;
	line("}");
}

static void
reduction_loop(const char *pragma)
{
	static const char *const ops[] = {"+", "max", "^", "|", "min"};
	unsigned op = pick(5), s = pick(scalars);
	char iv[16];
	int a = (int)pick(arrays);

	line("#pragma omp %s reduction(%s : r%u)", pragma, ops[op], s);
	header(iv);
	depth++;
	if (op == 4)
		line("if (a%d[%s] - 9 < r%u) r%u = a%d[%s] - 9;", a, iv, s, s, a, iv);
	else if (op == 1)
		line("if (a%d[%s] > r%u) r%u = a%d[%s];", a, iv, s, s, a, iv);
	else
		line("r%u %s= a%d[%s] + %s;", s, ops[op], a, iv, op == 0 ? "1" : "0");
	depth--;
	line("}");
}

static void
special_loop(const char *pragma)
{
	char iv[16];
	unsigned s = pick(scalars);

	switch (pick(6)) {
	case 0:
		line("#pragma omp %s lastprivate(l%u)", pragma, s);
		header(iv);
		line("\tl%u = (int)%s * 3 + s%u;", s, iv, s);
		break;
	case 1:
		line("#pragma omp %s firstprivate(l%u)", pragma, s);
		header(iv);
		line("\ta0[%s] = (a0[%s] + l%u) %% 999;", iv, iv, s);
		break;
	case 2:
		line("#pragma omp %s", pragma);
		header(iv);
		line("#pragma omp atomic");
		line("\tr%u += (int)%s %% 7;", s, iv);
		break;
	case 3:
		line("#pragma omp %s reduction(+ : hist)", pragma);
		header(iv);
		line("\thist[%s %% 8] += a2[%s] %% 3;", iv, iv);
		break;
	case 4:
		line("#pragma omp %s", pragma);
		header(iv);
		line("\town = a1[%s] * 2 + 1;", iv);
		line("\ta3[%s] = own %% 400;", iv);
		break;
	default:
		line("#pragma omp %s", pragma);
		header(iv);
		line("#pragma omp critical");
		line("\tr%u += a1[%s] %% 5;", s, iv);
	}
	line("}");
}

/* Two nested loops over the matrix; sometimes a stencil of the other one. */
static void
matrix_loop(const char *pragma)
{
	int to = (int)pick(2), i = names++;

	line("#pragma omp %s%s", pragma, pick(3) ? "" : " collapse(2)");
	line("for (int y%d = 1; y%d < 30; y%d++)", i, i, i);
	line("\tfor (int x%d = 1; x%d < 40; x%d++)", i, i, i);
	if (pick(2))
		line("\t\tm%d[y%d][x%d] = (m%d[y%d - 1][x%d] + m%d[y%d][x%d + 1] + s0) %% 500;",
		     to, i, i, !to, i, i, !to, i, i);
	else
		line("\t\tm%d[y%d][x%d] += x%d * %u + m%d[x%d %% 31][y%d] %% 9;", to, i,
		     i, i, pick(5), !to, i, i);
}

static void
some_loop(const char *pragma)
{
	switch (pick(5)) {
	case 4:
		matrix_loop(pragma);
		break;
	case 0:
		reduction_loop(pragma);
		break;
	case 1:
		special_loop(pragma);
		break;
	default:
		plain_loop(pragma);
	}
}

static void
host(void)
{
	unsigned a = pick(arrays), s = pick(scalars);

	switch (pick(6)) {
	case 5:
		line("scale(a%u, %u);", a, pick(9) + 1);
		break;
	case 0:
		line("a%u[%u] = s%u %% 100;", a, pick(40), s);
		break;
	case 1:
		line("s%u = (s%u + a%u[%u]) %% 1000;", s, s, a, pick(40));
		break;
	case 2:
		line("for (int k = 0; k < N; k++)");
		line("\ta%u[k] = (a%u[k] * 5 + k) %% 301;", a, a);
		break;
	case 3:
		line("s%u = (r%u + l%u) %% 128;", s, s, s);
		break;
	default:
		line("s%u = host_sum(a%u) %% 50;", s, a);
	}
}

/* Scalars from a reduction for the next loop, sometimes again and again. */
static void
scalar_chain(void)
{
	unsigned r = pick(scalars), s = pick(scalars), t = pick(scalars);
	bool repeat = pick(2);
	char iv[16];

	if (repeat) {
		line("for (int q%d = 0; q%d < %u; q%d++) {", names, names, pick(4),
		     names);
		names++;
		depth++;
	}
	if (pick(3)) {
		line("#pragma omp single%s", pick(4) ? "" : " nowait");
		if (pick(2))
			line("{ s%u = r%u %% 32; r%u = %u; }", t, r, r, pick(9));
		else
			line("r%u = %u;", r, pick(9));
		line("#pragma omp barrier");
	}
	line("#pragma omp for reduction(+ : r%u)", r);
	header(iv);
	line("\tr%u += a%u[%s] %% 9;", r, pick(arrays), iv);
	line("}");
	if (pick(4)) {
		line("#pragma omp single");
		line("s%u = (r%u * 3 + s%u) %% 128;", s, r, t);
	}
	line("#pragma omp for");
	header(iv);
	line("\ta%u[%s] = (a%u[%s] + s%u) %% 1009;", r, iv, r, iv, s);
	line("}");
	if (repeat) {
		depth--;
		line("}");
	}
}

/* A region of several constructs; what is between them is the same for all threads. */
static void
region(void)
{
	int parts = 1 + (int)pick(4), hidden = names++;

	line("#pragma omp parallel");
	line("{");
	depth++;
	line("int u%d = n + %u;", hidden, pick(10));
	for (int i = 0; i < parts; i++)
		switch (pick(7)) {
		case 6:
			scalar_chain();
			break;
		case 0:
			line("#pragma omp single");
			line("s%u = (s%u + u%d) %% 64;", pick(scalars), pick(scalars),
			     hidden);
			break;
		case 1:
			line("#pragma omp barrier");
			break;
		case 2:
			line("for (int q%d = 0; q%d < 2; q%d++) {", names, names,
			     names);
			names++;
			depth++;
			plain_loop("for");
			depth--;
			line("}");
			break;
		default:
			some_loop("for");
		}
	depth--;
	line("}");
}

static void
functions(void)
{
	line("static int f(int x, int y) { return (x * 3 + y) %% 211; }");
	line("static int g(int i) { return (table[i %% 16] + i) %% 97; }");
	line("static int host_sum(const int *p)\n{\n\tint s = 0;\n"
	     "\tfor (int i = 0; i < N; i++)\n\t\ts += p[i] %% 13;\n\treturn s;\n}");
	line("static void scale(int *p, int k)\n{\n#pragma omp parallel for\n"
	     "\tfor (int i = 0; i < n; i++)\n\t\tp[i] = (p[i] * k + 1) %% 997;\n}");
}

static void
declarations(bool heap[arrays])
{
	for (int i = 0; i < arrays; i++) {
		heap[i] = pick(4) == 0;
		fprintf(out, heap[i] ? "static int *a%d;\n" : "static int a%d[N];\n", i);
	}
	for (int i = 0; i < scalars; i++)
		fprintf(out, "static int s%d = %u, r%d, l%d = %u;\n", i, pick(20), i, i,
		       pick(20));
	fprintf(out, "static int hist[8], own;\n#pragma omp threadprivate(own)\n"
	       "static int m0[32][42], m1[32][42];\n"
	       "static int table[16] = {3, 1, 4, 1, 5, 9, 2, 6};\nstatic int n = N;\n");
}

static void
results(void)
{
	for (int i = 0; i < arrays; i++)
		line("printf(\"%%d \", host_sum(a%d));", i);
	for (int i = 0; i < scalars; i++)
		line("printf(\"%%d %%d %%d\\n\", s%d, r%d, l%d);", i, i, i);
	line("for (int i = 0; i < 8; i++)");
	line("\tprintf(\"%%d \", hist[i]);");
	line("for (int i = 0; i < 32; i++)");
	line("\tfor (int j = 0; j < 42; j++)");
	line("\t\ts0 = (s0 * 7 + m0[i][j] + 3 * m1[i][j]) %% 100003;");
	line("printf(\"%%d\\n\", s0);");
}

/* Two sections, each with a variable of its own. */
static void
sections(void)
{
	unsigned s = pick(scalars), t = (s + 1) % scalars;

	line("#pragma omp parallel sections");
	line("{");
	line("#pragma omp section");
	line("\ts%u = (s%u + n) %% 61;", s, s);
	line("#pragma omp section");
	line("\ts%u = (s%u * 3 + 1) %% 67;", t, t);
	line("}");
}

static void
step(void)
{
	switch (pick(6)) {
	case 0:
		host();
		break;
	case 1:
		region();
		break;
	case 2:
		line("for (int it%d = 0; it%d < %u; it%d++) {", names, names, pick(4),
		     names);
		names++;
		depth++;
		some_loop("parallel for");
		host();
		depth--;
		line("}");
		break;
	case 3:
		if (pick(3) == 0) {
			sections();
			break;
		}
		/* fall through */
	default:
		some_loop("parallel for");
	}
}

static void
program(unsigned long long seed)
{
	bool heap[arrays];

	state = seed * 2654435761u + 12345;
	names = depth = 0;
	pick(2);
	fprintf(out, "/* random program %llu */\n#define N %u\n", seed, 40 + pick(300));
	declarations(heap);
	functions();
	fputs("int main(void)\n{\n", out);
	depth = 1;
	for (int i = 0; i < arrays; i++)
		if (heap[i])
			line("a%d = malloc(N * sizeof(int));", i);
	line("for (int i = 0; i < N; i++) {");
	for (int i = 0; i < arrays; i++)
		line("\ta%d[i] = (i * %u + %u) %% 251;", i, pick(50) + 1, pick(30));
	line("}");
	line("scale(a%u, %u);", pick(arrays), pick(9) + 1);
	for (unsigned i = 0, steps = 3 + pick(6); i < steps; i++)
		step();
	results();
	fputs("\treturn 0;\n}\n", out);
}

static bool
is_global(const char *word, size_t n)
{
	static const char *const all[] = {"m0", "m1", "table", "n", "N", "f", "g", "hist",
					  "own", "scale", "host_sum", "main"};

	if (n == 2 && strchr("asrl", word[0]) && isdigit((unsigned char)word[1]))
		return true;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (strlen(all[i]) == n && !memcmp(all[i], word, n))
			return true;
	return false;
}

/* Programs in one file must not share names. */
static void
print_renamed(const char *text, unsigned long long seed)
{
	bool string = false;

	while (*text) {
		size_t n = 0;
		string ^= *text == '"';
		while (!string && (isalnum((unsigned char)text[n]) || text[n] == '_'))
			n++;
		if (n) {
			printf("%.*s", (int)n, text);
			if (is_global(text, n))
				printf("_%llu", seed);
			text += n;
		} else {
			putchar(*text++);
		}
	}
}

int
main(int argc, char **argv)
{
	unsigned long long first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	unsigned long long last = argc > 2 ? strtoull(argv[2], NULL, 10) : first;

	printf("#include <stdio.h>\n#include <stdlib.h>\n");
	for (unsigned long long seed = first; seed <= last; seed++) {
		char *text;
		size_t size;
		out = open_memstream(&text, &size);
		program(seed);
		fclose(out);
		if (first == last)
			fputs(text, stdout);
		else
			print_renamed(text, seed);
		free(text);
	}
	if (first == last)
		return 0;
	printf("int main(void)\n{\n");
	for (unsigned long long seed = first; seed <= last; seed++)
		printf("\tmain_%llu();\n", seed);
	printf("\treturn 0;\n}\n");
	return 0;
}
