/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC's entry points. */
#include "image_text.h"
#include "rtc.h"

#include <stdlib.h>
#include <string.h>

/* ---- the library */

const char *
nvrtcGetErrorString(nvrtcResult result)
{
#define NAME(name) [name] = #name
	static const char *const names[] = {
		NAME(NVRTC_SUCCESS),
		NAME(NVRTC_ERROR_OUT_OF_MEMORY),
		NAME(NVRTC_ERROR_PROGRAM_CREATION_FAILURE),
		NAME(NVRTC_ERROR_INVALID_INPUT),
		NAME(NVRTC_ERROR_INVALID_PROGRAM),
		NAME(NVRTC_ERROR_INVALID_OPTION),
		NAME(NVRTC_ERROR_COMPILATION),
		NAME(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE),
		NAME(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION),
		NAME(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION),
		NAME(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID),
		NAME(NVRTC_ERROR_INTERNAL_ERROR),
		NAME(NVRTC_ERROR_TIME_FILE_WRITE_FAILED),
		NAME(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED),
		NAME(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED),
		NAME(NVRTC_ERROR_PCH_CREATE),
		NAME(NVRTC_ERROR_CANCELLED),
		NAME(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED),
	};
#undef NAME
	if ((unsigned)result >= sizeof names / sizeof names[0])
		return "NVRTC_ERROR unknown";
	return names[result];
}

nvrtcResult
nvrtcVersion(int *major, int *minor)
{
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = 12;
	*minor = 8;
	return NVRTC_SUCCESS;
}

/* What our device runs. */
static const int archs[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80};

nvrtcResult
nvrtcGetNumSupportedArchs(int *count)
{
	if (!count)
		return NVRTC_ERROR_INVALID_INPUT;
	*count = sizeof archs / sizeof archs[0];
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcGetSupportedArchs(int *to)
{
	if (!to)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(to, archs, sizeof archs);
	return NVRTC_SUCCESS;
}

/* ---- making programs */

static void
free_program(nvrtcProgram p)
{
	for (size_t i = 0; i < p->header_count; i++) {
		free(p->headers[i].name);
		free(p->headers[i].text);
	}
	for (size_t i = 0; i < p->name_count; i++) {
		free(p->names[i].expression);
		free(p->names[i].lowered);
	}
	free(p->headers);
	free(p->names);
	free(p->source);
	free(p->name);
	hd_text_free(&p->image);
	hd_text_free(&p->log);
	free(p);
}

static nvrtcResult
add_headers(nvrtcProgram p, size_t n, const char *const *texts,
	    const char *const *names)
{
	p->headers = calloc(n ? n : 1, sizeof *p->headers);
	if (!p->headers)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < n; i++) {
		if (!texts[i] || !names[i] || !hd_rtc_is_good_name(names[i]))
			return NVRTC_ERROR_INVALID_INPUT;
		p->headers[i].text = strdup(texts[i]);
		p->headers[i].name = strdup(names[i]);
		p->header_count++;
		if (!p->headers[i].text || !p->headers[i].name)
			return NVRTC_ERROR_OUT_OF_MEMORY;
	}
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
		   int header_count, const char *const *headers,
		   const char *const *include_names)
{
	bool good = program && source && header_count >= 0 &&
		    (!header_count || (headers && include_names));
	nvrtcResult result;
	nvrtcProgram p;

	if (!good)
		return NVRTC_ERROR_INVALID_INPUT;
	*program = NULL;
	p = calloc(1, sizeof *p);
	if (!p)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	p->source = strdup(source);
	p->name = strdup(name && *name ? name : "default_program");
	result = p->source && p->name
			 ? add_headers(p, (size_t)header_count, headers, include_names)
			 : NVRTC_ERROR_OUT_OF_MEMORY;
	if (result) {
		free_program(p);
		return result;
	}
	*program = p;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcDestroyProgram(nvrtcProgram *program)
{
	if (!program || !*program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	free_program(*program);
	*program = NULL;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcSetFlowCallback(nvrtcProgram p, int (*callback)(void *, void *), void *payload)
{
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!callback)
		return NVRTC_ERROR_INVALID_INPUT;
	p->flow = callback;
	p->payload = payload;
	return NVRTC_SUCCESS;
}

/* Nothing is left of an earlier try. */
nvrtcResult
nvrtcCompileProgram(nvrtcProgram p, int option_count, const char *const *options)
{
	hd_rtc_options o;
	nvrtcResult result;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (option_count < 0 || (option_count && !options))
		return NVRTC_ERROR_INVALID_INPUT;
	hd_text_free(&p->image);
	hd_text_free(&p->log);
	for (size_t i = 0; i < p->name_count; i++) {
		free(p->names[i].lowered);
		p->names[i].lowered = NULL;
	}
	result = hd_rtc_options_read(&o, option_count, options, &p->log);
	if (!result)
		result = hd_rtc_compile(p, &o);
	hd_words_free(&o.words);
	p->compiled = true;
	if (result)
		hd_text_free(&p->image);
	return result;
}

/* ---- names */

static hd_rtc_name *
find_name(nvrtcProgram p, const char *expression)
{
	for (size_t i = 0; i < p->name_count; i++)
		if (strcmp(p->names[i].expression, expression) == 0)
			return &p->names[i];
	return NULL;
}

nvrtcResult
nvrtcAddNameExpression(nvrtcProgram p, const char *expression)
{
	hd_rtc_name *names;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !*expression)
		return NVRTC_ERROR_INVALID_INPUT;
	if (p->compiled)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	if (find_name(p, expression))
		return NVRTC_SUCCESS;
	names = realloc(p->names, (p->name_count + 1) * sizeof *names);
	if (!names)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	p->names = names;
	names[p->name_count] = (hd_rtc_name){.expression = strdup(expression)};
	if (!names[p->name_count].expression)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	p->name_count++;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **lowered)
{
	hd_rtc_name *name;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !lowered)
		return NVRTC_ERROR_INVALID_INPUT;
	if (!p->image.n)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	name = find_name(p, expression);
	if (!name || !name->lowered)
		return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
	*lowered = name->lowered;
	return NVRTC_SUCCESS;
}

/* ---- results */

enum form { BYTES, TEXT }; /* text: what programs expect PTX to be */

static nvrtcResult
check(const nvrtcProgram p, const void *to)
{
	if (!to)
		return NVRTC_ERROR_INVALID_INPUT;
	return p && p->image.n ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

static nvrtcResult
get_size(const nvrtcProgram p, enum form form, size_t *size)
{
	nvrtcResult result = check(p, size);

	if (!result)
		*size = form == TEXT ? hd_image_text_size(p->image.n) : p->image.n;
	return result;
}

static nvrtcResult
get_image(const nvrtcProgram p, enum form form, char *to)
{
	nvrtcResult result = check(p, to);

	if (result)
		return result;
	if (form == TEXT)
		hd_image_to_text(to, (const unsigned char *)p->image.at, p->image.n);
	else
		memcpy(to, p->image.at, p->image.n);
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcGetCUBINSize(nvrtcProgram p, size_t *size)
{
	return get_size(p, BYTES, size);
}

nvrtcResult
nvrtcGetCUBIN(nvrtcProgram p, char *cubin)
{
	return get_image(p, BYTES, cubin);
}

nvrtcResult
nvrtcGetPTXSize(nvrtcProgram p, size_t *size)
{
	return get_size(p, TEXT, size);
}

nvrtcResult
nvrtcGetPTX(nvrtcProgram p, char *ptx)
{
	return get_image(p, TEXT, ptx);
}

/* Forms that are NVIDIA's alone: as for programs that were not compiled to them. */
static nvrtcResult
get_foreign(const void *to)
{
	return to ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
}

nvrtcResult
nvrtcGetLTOIRSize(nvrtcProgram p, size_t *size)
{
	(void)p;
	return get_foreign(size);
}

nvrtcResult
nvrtcGetLTOIR(nvrtcProgram p, char *ltoir)
{
	(void)p;
	return get_foreign(ltoir);
}

nvrtcResult
nvrtcGetNVVMSize(nvrtcProgram p, size_t *size)
{
	(void)p;
	return get_foreign(size);
}

nvrtcResult
nvrtcGetNVVM(nvrtcProgram p, char *nvvm)
{
	(void)p;
	return get_foreign(nvvm);
}

nvrtcResult
nvrtcGetOptiXIRSize(nvrtcProgram p, size_t *size)
{
	(void)p;
	return get_foreign(size);
}

nvrtcResult
nvrtcGetOptiXIR(nvrtcProgram p, char *optixir)
{
	(void)p;
	return get_foreign(optixir);
}

nvrtcResult
nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = p->log.n + 1;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!log)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(log, p->log.at ? p->log.at : "", p->log.n + 1);
	return NVRTC_SUCCESS;
}

/* ---- headers that are kept: hdcc does that by itself, and no heap is set aside */

static _Atomic size_t heap_size = 256u << 20;

nvrtcResult
nvrtcGetPCHHeapSize(size_t *size)
{
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = heap_size;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcSetPCHHeapSize(size_t size)
{
	heap_size = size;
	return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcGetPCHCreateStatus(nvrtcProgram p)
{
	return p ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult
nvrtcGetPCHHeapSizeRequired(nvrtcProgram p, size_t *size)
{
	(void)size;
	return p ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM;
}
