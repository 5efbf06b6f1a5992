/* SPDX-License-Identifier: Apache-2.0 */
/* Shows device variables: found by address and by name, copied to and from, checked. */
#include "rt.h"

static int table[10];
static double scale;

static void
register_variables(void)
{
	static const hd_module module = {HD_MODULE_MAGIC, HD_MODULE_VERSION, 0, NULL};
	static hd_fatbin_wrapper wrapper = {HD_FATBIN_MAGIC, 1, &module, NULL};
	void **h = __cudaRegisterFatBinary(&wrapper);

	__cudaRegisterVar(h, (char *)table, "table", "table", 0, sizeof table, 0, 0);
	__cudaRegisterVar(h, (char *)&scale, "scale", "scale", 0, sizeof scale, 1, 0);
	__cudaRegisterFatBinaryEnd(h);
}

int
main(void)
{
	int in[10], out[10] = {0};
	double two = 2, back = 0;
	char name[] = "scale";
	void *address;
	size_t size;

	register_variables();
	for (int i = 0; i < 10; i++)
		in[i] = i * i;
	OK(cudaMemcpyToSymbol(table, in, sizeof in, 0, cudaMemcpyHostToDevice));
	CHECK(table[9] == 81);
	OK(cudaMemcpyFromSymbol(out, table, 8, 4 * sizeof(int),
				cudaMemcpyDeviceToHost));
	CHECK(out[0] == 16 && out[1] == 25);
	OK(cudaMemcpyToSymbolAsync(&scale, &two, sizeof two, 0, cudaMemcpyHostToDevice,
				   cudaStreamPerThread));
	OK(cudaMemcpyFromSymbolAsync(&back, name, sizeof back, 0,
				     cudaMemcpyDeviceToHost, cudaStreamPerThread));
	CHECK(back == 2);
	OK(cudaGetSymbolAddress(&address, "table"));
	CHECK(address == table);
	OK(cudaGetSymbolSize(&size, table));
	CHECK(size == sizeof table);
	EXPECT(cudaErrorInvalidValue,
	       cudaMemcpyToSymbol(table, in, sizeof in, 4, cudaMemcpyHostToDevice));
	EXPECT(cudaErrorInvalidMemcpyDirection,
	       cudaMemcpyToSymbol(table, in, 4, 0, cudaMemcpyDeviceToHost));
	EXPECT(cudaErrorInvalidSymbol,
	       cudaMemcpyToSymbol("none", in, 4, 0, cudaMemcpyHostToDevice));
	EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, NULL));
	return 0;
}
