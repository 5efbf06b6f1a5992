// lenient_sides.h: read in the device pass alone; a register behind one %, which is read in
// another spelling.
#pragma once

__device__ __forceinline__ unsigned
low_half(unsigned x)
{
	unsigned r;
	asm("{ .reg .u16 %low, %high; mov.b32 {%low, %high}, %1; cvt.u32.u16 %0, %low; }"
	    : "=r"(r)
	    : "r"(x));
	return r;
}
