# SPDX-License-Identifier: Apache-2.0
# NVRTC: kernels that are compiled while a program runs. Names, headers, options, messages;
# what is missing, and that nothing is left behind.
. "$ROOT/tests/driver/common.bash"

cat >rtc.h <<'END'
#include <cuda.h>
#define NVRTC_GET_TYPE_NAME 1
#include <nvrtc.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#define CU(call)                                                                       \
	do {                                                                           \
		int r_ = (int)(call);                                                  \
		if (r_)                                                                \
			printf("line %d: %d\n", __LINE__, r_), exit(2);                \
	} while (0)
static nvrtcResult
build(nvrtcProgram p, const std::vector<const char *> &options)
{
	return nvrtcCompileProgram(p, (int)options.size(), options.data());
}
static std::string
log_of(nvrtcProgram p)
{
	size_t n;
	CU(nvrtcGetProgramLogSize(p, &n));
	std::string s(n, '?');
	CU(nvrtcGetProgramLog(p, &s[0]));
	return s.c_str();
}
static CUmodule
load(nvrtcProgram p, bool text)
{
	size_t n;
	CUmodule m;
	if (text) {
		CU(nvrtcGetPTXSize(p, &n));
		std::vector<char> ptx(n);
		CU(nvrtcGetPTX(p, ptx.data()));
		std::string as_string = ptx.data(); /* up to the first zero */
		if (as_string.size() + 1 != n)
			puts("not a string");
		CU(cuModuleLoadDataEx(&m, as_string.c_str(), 0, 0, 0));
	} else {
		CU(nvrtcGetCUBINSize(p, &n));
		std::vector<char> cubin(n);
		CU(nvrtcGetCUBIN(p, cubin.data()));
		CU(cuModuleLoadData(&m, cubin.data()));
	}
	return m;
}
static int
run(CUmodule m, const char *name)
{
	CUfunction f;
	CUdeviceptr p;
	int out = -1;
	CU(cuMemAlloc(&p, 64));
	CU(cuMemsetD8(p, 0, 64));
	void *args[] = {&p};
	CU(cuModuleGetFunction(&f, m, name));
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	CU(cuMemcpyDtoH(&out, p, 4));
	CU(cuMemFree(p));
	return out;
}
static void
begin()
{
	CUdevice d;
	CUcontext c;
	CU(cuInit(0));
	CU(cuDeviceGet(&d, 0));
	CU(cuCtxCreate(&c, 0, d));
}
END

cat >main.cpp <<'END'
#include "rtc.h"
static const char add[] = "extern \"C\" __global__ void\n"
			  "add(const float *a, const float *b, float *c, int n)\n"
			  "{\n"
			  "	int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			  "	assert(n > 0);\n"
			  "	if (i < n)\n"
			  "		c[i] = a[i] + b[i];\n"
			  "}\n";

static const char names[] = R"END(
#include "program.cu"
#include <a/b/half.h>
template <class T> __global__ void size_of(int *p) { *p = sizeof(T); }
namespace my {
__device__ int v = 3;
template <class T, int N> __global__ void k(T *p) { *p = TWICE(N) + HALF + v; }
static __global__ void hidden(int *p) { *p = 77; }
static __constant__ int c[4] = {1, 2, 3, 4};
__global__ void read(int *p) { *p = c[2]; }
}
struct wide { double d[5]; };
)END";

static void
vectors()
{
	nvrtcProgram p;
	enum { N = 1000 };
	std::vector<float> h(2 * N);
	CU(nvrtcCreateProgram(&p, add, 0, 0, 0, 0));
	CU(build(p, {"--gpu-architecture=compute_80", "--fmad=false"}));
	CUmodule m = load(p, true);
	printf("log '%s'\n", log_of(p).c_str());
	CU(nvrtcDestroyProgram(&p));
	CUfunction f;
	CUdeviceptr a, b, c;
	int n = N;
	for (int i = 0; i < 2 * N; i++)
		h[i] = i;
	CU(cuModuleGetFunction(&f, m, "add"));
	CU(cuMemAlloc(&a, 4 * N));
	CU(cuMemAlloc(&b, 4 * N));
	CU(cuMemAlloc(&c, 4 * N));
	CU(cuMemcpyHtoD(a, h.data(), 4 * N));
	CU(cuMemcpyHtoD(b, h.data() + N, 4 * N));
	void *args[] = {&a, &b, &c, &n};
	CU(cuLaunchKernel(f, 8, 1, 1, 128, 1, 1, 0, 0, args, 0));
	CU(cuMemcpyDtoH(h.data(), c, 4 * N));
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += h[i] != 2 * i + N;
	printf("%d wrong\n", wrong);
	CU(cuModuleUnload(m));
}

static void
name_expressions()
{
	static const char *const texts[] = {"#define TWICE(x) (2 * (x))\n",
					    "#include \"../c.h\"\n#define HALF C / 2\n",
					    "#define C 100\n"};
	static const char *const files[] = {"program.cu", "a/b/half.h", "a/c.h"};
	const char *expressions[] = {"&my::k<int, 3>", "my::k<unsigned, 4>", "my::hidden",
				     "&my::v", "&my::c", "my::read"};
	std::string type;
	nvrtcProgram p;
	CU(nvrtcGetTypeName<const unsigned char &>(&type));
	printf("%s\n", type.c_str());
	CU(nvrtcCreateProgram(&p, names, "dir/names.cu", 3, texts, files));
	for (const char *e : expressions)
		CU(nvrtcAddNameExpression(p, e));
	CU(nvrtcAddNameExpression(p, "size_of<wide>"));
	const char *lowered;
	printf("too early: %d\n", nvrtcGetLoweredName(p, expressions[0], &lowered));
	CU(build(p, {"-arch=sm_75", "-w"}));
	printf("too late: %d\n", nvrtcAddNameExpression(p, "more"));
	printf("unknown: %d\n", nvrtcGetLoweredName(p, "more", &lowered));
	CUmodule m = load(p, false);
	for (const char *e : expressions) {
		CU(nvrtcGetLoweredName(p, e, &lowered));
		printf("%s: %s", e, lowered);
		if (e[0] != '&' || e[6] == '<')
			printf(" %d", run(m, lowered));
		puts("");
	}
	CUdeviceptr v;
	size_t size;
	int five = 5;
	CU(nvrtcGetLoweredName(p, "&my::v", &lowered));
	CU(cuModuleGetGlobal(&v, &size, m, lowered));
	CU(cuMemcpyHtoD(v, &five, 4));
	CU(nvrtcGetLoweredName(p, "&my::k<int, 3>", &lowered));
	printf("with 5: %d\n", run(m, lowered));
	CU(nvrtcGetLoweredName(p, "&my::c", &lowered));
	CU(cuModuleGetGlobal(&v, &size, m, lowered));
	CU(cuMemcpyHtoD(v + 8, &five, 4));
	CU(nvrtcGetLoweredName(p, "my::read", &lowered));
	printf("static: %d\n", run(m, lowered));
	CU(nvrtcGetLoweredName(p, "size_of<wide>", &lowered));
	printf("size: %d\n", run(m, lowered));

	/* by way of the linker */
	CUlinkState link;
	void *image;
	size_t n;
	CU(nvrtcGetPTXSize(p, &n));
	std::vector<char> ptx(n);
	CU(nvrtcGetPTX(p, ptx.data()));
	CU(cuLinkCreate(0, 0, 0, &link));
	CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, ptx.data(), n, "names", 0, 0, 0));
	CU(cuLinkComplete(link, &image, &n));
	CU(cuModuleLoadData(&m, image));
	CU(cuLinkDestroy(link));
	CU(nvrtcGetLoweredName(p, "my::hidden", &lowered));
	printf("linked: %d\n", run(m, lowered));
	CU(nvrtcDestroyProgram(&p));
	printf("gone: %d %d\n", nvrtcDestroyProgram(&p), p == nullptr);
}

static void
options()
{
	static const char source[] = R"END(
extern "C" __global__ void k(int *p)
{
#ifndef __CUDACC_RTC__
#error no macro
#endif
#ifdef GONE
#error GONE
#endif
	*p = __CUDA_ARCH__ + A + SUM(1, 2) + sizeof(T) + helper(1) + __cplusplus / 100000;
}
)END";
	std::string with = "#include \"from_i.h\"\nstatic int base = 20;\n"
			   "int helper(int x) { return x + base++; }\n";
	with += source;
	nvrtcProgram p;
	CU(nvrtcCreateProgram(&p, with.c_str(), "o.cu", 0, 0, 0));
	CU(build(p, {"--gpu-architecture", "compute_70", "-I", "inc,1", "-DA=1000",
		     "--define-macro=SUM(a,b)=((a)+(b))", "-D", "T=char[7]", "-DGONE",
		     "-UGONE", "-std=c++14", "-default-device", "--use_fast_math", "-lineinfo",
		     "--maxrregcount=32", "--device-c", "-w", "--restrict", "-G",
		     "--extra-device-vectorization", "-rdc=true", "--ptxas-options", "-v",
		     "-ftz=true", "--prec-div=false", "--pre-include=pre.h"}));
	printf("options: %d\n", run(load(p, true), "k"));
	const char *wrong[] = {"--nonsense", "-arch=pascal", "-fmad=maybe", "-std=gnu",
			       "-std=c++99", "-jtd=all", "-O3"};
	for (const char *w : wrong) {
		nvrtcResult r = build(p, {"-w", w});
		printf("%s: %s", nvrtcGetErrorString(r), log_of(p).c_str());
	}
	size_t n;
	printf("no code: %d %d\n", nvrtcGetPTXSize(p, &n), nvrtcGetCUBINSize(p, &n));
	CU(nvrtcDestroyProgram(&p));
}

static int
cancel(void *at, void *)
{
	return ++*(int *)at > 2;
}

static void
errors()
{
	nvrtcProgram p;
	CU(nvrtcCreateProgram(&p, "__global__ void k(int *p)\n{\n\t*p = missing;\n}\n",
			      "it's \"my\" $(touch oops), file.cu", 0, 0, 0));
	printf("%s\n", nvrtcGetErrorString(build(p, {})));
	printf("%s", log_of(p).c_str());
	CU(nvrtcDestroyProgram(&p));
	const char *generic = "template <class T> __global__ void k(T *p) { }";
	CU(nvrtcCreateProgram(&p, generic, 0, 0, 0, 0));
	CU(nvrtcAddNameExpression(p, "k<nothing>"));
	printf("%d\n%s", build(p, {}), log_of(p).substr(0, 70).c_str());
	puts("");
	CU(nvrtcDestroyProgram(&p));
	const char *text = "", *bad[] = {"/etc/x.h", "../../../../../../../../../x.h", ""};
	for (const char *b : bad)
		printf("bad name: %d\n", nvrtcCreateProgram(&p, "", 0, 1, &text, &b));
	printf("bad: %d %d\n", nvrtcCreateProgram(&p, 0, 0, 0, 0, 0),
	       nvrtcCompileProgram(0, 0, 0));
	CU(nvrtcCreateProgram(&p, add, 0, 0, 0, 0));
	int times = 0, major, minor, count;
	CU(nvrtcSetFlowCallback(p, cancel, &times));
	printf("%s %d\n", nvrtcGetErrorString(build(p, {})), times);
	size_t n;
	printf("%d %d %d\n", nvrtcGetLTOIRSize(p, &n), nvrtcGetOptiXIRSize(p, &n),
	       nvrtcGetPCHCreateStatus(p));
	if (nvrtcGetNVVMSize(p, &n) != NVRTC_ERROR_INVALID_PROGRAM)
		printf("an image as NVVM\n");
	CU(nvrtcDestroyProgram(&p));
	CU(nvrtcVersion(&major, &minor));
	CU(nvrtcGetNumSupportedArchs(&count));
	std::vector<int> archs(count);
	CU(nvrtcGetSupportedArchs(archs.data()));
	printf("%d %d, up to %d\n", major >= 12, minor >= 0, archs.back());
	puts(nvrtcGetErrorString((nvrtcResult)99));
}

int
main()
{
	begin();
	vectors();
	name_expressions();
	options();
	errors();
	return 0;
}
END
mkdir t 'inc,1' dir
echo '#define FROM_I 1' >'inc,1/from_i.h'
echo '#define PRE 1' >pre.h
export TMPDIR=$PWD/t
"$HDCC" main.cpp -lnvrtc -lcuda -o app
NVCC_APPEND_FLAGS=--no-such-option ./app >shown || fail "exit status $?: $(cat shown)"
cat >want <<'END'
log ''
0 wrong
unsigned char const&
too early: 9
too late: 8
unknown: 10
&my::k<int, 3>: _ZN2my1kIiLi3EEEvPT_ 59
my::k<unsigned, 4>: _ZN2my1kIjLi4EEEvPT_ 61
my::hidden: _ZN2myL6hiddenEPi 77
&my::v: _ZN2my1vE
&my::c: _ZN2myL1cE
my::read: _ZN2my4readEPi 3
with 5: 61
static: 5
size: 40
linked: 77
gone: 4 1
options: 1733
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: unrecognized option --nonsense found
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: invalid value 'pascal' for --gpu-architecture (-arch)
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: invalid value 'maybe' for --fmad (-fmad)
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: invalid value 'gnu' for --std (-std)
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: invalid value 'c++99' for --std (-std)
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: invalid value 'all' for --jump-table-density (-jtd)
NVRTC_ERROR_INVALID_OPTION: nvrtc: error: unrecognized option -O3 found
no code: 4 4
NVRTC_ERROR_COMPILATION
it's "my" $(touch oops), file.cu:3:7: error: use of undeclared identifier 'missing'
    3 |         *p = missing;
      |              ^
1 error generated.
6
name expression:1:37: error: use of undeclared identifier 'nothing'
END
diff want <(head -n "$(wc -l <want)" shown) || fail "another output"
tail -n +"$(($(wc -l <want) + 1))" shown >rest
cat >want <<'END'
bad name: 3
bad name: 3
bad name: 3
bad: 3 4
NVRTC_ERROR_CANCELLED 3
4 4 13
1 1, up to 80
NVRTC_ERROR unknown
END
diff want <(tail -n 8 rest) || fail "another output"
no_file oops
[ -z "$(ls -A t)" ] || fail "left behind: $(ls -A t)"

# hdcc is beside the library, or in PATH, or named
# headers of the program under names that the system has, too: for the program, not for
# Heddle's own headers
cat >names.cpp <<'END'
#include "rtc.h"
int main()
{
	static const char source[] = R"END(#include <limits.h>
#  include  "stdlib.h"
#include <cstdint> /* ours */
#include <stddef.h> // the system's
#include <deep/type_traits>
#define HEADER <only_here.h>
#include HEADER
extern "C" __global__ void k(int *p)
{
	*p = LIMIT + LIB + INTS + DEEP + HERE + 8 - (int)sizeof(size_t);
}
)END";
	const char *names[] = {"limits.h", "stdlib.h",        "cstdint",
			       "new",      "deep/type_traits", "only_here.h"};
	const char *texts[] = {"#define LIMIT 1\n",
			       "#include <limits.h>\n#define LIB 20\n",
			       "#include <deep/type_traits>\n#define INTS 300\n",
			       "#error \"not for the program\"\n",
			       "#ifndef DEEP\n#define DEEP 4000\n#endif\n",
			       "#define HERE 50000\n"};
	nvrtcProgram p;
	begin();
	CU(nvrtcCreateProgram(&p, source, 0, 6, texts, names));
	nvrtcResult r = build(p, {});
	if (r)
		printf("%s\n", log_of(p).c_str());
	else
		printf("%d\n", run(load(p, false), "k"));
}
END
"$HDCC" names.cpp -lnvrtc -lcuda -o names
prints 54321 ./names

cat >small.cpp <<'END'
#include "rtc.h"
int main()
{
	nvrtcProgram p;
	begin();
	const char *source = "extern \"C\" __global__ void k(int *p) { *p = 6; }";
	CU(nvrtcCreateProgram(&p, source, 0, 0, 0, 0));
	nvrtcResult r = build(p, {});
	printf("%s\n%s", nvrtcGetErrorString(r), log_of(p).c_str());
	if (!r)
		printf("%d\n", run(load(p, true), "k"));
	return 0;
}
END
tree=$BUILD/nvcc
g++ small.cpp -I"$tree/include" -L"$tree/lib64" -lnvrtc -lcuda -o small
mkdir away
cp "$tree/lib64/libnvrtc.so.12" away
export LD_LIBRARY_PATH=$PWD/away:$tree/lib64
shows 'INTERNAL_ERROR' env PATH=/usr/bin ./small
grep -q 'hdcc, which compiles programs, is not there: .* name it in HEDDLE_HDCC' shown ||
	fail "not said: $(cat shown)"
prints "NVRTC_SUCCESS
6" env PATH="/usr/bin:$(dirname "$HDCC")" ./small
prints "NVRTC_SUCCESS
6" env HEDDLE_HDCC="$HDCC" ./small
shows 'INTERNAL_ERROR' env HEDDLE_HDCC=/dev/null ./small
shows 'cannot write /no/such/place' env HEDDLE_HDCC="$HDCC" TMPDIR=/no/such/place ./small
[ -z "$(ls -A t)" ] || fail "left behind: $(ls -A t)"

# a fault is at a line of the program
cat >fault.cpp <<'END'
#include "rtc.h"
int main()
{
	nvrtcProgram p;
	begin();
	const char *source = "extern \"C\" __global__ void k(int *p)\n"
			     "{\n\t*p = *(int *)8;\n}\n";
	CU(nvrtcCreateProgram(&p, source, "fault at.cu", 0, 0, 0));
	CU(build(p, {}));
	CUfunction f;
	CU(cuModuleGetFunction(&f, load(p, false), "k"));
	void *args[] = {&p};
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	printf("%d\n", cuCtxSynchronize());
	return 0;
}
END
unset LD_LIBRARY_PATH
"$HDCC" fault.cpp -lnvrtc -o fault
prints 700 ./fault 2>said
said 'at .*fault at.cu:3$'

# killed in the middle, when hdcc has started: it removes what is left of the program
cat >slow.cpp <<'END'
#include "rtc.h"
int main()
{
	nvrtcProgram p;
	std::string s = "#include <algorithm>\n";
	for (int i = 0; i < 30; i++)
		s += "template <int N> __device__ int f" + std::to_string(i) +
		     "(int x) { return x ? f" + std::to_string(i) + "<N>(x / 2) + N : 1; }\n" +
		     "__global__ void k" + std::to_string(i) + "(int *p) { *p = f" +
		     std::to_string(i) + "<" + std::to_string(i) + ">(*p); }\n";
	CU(nvrtcCreateProgram(&p, s.c_str(), 0, 0, 0, 0));
	CU(build(p, {}));
	return 0;
}
END
"$HDCC" slow.cpp -lnvrtc -o slow
for signal in KILL TERM; do
	./slow &
	pid=$!
	for i in $(seq 100); do
		[ -z "$(ls t/*/said 2>/dev/null)" ] || break
		sleep 0.01
	done
	[ -n "$(ls t/*/said)" ] || fail "nothing to remove"
	kill -$signal $pid
	wait $pid || true
	for i in $(seq 300); do
		[ -n "$(ls -A t)" ] || break
		sleep 0.1
	done
	[ -z "$(ls -A t)" ] || fail "left behind after SIG$signal: $(ls -A t)"
done
