// channels: bytes and words that lie in each other, two to four for each thread: structs and
// indices, with and without a sign, in place, and where arrays overlap; rows that end in the middle
// of a group, and pixels behind them that nobody may touch; channels that nobody reads or
// writes; and arrays that end where their page does.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same, but for "end", which reads behind its array
#include "../test.h"

#include <sys/mman.h>
#include <unistd.h>

typedef unsigned char u8;
typedef unsigned short u16;

enum { PITCH = 115, HEIGHT = 5, FILL = 0x5a };

template <typename T>
__host__ __device__ T
change(T x, int c)
{
	return (T)(x * 3 + c + 1);
}

__host__ __device__ u8
clamped(float v)
{
	return (u8)fminf(fmaxf(v, 0.0f), 255.0f);
}

struct place {
	int x, y, w;
};

__device__ place
here(int w)
{
	place p = {(int)(blockIdx.x * blockDim.x + threadIdx.x),
		   (int)(blockIdx.y * blockDim.y + threadIdx.y), w};

	return p;
}

__device__ bool
is_in(place p)
{
	return p.x < p.w && p.y < HEIGHT;
}

// All channels of each pixel, in a loop.
template <typename T, int S>
__global__ void
each(const T *in, T *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		int i = (p.y * PITCH + p.x) * S;

		for (int c = 0; c < S; c++)
			out[i + c] = change(in[i + c], c);
	}
}

// Without a sign, one by one, the other way round.
template <typename T, int S>
__global__ void
turned(const T *in, T *out, unsigned w)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x,
		 y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < w && y < HEIGHT) {
		unsigned i = S * (y * PITCH + x);

		out[i] = change(in[i + S - 1], 0);
		out[i + 1] = change(in[i + S - 2], 1);
		if (S > 2)
			out[i + 2] = change(in[i + S - 3], 2);
		if (S > 3)
			out[i + 3] = change(in[i + S - 4], 3);
	}
}

// All but the last channel: of the last one nothing may be written.
template <typename T, int S>
__global__ void
most(const T *in, T *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		int i = (p.y * PITCH + p.x) * S;

		for (int c = 0; c + 1 < S; c++)
			out[i + c] = change(in[i + c], c);
	}
}

// Some of the pixels.
template <typename T, int S>
__global__ void
some(const T *in, T *out, int w)
{
	place p = here(w);
	int i = (p.y * PITCH + p.x) * S;

	if (!is_in(p) || in[i] % 3 == 0)
		return;
	for (int c = 0; c < S; c++)
		out[i + c] = change(in[i + c], c);
}

// One channel to a plane, and a plane to all channels.
template <typename T, int S>
__global__ void
planes(const T *in, T *plane, T *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		int i = p.y * PITCH + p.x;

		plane[i] = in[S * i + 1];
		for (int c = 0; c < S; c++)
			out[S * i + c] = in[S * i];
	}
}

template <typename P>
__global__ void
pixels3(const P *in, P *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		P a = in[p.y * PITCH + p.x], b;

		b.x = change(a.y, 0);
		b.y = change(a.z, 1);
		b.z = change(a.x, 2);
		out[p.y * PITCH + p.x] = b;
	}
}

template <typename P>
__global__ void
pixels4(const P *in, P *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		P a = in[p.y * PITCH + p.x], b;

		b.x = change(a.z, 0);
		b.y = change(a.y, 1);
		b.z = change(a.x, 2);
		b.w = a.w;
		out[p.y * PITCH + p.x] = b;
	}
}

// The last channel is not read.
__global__ void
grey(const uchar4 *in, u8 *out, int w)
{
	place p = here(w);

	if (is_in(p)) {
		uchar4 a = in[p.y * PITCH + p.x];

		out[p.y * PITCH + p.x] =
			clamped(0.5f * a.x + 0.25f * a.y + 0.25f * a.z);
	}
}

__global__ void
bright(const u8 *in, u8 *out, int w, float by, float more)
{
	place p = here(w);

	if (is_in(p)) {
		int i = (p.y * PITCH + p.x) * 3;

		for (int c = 0; c < 3; c++)
			out[i + c] = clamped(by * in[i + c] + more);
	}
}

__global__ void
blur(const u8 *in, u8 *out, int w)
{
	place p = here(w);

	if (p.x > 0 && p.x < w - 1 && p.y > 0 && p.y < HEIGHT - 1) {
		int s[3] = {0, 0, 0}, i = (p.y * PITCH + p.x) * 3;

		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++)
				for (int c = 0; c < 3; c++)
					s[c] += in[i + (dy * PITCH + dx) * 3 + c];
		for (int c = 0; c < 3; c++)
			out[i + c] = (u8)(s[c] / 9);
	}
}

// The first channel of three, up to the last byte that there is.
__global__ void
first(const u8 *in, u8 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[3 * i];
}

// ---- the same on the host

template <typename T>
static std::vector<T>
picture(int channels, unsigned seed)
{
	std::vector<T> v((size_t)PITCH * HEIGHT * channels);

	for (T &x : v)
		x = (T)next_random(seed);
	return v;
}

static const int widths[] = {1, 7, 16, 33, 112};

static dim3
grid(int w, dim3 block)
{
	return dim3((w + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
}

// f(in, out, i, w) is what happens to the pixel at i; `shift`: where out is, seen from in, or
// far away.
enum { FAR = 1000 };
template <typename T, int S, typename Launch, typename Pixel>
static void
check(const char *name, int shift, Launch launch, Pixel pixel)
{
	std::vector<T> all, want_all;
	bool good = true;

	for (int w : widths) {
		std::vector<T> in = picture<T>(S, (unsigned)w + S), out(in.size(), FILL);
		T *d = to_device(in), *e = shift == FAR ? to_device(out) : d + shift;
		T *host = in.data(), *to = shift == FAR ? out.data() : host + shift;

		launch(d, e, w);
		SYNC();
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < w; x++)
				pixel(host, to, (y * PITCH + x) * S, x, y, w);
		std::vector<T> got = shift == FAR ? to_host(e, out.size())
						  : to_host(d, in.size()),
			       &want = shift == FAR ? out : in;
		good &= got == want;
		all.insert(all.end(), got.begin(), got.end());
		want_all.insert(want_all.end(), want.begin(), want.end());
		CK(cudaFree(d));
		if (shift == FAR)
			CK(cudaFree(e));
	}
	if (good)
		printf("%s: OK %08x\n", name, checksum(all.data(), all.size() * sizeof(T)));
	else
		same(name, all, want_all);
}

static const dim3 BLOCK(32, 2);
#define LAUNCH(T, ...)                                                                 \
	[](T *in, T *out, int w) { __VA_ARGS__<<<grid(w, BLOCK), BLOCK>>>(in, out, w); }
#define LAUNCH_AS(P, T, ...)                                                           \
	[](T *in, T *out, int w) {                                                     \
		__VA_ARGS__<<<grid(w, BLOCK), BLOCK>>>((P *)in, (P *)out, w);          \
	}
#define PIXEL(T) [](T * in, T * out, int i, int x, int y, int w)

template <typename T, int S>
static void
check_all(const char *name)
{
	auto all = PIXEL(T)
	{
		for (int c = 0; c < S; c++)
			out[i + c] = change(in[i + c], c);
	};
	auto back = PIXEL(T)
	{
		for (int c = 0; c < S; c++)
			out[i + c] = change(in[i + S - 1 - c], c);
	};
	auto but_last = PIXEL(T)
	{
		for (int c = 0; c + 1 < S; c++)
			out[i + c] = change(in[i + c], c);
	};
	auto not_third = PIXEL(T)
	{
		for (int c = 0; in[i] % 3 && c < S; c++)
			out[i + c] = change(in[i + c], c);
	};

	printf("%s, %d channels\n", name, S);
	check<T, S>("each", FAR, LAUNCH(T, each<T, S>), all);
	check<T, S>("in place", 0, LAUNCH(T, each<T, S>), all);
	check<T, S>("turned", FAR, LAUNCH(T, turned<T, S>), back);
	check<T, S>("turned in place", 0, LAUNCH(T, turned<T, S>), back);
	check<T, S>("most", FAR, LAUNCH(T, most<T, S>), but_last);
	check<T, S>("most, overlapping", 1, LAUNCH(T, most<T, S>), but_last);
	check<T, S>("some", FAR, LAUNCH(T, some<T, S>), not_third);
}

// What was read together is needed behind a barrier.
template <typename P, typename T>
__global__ void
kept(const P *in, T *out, int n)
{
	__shared__ T s[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	P p = in[i < n ? i : 0];

	s[threadIdx.x] = p.w;
	__syncthreads();
	if (i < n)
		out[i] = p.x + 2 * p.y + 3 * p.z + 5 * p.w + 7 * s[63 - threadIdx.x];
}

template <typename P, typename T>
static void
check_kept(const char *name)
{
	enum { N = 1000, FULL = 1024 };
	std::vector<P> in(N);
	std::vector<T> want(N);

	for (int i = 0; i < N; i++)
		in[i] = {(T)(i % 5), (T)(i % 7), (T)(i % 3), (T)(i % 11)};
	for (int i = 0; i < N; i++) {
		int other = i / 64 * 64 + 63 - i % 64;

		want[i] = in[i].x + 2 * in[i].y + 3 * in[i].z + 5 * in[i].w +
			  7 * in[other < N ? other : 0].w;
	}
	P *d = to_device(in);
	T *out = device_array<T>(FULL);
	kept<P, T><<<FULL / 64, 64>>>(d, out, N);
	SYNC();
	same(name, to_host(out, N), want);
	CK(cudaFree(d));
	CK(cudaFree(out));
}

template <typename T, int S>
static void
check_planes()
{
	check<T, S>(
		"planes", FAR,
		[](T *in, T *out, int w) {
			T *plane = device_array<T>(PITCH * HEIGHT);

			planes<T, S><<<grid(w, BLOCK), BLOCK>>>(in, plane, out, w);
			SYNC();
			std::vector<T> from = to_host(in, (size_t)PITCH * HEIGHT * S),
				       got = to_host(plane, PITCH * HEIGHT);
			for (int i = 0; i < PITCH * HEIGHT; i++)
				if (got[i] != (i % PITCH < w ? from[S * i + 1] : 0))
					printf("plane: WRONG at %d\n", i);
			CK(cudaFree(plane));
		},
		PIXEL(T) {
			for (int c = 0; c < S; c++)
				out[i + c] = in[i];
		});
}

static void
check_structs()
{
	printf("structs\n");
	check<u8, 3>(
		"uchar3", FAR, LAUNCH_AS(uchar3, u8, pixels3<uchar3>), PIXEL(u8) {
			for (int c = 0; c < 3; c++)
				out[i + c] = change(in[i + (c + 1) % 3], c);
		});
	check<u8, 4>(
		"uchar4", 0, LAUNCH_AS(uchar4, u8, pixels4<uchar4>), PIXEL(u8) {
			u8 old = in[i];

			out[i] = change(in[i + 2], 0);
			out[i + 1] = change(in[i + 1], 1);
			out[i + 2] = change(old, 2);
		});
	check<u16, 4>(
		"ushort4", 0, LAUNCH_AS(ushort4, u16, pixels4<ushort4>), PIXEL(u16) {
			u16 old = in[i];

			out[i] = change(in[i + 2], 0);
			out[i + 1] = change(in[i + 1], 1);
			out[i + 2] = change(old, 2);
		});
}

static void
check_pictures()
{
	printf("pictures\n");
	check<u8, 4>(
		"grey", FAR,
		[](u8 *in, u8 *out, int w) {
			grey<<<grid(w, BLOCK), BLOCK>>>((uchar4 *)in, out, w);
		},
		PIXEL(u8) {
			out[i / 4] = clamped(0.5f * in[i] + 0.25f * in[i + 1] +
					     0.25f * in[i + 2]);
		});
	check<u8, 3>(
		"bright", FAR,
		[](u8 *in, u8 *out, int w) {
			bright<<<grid(w, BLOCK), BLOCK>>>(in, out, w, 1.5f, -40.0f);
		},
		PIXEL(u8) {
			for (int c = 0; c < 3; c++)
				out[i + c] = clamped(1.5f * in[i + c] - 40.0f);
		});
	check<u8, 3>(
		"blur", FAR, LAUNCH(u8, blur), PIXEL(u8) {
			if (x < 1 || x >= w - 1 || y < 1 || y >= HEIGHT - 1)
				return;
			for (int c = 0; c < 3; c++) {
				int s = 0;

				for (int k = 0; k < 9; k++)
					s += in[i + c +
						((k / 3 - 1) * PITCH + k % 3 - 1) * 3];
				out[i + c] = (u8)(s / 9);
			}
		});
}

// Nobody may read behind the last one's channel.
static void
check_end()
{
	enum { N = 64 };
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 3 * (N - 1) + 1;
	u8 *map = (u8 *)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	u8 *in = map + page - bytes, *out = device_array<u8>(N);
	std::vector<u8> want(N);

	mprotect(map + page, page, PROT_NONE);
	for (size_t i = 0; i < bytes; i++)
		in[i] = (u8)(i * 7);
	for (int i = 0; i < N; i++)
		want[i] = in[3 * i];
	first<<<1, N>>>(in, out, N);
	SYNC();
	same("end", to_host(out, N), want);
	munmap(map, 2 * page);
}

int
main()
{
	check_all<u8, 3>("bytes");
	check_all<u8, 4>("bytes");
	check_all<u16, 2>("half words");
	check_all<unsigned, 3>("words");
	check_all<unsigned, 4>("words");
	check_planes<u8, 2>();
	check_planes<unsigned, 3>();
	check_planes<u16, 3>();
	check_structs();
	check_pictures();
	check_kept<uchar4, u8>("kept bytes");
	check_kept<float4, float>("kept words");
	check_end();
	return 0;
}
