// algo_sha256: SHA-256 of short messages, one per thread: rotations, additions,
// constant tables, private arrays.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define K64                                                                            \
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,        \
		0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,            \
		0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,            \
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,            \
		0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,            \
		0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351,            \
		0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,            \
		0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1,            \
		0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,            \
		0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,            \
		0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,            \
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,            \
		0xa4506ceb, 0xbef9a3f7, 0xc67178f2

__constant__ unsigned k_device[64] = {K64};

__device__ unsigned
rotr(unsigned x, int n)
{
	return x >> n | x << (32 - n);
}

__global__ void
sha256(const unsigned char *msg, int len, unsigned *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	unsigned w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
				0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	unsigned char block[64] = {0};
	for (int i = 0; i < len; i++)
		block[i] = msg[t * len + i];
	block[len] = 0x80;
	block[62] = (unsigned char)(len * 8 >> 8);
	block[63] = (unsigned char)(len * 8);
	for (int i = 0; i < 16; i++)
		w[i] = block[4 * i] << 24 | block[4 * i + 1] << 16 |
		       block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		unsigned a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[i - 7] +
		       (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
	}
	unsigned v[8];
	for (int i = 0; i < 8; i++)
		v[i] = h[i];
	for (int i = 0; i < 64; i++) {
		unsigned t1 = v[7] + (rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)) +
			      ((v[4] & v[5]) ^ (~v[4] & v[6])) + k_device[i] + w[i];
		unsigned t2 = (rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)) +
			      ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		for (int k = 7; k > 0; k--)
			v[k] = v[k - 1];
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		out[t * 8 + i] = h[i] + v[i];
}

int
main()
{
	std::vector<unsigned char> abc = {'a', 'b', 'c'};
	unsigned *o = device_array<unsigned>(8 * 300);
	sha256<<<1, 1>>>(to_device(abc), 3, o, 1);
	SYNC();
	for (unsigned v : to_host(o, 8))
		printf("%08x", v); // the standard's example: ba7816bf...
	printf("\n");
	std::vector<unsigned char> many(300 * 5);
	for (int i = 0; i < 300; i++)
		snprintf((char *)&many[i * 5], 5, "%04d", i);
	sha256<<<3, 128>>>(to_device(many), 5, o, 300);
	SYNC();
	printf("%08x\n", checksum(to_host(o, 8 * 300).data(), 8 * 300 * 4));
}
