// late_handler: handlers that the program installs after its first CUDA call get the faults of
// its own code, and not those of kernels, which stay CUDA errors.
// stderr: illegal memory access.* in kernel wild
// quick
// out: by hand
#include "../test.h"

#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

extern "C" int __sigaction(int, const struct sigaction *, struct sigaction *) noexcept;

static sigjmp_buf escape;
static volatile int caught;
static struct sigaction before;

__global__ void
wild(int *p)
{
	p[threadIdx.x] = 1;
}

static int *
nowhere()
{
	return (int *)4096;
}

static void
on_fault(int number)
{
	caught += number == SIGSEGV;
	siglongjmp(escape, 1);
}

static void
on_fault_info(int number, siginfo_t *info, void *context)
{
	caught += number == SIGSEGV && info->si_addr == nowhere() && context;
	siglongjmp(escape, 1);
}

// Once, and then whoever was there before.
static void
once(int number, siginfo_t *, void *)
{
	caught += 10;
	__sigaction(number, &before, nullptr);
}

static int
kernel_faults()
{
	wild<<<1, 4>>>(nowhere());
	cudaError_t e = cudaDeviceSynchronize();
	cudaDeviceReset();
	return e;
}

static int
host_faults()
{
	caught = 0;
	if (!sigsetjmp(escape, 1))
		*(volatile int *)nowhere() = 1;
	return caught;
}

int
main()
{
	struct sigaction a = {}, was;
	int *d = device_array<int>(4);

	cudaDeviceSynchronize();
	signal(SIGSEGV, on_fault);
	printf("signal: kernel %d, host %d\n", kernel_faults(), host_faults());
	a.sa_sigaction = on_fault_info;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGSEGV, &a, &was);
	printf("the one before is the program's: %d\n", was.sa_handler == on_fault);
	printf("sigaction: kernel %d, host %d\n", kernel_faults(), host_faults());
	a.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
	sigaction(SIGSEGV, &a, nullptr);
	printf("reset: kernel %d, host %d\n", kernel_faults(), host_faults());
	sigaction(SIGSEGV, nullptr, &was);
	printf("default now: %d\n", was.sa_handler == SIG_DFL);

	// Past the runtime, as code does that was loaded before it.
	signal(SIGSEGV, on_fault);
	a.sa_sigaction = once;
	a.sa_flags = SA_SIGINFO | SA_NODEFER;
	__sigaction(SIGSEGV, &a, &before);
	usleep(20000);
	printf("foreign: kernel %d, host %d\n", kernel_faults(), host_faults());
	printf("after it: kernel %d, host %d\n", kernel_faults(), host_faults());
	cudaFree(d);
	fflush(stdout);
}
