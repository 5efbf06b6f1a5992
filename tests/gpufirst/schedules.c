/* Every schedule, every kind of loop variable, steps in both directions. */
#include <stdio.h>

#define CHECK(name, schedule_clause, type, from, cond, step)                           \
	{                                                                              \
		long sum = 0, n = 0;                                                   \
		schedule_clause for (type i = from; cond; step)               \
		{                                                                      \
			sum += (long)i;                                                \
			n++;                                                           \
		}                                                                      \
		printf("%s %ld %ld\n", name, n, sum);                                  \
	}
#define TEXT(x)     #x
#define PRAGMA(x)   _Pragma(TEXT(x))
#define FOR(clause) PRAGMA(omp parallel for reduction(+ : sum, n) clause)

int main(void)
{
	CHECK("static", FOR(schedule(static)), int, 0, i < 1000, i++)
	CHECK("static 7", FOR(schedule(static, 7)), int, 0, i < 1000, i += 3)
	CHECK("dynamic", FOR(schedule(dynamic)), int, 5, i <= 500, i++)
	CHECK("dynamic 9", FOR(schedule(dynamic, 9)), long, -100, i < 1000, i += 2)
	CHECK("guided", FOR(schedule(guided, 2)), unsigned, 0, i < 777, i++)
	CHECK("runtime", FOR(schedule(runtime)), int, 0, i < 333, i++)
	CHECK("auto", FOR(schedule(auto)), int, 0, i < 333, i++)
	CHECK("down", FOR(schedule(static)), int, 100, i > 0, i--)
	CHECK("down 4", FOR(schedule(static, 4)), int, 100, i >= -50, i -= 7)
	CHECK("down dynamic", FOR(schedule(dynamic, 3)), long, 1000, i > 10, i -= 11)
	CHECK("unsigned long", FOR(), unsigned long, 1ul << 40, i < (1ul << 40) + 50, i++)
	CHECK("short", FOR(), short, -20, i < 20, i++)
	CHECK("empty", FOR(), int, 10, i < 10, i++)
	CHECK("one", FOR(schedule(static, 100)), int, 0, i < 1, i++)
	return 0;
}
