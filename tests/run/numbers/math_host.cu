// math_host: what CUDA adds to libm gives the same on the host as in a kernel, but for the last
// bits: kernels fuse where the processor does, host code does not.
// out: kernels of the same program
#include <cmath>
#include <cstdio>
__global__ void k(double *o) { o[0] = erfinv(0.5); o[1] = normcdf(1.0); o[2] = sinpi(0.25); o[3] = norm3d(1.0, 2.0, 2.0); o[4] = rcbrt(8.0); }
int main() { double *d, h[5]; cudaMalloc(&d, 40); k<<<1, 1>>>(d); cudaMemcpy(h, d, 40, cudaMemcpyDeviceToHost);
 double w[5] = {erfinv(0.5), normcdf(1.0), sinpi(0.25), norm3d(1.0, 2.0, 2.0), rcbrt(8.0)};
 for (int i = 0; i < 5; i++) printf("%.15g %s\n", h[i], std::fabs(h[i] - w[i]) <= 4e-16 * w[i] ? "same" : "differs"); }
