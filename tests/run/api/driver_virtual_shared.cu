// driver_virtual_shared: memory of one process that another maps, by a descriptor that is
// sent through a socket; and what is no such descriptor.
// out: by hand, after the manuals of CUDA and its libraries
#include "driver.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const CUmemAllocationHandleType FILES = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
static size_t unit;

static __global__ void
add(int *p, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += by;
}

static CUmemAllocationProp
begin()
{
	CUmemAllocationProp prop = {};

	CU(cuInit(0));
	CK(cudaFree(nullptr));
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.requestedHandleTypes = FILES;
	CU(cuMemGetAllocationGranularity(&unit, &prop,
					 CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	return prop;
}

static int *
map(CUmemGenericAllocationHandle h)
{
	CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
				  CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
	CUdeviceptr p;

	CU(cuMemAddressReserve(&p, unit, 0, 0, 0));
	CU(cuMemMap(p, unit, 0, h, 0));
	CU(cuMemSetAccess(p, unit, &access, 1));
	return (int *)p;
}

static void
send_file(int socket, int file)
{
	char byte = 1, room[CMSG_SPACE(sizeof file)] = {};
	iovec data = {&byte, 1};
	msghdr m = {};

	m.msg_iov = &data;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	cmsghdr *c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof file);
	memcpy(CMSG_DATA(c), &file, sizeof file);
	if (sendmsg(socket, &m, 0) != 1)
		exit(3);
}

static int
receive_file(int socket)
{
	char byte, room[CMSG_SPACE(sizeof(int))];
	iovec data = {&byte, 1};
	msghdr m = {};
	int file;

	m.msg_iov = &data;
	m.msg_iovlen = 1;
	m.msg_control = room;
	m.msg_controllen = sizeof room;
	if (recvmsg(socket, &m, 0) != 1)
		exit(3);
	memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof file);
	return file;
}

static int
other_process(int socket)
{
	CUmemGenericAllocationHandle h;
	int file = receive_file(socket);

	begin();
	CU(cuMemImportFromShareableHandle(&h, (void *)(uintptr_t)file, FILES));
	close(file);
	int *p = map(h);
	CU(cuMemRelease(h));
	add<<<4, 256>>>(p, 1000, 100);
	SYNC();
	return 0;
}

int
main()
{
	int sockets[2], file, status, wrong = 0;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets))
		return 1;
	pid_t child = fork();
	if (!child)
		return other_process(sockets[1]);

	CUmemAllocationProp prop = begin();
	CUmemGenericAllocationHandle h, twin;
	CU(cuMemCreate(&h, unit, &prop, 0));
	int *p = map(h);
	std::vector<int> v(1000);
	for (int i = 0; i < 1000; i++)
		v[i] = i;
	CK(cudaMemcpy(p, v.data(), 4000, cudaMemcpyHostToDevice));
	CU(cuMemExportToShareableHandle(&file, h, FILES, 0));
	send_file(sockets[0], file);
	waitpid(child, &status, 0);
	v = to_host(p, 1000);
	for (int i = 0; i < 1000; i++)
		wrong += v[i] != i + 100;
	printf("child %d, %d wrong\n", status, wrong);

	unsigned long long types = 0;
	CU(cuPointerGetAttribute(&types, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
				 (CUdeviceptr)p));
	printf("types: %llu\n", types);
	CU(cuMemImportFromShareableHandle(&twin, (void *)(uintptr_t)file, FILES));
	close(file);
	printf("in the same process: %d\n", to_host(map(twin), 10)[9]);
	printf("standard input: %d\n",
	       cuMemImportFromShareableHandle(&twin, nullptr, FILES));
	printf("closed: %d\n", cuMemImportFromShareableHandle(
				       &twin, (void *)(uintptr_t)file, FILES));
	printf("fabric: %d\n", cuMemImportFromShareableHandle(
				       &twin, nullptr, CU_MEM_HANDLE_TYPE_FABRIC));
	return 0;
}
