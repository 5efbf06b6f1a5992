/* The atomics and fences of C11 and of gcc, small types too. */
#include <stdatomic.h>
#include <stdio.h>

enum { N = 300 };
static _Atomic int x, least = 1000;
static _Atomic char c;
static _Atomic short s;
static _Atomic long bits;
static _Atomic double sum;
static _Atomic int lock;
static int plain, count, most;

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		int old = atomic_load(&least);
		atomic_fetch_add(&x, i);
		atomic_fetch_or_explicit(&c, (char)(1 << i % 7), memory_order_relaxed);
		atomic_fetch_add(&s, 3);
		atomic_fetch_xor(&bits, 1l << i % 60);
		sum += 0.5;
		while (i < old && !atomic_compare_exchange_weak(&least, &old, i))
			;
		__sync_fetch_and_add(&plain, 2);
		__atomic_fetch_max(&most, i, __ATOMIC_ACQ_REL);
	}
	printf("%d %d %d %ld %.1f %d %d %d\n", x, c, s, (long)bits, (double)sum, least,
	       plain, most);
	__sync_synchronize();
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
			;
		atomic_thread_fence(memory_order_seq_cst);
		count++;
		atomic_signal_fence(memory_order_seq_cst);
		atomic_store_explicit(&lock, 0, memory_order_release);
	}
	printf("%d\n", count);
	return 0;
}
