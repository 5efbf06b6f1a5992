/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC, for C and C++: CUDA sources that are compiled while a program runs. */
#ifndef __NVRTC_H__
#define __NVRTC_H__

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVRTC_SUCCESS = 0,
	NVRTC_ERROR_OUT_OF_MEMORY = 1,
	NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
	NVRTC_ERROR_INVALID_INPUT = 3,
	NVRTC_ERROR_INVALID_PROGRAM = 4,
	NVRTC_ERROR_INVALID_OPTION = 5,
	NVRTC_ERROR_COMPILATION = 6,
	NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
	NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
	NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
	NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
	NVRTC_ERROR_INTERNAL_ERROR = 11,
	NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
	NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
	NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
	NVRTC_ERROR_PCH_CREATE = 15,
	NVRTC_ERROR_CANCELLED = 16,
	NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *archs);

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source,
                               const char *name, int header_count,
                               const char *const *headers,
                               const char *const *include_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count,
                                const char *const *options);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression,
                                const char **lowered);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *),
                                 void *payload);

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *ltoir);
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *nvvm);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *optixir);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);

nvrtcResult nvrtcGetPCHHeapSize(size_t *size);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size);

#ifdef __cplusplus
}
#endif

/* The name of a type, as a name expression has it. */
#if defined(__cplusplus) && NVRTC_GET_TYPE_NAME
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>

template <class __T> struct __hd_nvrtc_type {};

inline nvrtcResult
nvrtcGetTypeName(const std::type_info &info, std::string *result)
{
	int status = -1;
	char *name = abi::__cxa_demangle(info.name(), nullptr, nullptr, &status);

	if (name)
		*result = name;
	std::free(name);
	return name ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

/* typeid leaves out const and references, unless they are inside of something. */
template <class __T>
nvrtcResult
nvrtcGetTypeName(std::string *result)
{
	nvrtcResult status = nvrtcGetTypeName(typeid(__hd_nvrtc_type<__T>), result);

	if (status == NVRTC_SUCCESS) {
		size_t from = result->find('<') + 1, to = result->rfind('>');

		while (to > from && (*result)[to - 1] == ' ')
			to--;
		*result = result->substr(from, to - from);
	}
	return status;
}
#endif

#endif
