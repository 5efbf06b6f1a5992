// unions_bitfields: unions, bit fields, packed and nested structs with the host's
// layout, enums, offsetof.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cstddef>

union Bits {
	float f;
	unsigned u;
	unsigned char b[4];
	short s[2];
};

struct Packed {
	unsigned a : 3;
	int b : 5; // signed
	unsigned long long c : 40;
	unsigned d : 1;
	short e;
};
struct __attribute__((packed)) Tight {
	char c;
	int i;
	double d;
};
enum class Colour : unsigned char { red = 3, green = 200 };
struct Nested {
	char c;
	struct {
		short s;
		union {
			int i;
			float f;
		};
	} in;
	Colour colour;
	bool flag;
	long long l;
};

__global__ void
kernel(unsigned *o, Packed *p, Tight *t, Nested *n)
{
	Bits x;
	x.f = 1.0f + threadIdx.x;
	*o++ = x.u;
	*o++ = x.b[3] * 1000 + x.b[2];
	x.s[1] = 0x4120;
	*o++ = (unsigned)x.f;
	p->a += 6; // wraps in three bits
	p->b = p->b * 2;
	p->c += 1;
	p->d ^= 1;
	p->e = (short)(p->b - 1);
	t->i = t->i * 2 + t->c;
	t->d += 0.25;
	n->in.f = n->in.s + 0.5f;
	n->colour = n->colour == Colour::green ? Colour::red : Colour::green;
	n->flag = !n->flag;
	n->l += n->c;
	*o++ = (unsigned)(sizeof(Packed) * 10000 + sizeof(Tight) * 100 +
			  sizeof(Nested));
	*o++ = (unsigned)(offsetof(Nested, l) * 100 + offsetof(Tight, d));
}

int
main()
{
	Packed p = {5, -3, (1ull << 39) + 5, 0, 0};
	Tight t = {7, 100, 0.5};
	Nested n;
	n.c = 9;
	n.in.s = 3;
	n.in.i = 0;
	n.colour = Colour::green;
	n.flag = true;
	n.l = -10;
	unsigned *o = device_array<unsigned>(5);
	Packed *dp = to_device(std::vector<Packed>{p});
	Tight *dt = to_device(std::vector<Tight>{t});
	Nested *dn = to_device(std::vector<Nested>{n});
	kernel<<<1, 1>>>(o, dp, dt, dn);
	SYNC();
	p = to_host(dp, 1)[0];
	t = to_host(dt, 1)[0];
	n = to_host(dn, 1)[0];
	for (unsigned v : to_host(o, 5))
		printf("%u ", v);
	printf("| %u %d %llx %u %d", p.a, p.b, (unsigned long long)p.c, p.d, p.e);
	printf(" | %d %d %g", t.c, t.i, t.d);
	printf(" | %g %d %d %lld\n", n.in.f, (int)n.colour, n.flag, n.l);
	printf("sizes agree: %d\n",
	       to_host(o, 5)[3] ==
		       sizeof(Packed) * 10000 + sizeof(Tight) * 100 + sizeof(Nested));
}
