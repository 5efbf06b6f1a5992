/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that printf of device code formats all conversions as C does, from the packed
 * buffer, and returns the number of arguments. */
#include "rt.h"

int hd_abi_printf(hd_frame *frame, void *format, void *args);

/* Appends a value as the compiler packs it: at its own alignment. */
struct packed {
	_Alignas(16) char bytes[512];
	size_t used;
};

#define PUT(p, type, value)                                                            \
	do {                                                                           \
		type v_ = (value);                                                     \
		(p)->used = ((p)->used + sizeof v_ - 1) & ~(sizeof v_ - 1);            \
		memcpy((p)->bytes + (p)->used, &v_, sizeof v_);                        \
		(p)->used += sizeof v_;                                                \
	} while (0)

static int
print(const char *format, struct packed *p)
{
	int n = hd_abi_printf(NULL, (void *)format, p->bytes);

	*p = (struct packed){.used = 0};
	return n;
}

static void
integers(struct packed *p)
{
	PUT(p, int, -5);
	PUT(p, unsigned, 0xbeefu);
	PUT(p, long long, -1234567890123ll);
	PUT(p, int, 'c');
	PUT(p, unsigned long, 7ul);
	CHECK(print("%d|%#x|%lld|%c|%zu|%%\n", p) == 5);
	PUT(p, int, 42);
	PUT(p, int, 6);
	PUT(p, int, 3);
	PUT(p, int, -7);
	PUT(p, int, 300);
	PUT(p, int, 70000);
	PUT(p, unsigned, 8u);
	CHECK(print("%08d|%*.*d|%hhd|%hd|%o\n", p) == 7);
}

static void
others(struct packed *p)
{
	PUT(p, int, 1);
	PUT(p, double, 3.14159);
	PUT(p, double, 1e-10);
	PUT(p, double, 255.5);
	CHECK(print("%i %.2f %E %a\n", p) == 4);
	PUT(p, const char *, "text");
	PUT(p, const char *, "longer text");
	PUT(p, const char *, NULL);
	PUT(p, void *, (void *)0x1234);
	CHECK(print("[%8s][%-6.3s][%s][%p]\n", p) == 4);
	CHECK(print("plain\n", p) == 0);
	PUT(p, double, -0.0);
	CHECK(print("%+g %y %", p) == 1);
	CHECK(print("\n", p) == 0);
	CHECK(hd_abi_printf(NULL, NULL, NULL) == -1);
}

/* Longer than any buffer on the stack. */
static void
long_text(struct packed *p)
{
	static char text[5000];

	memset(text, 'z', sizeof text - 1);
	PUT(p, const char *, text);
	CHECK(print("%s\n", p) == 1);
	PUT(p, int, 3000);
	PUT(p, int, 1);
	CHECK(print("%*d\n", p) == 2);
}

static void
all(void)
{
	struct packed p = {.used = 0};

	integers(&p);
	others(&p);
	long_text(&p);
}

/* Lines of many blocks do not mix. */
struct none {
	int unused;
};

KERNEL(lines, struct none)
{
	struct packed p = {.used = 0};

	(void)a;
	PUT(&p, int, (int)block);
	PUT(&p, double, (double)block);
	hd_abi_printf(frame, "block %d of %5.1f\n", p.bytes);
}

static void
many_lines(void)
{
	struct none a = {0};

	OK(launch(&lines, 500, 1, &a, 0));
	OK(cudaDeviceSynchronize());
}

int
main(void)
{
	static char text[32768], expected[16384], *at;

	REGISTER(lines);
	CHECK(run_child(all, 1, text, sizeof text) == 0);
	at = expected;
	at += sprintf(at, "%d|%#x|%lld|%c|%zu|%%\n", -5, 0xbeefu, -1234567890123ll, 'c',
		      (size_t)7);
	at += sprintf(at, "%08d|%*.*d|%hhd|%hd|%o\n", 42, 6, 3, -7, (signed char)44,
		      (short)4464, 8u);
	at += sprintf(at, "%i %.2f %E %a\n", 1, 3.14159, 1e-10, 255.5);
	at += sprintf(at, "[%8s][%-6.3s][(null)][%p]\nplain\n%+g %%y %%\n", "text",
		      "longer text", (void *)0x1234, -0.0);
	memset(at, 'z', 4999);
	at += 4999;
	at += sprintf(at, "\n%*d\n", 3000, 1);
	CHECK(!strcmp(text, expected));

	CHECK(run_child(many_lines, 1, text, sizeof text) == 0);
	int count = 0;

	for (char *line = strtok(text, "\n"); line;
	     line = strtok(NULL, "\n"), count++) {
		int block, read = 0;
		float same;

		CHECK(sscanf(line, "block %d of %f%n", &block, &same, &read) == 2);
		CHECK(line[read] == '\0' && (float)block == same);
	}
	CHECK(count == 500);
	return 0;
}
