/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX: marks and ranges for a profiler. Nobody listens here, so nothing is kept. */
#ifndef NVTOOLSEXT_V3
#define NVTOOLSEXT_V3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum nvtxMessageType_t {
	NVTX_MESSAGE_UNKNOWN,
	NVTX_MESSAGE_TYPE_ASCII,
	NVTX_MESSAGE_TYPE_UNICODE,
	NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
	NVTX_PAYLOAD_UNKNOWN,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
	NVTX_PAYLOAD_TYPE_INT64,
	NVTX_PAYLOAD_TYPE_DOUBLE,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
	NVTX_PAYLOAD_TYPE_INT32,
	NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
	const char *ascii;
	const wchar_t *unicode;
	nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
	uint16_t version;
	uint16_t size;
	uint32_t category;
	int32_t colorType;
	uint32_t color;
	int32_t payloadType;
	int32_t reserved0;
	union payload_t {
		uint64_t ullValue;
		int64_t llValue;
		double dValue;
		uint32_t uiValue;
		int32_t iValue;
		float fValue;
	} payload;
	int32_t messageType;
	nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#ifdef __cplusplus
extern "C" {
#endif

#define __hd_nvtx static inline __attribute__((unused))

__hd_nvtx void nvtxInitialize(const void *reserved) { (void)reserved; }
__hd_nvtx void nvtxMarkEx(const nvtxEventAttributes_t *e) { (void)e; }
__hd_nvtx void nvtxMarkA(const char *s) { (void)s; }
__hd_nvtx void nvtxMarkW(const wchar_t *s) { (void)s; }
__hd_nvtx nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *e)
{
	(void)e;
	return 0;
}
__hd_nvtx nvtxRangeId_t nvtxRangeStartA(const char *s)
{
	(void)s;
	return 0;
}
__hd_nvtx nvtxRangeId_t nvtxRangeStartW(const wchar_t *s)
{
	(void)s;
	return 0;
}
__hd_nvtx void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
__hd_nvtx int nvtxRangePushEx(const nvtxEventAttributes_t *e)
{
	(void)e;
	return NVTX_NO_PUSH_POP_TRACKING;
}
__hd_nvtx int nvtxRangePushA(const char *s)
{
	(void)s;
	return NVTX_NO_PUSH_POP_TRACKING;
}
__hd_nvtx int nvtxRangePushW(const wchar_t *s)
{
	(void)s;
	return NVTX_NO_PUSH_POP_TRACKING;
}
__hd_nvtx int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
__hd_nvtx void nvtxNameCategoryA(uint32_t c, const char *s) { (void)c, (void)s; }
__hd_nvtx void nvtxNameCategoryW(uint32_t c, const wchar_t *s) { (void)c, (void)s; }
__hd_nvtx void nvtxNameOsThreadA(uint32_t t, const char *s) { (void)t, (void)s; }
__hd_nvtx void nvtxNameOsThreadW(uint32_t t, const wchar_t *s) { (void)t, (void)s; }

__hd_nvtx nvtxDomainHandle_t nvtxDomainCreateA(const char *s)
{
	(void)s;
	return (nvtxDomainHandle_t)0;
}
__hd_nvtx nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *s)
{
	(void)s;
	return (nvtxDomainHandle_t)0;
}
__hd_nvtx void nvtxDomainDestroy(nvtxDomainHandle_t d) { (void)d; }
__hd_nvtx void nvtxDomainMarkEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e)
{
	(void)d, (void)e;
}
__hd_nvtx nvtxRangeId_t
nvtxDomainRangeStartEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e)
{
	(void)d, (void)e;
	return 0;
}
__hd_nvtx void nvtxDomainRangeEnd(nvtxDomainHandle_t d, nvtxRangeId_t id)
{
	(void)d, (void)id;
}
__hd_nvtx int nvtxDomainRangePushEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e)
{
	(void)d, (void)e;
	return NVTX_NO_PUSH_POP_TRACKING;
}
__hd_nvtx int nvtxDomainRangePop(nvtxDomainHandle_t d)
{
	(void)d;
	return NVTX_NO_PUSH_POP_TRACKING;
}
__hd_nvtx void nvtxDomainNameCategoryA(nvtxDomainHandle_t d, uint32_t c, const char *s)
{
	(void)d, (void)c, (void)s;
}
__hd_nvtx void nvtxDomainNameCategoryW(nvtxDomainHandle_t d, uint32_t c, const wchar_t *s)
{
	(void)d, (void)c, (void)s;
}
__hd_nvtx nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t d, const char *s)
{
	(void)d, (void)s;
	return (nvtxStringHandle_t)0;
}
__hd_nvtx nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t d, const wchar_t *s)
{
	(void)d, (void)s;
	return (nvtxStringHandle_t)0;
}
#undef __hd_nvtx

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif

#endif
