/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments, files, pictures and comparisons, for cutil.h. */
#ifndef __HEDDLE_CUTIL_DATA_H__
#define __HEDDLE_CUTIL_DATA_H__

#define __hd_cut_bool(call) ((call) ? CUTTrue : CUTFalse)

/* ---- arguments. A value that is not given is left alone. */

inline CUTBoolean
cutCheckCmdLineFlag(int argc, const char **argv, const char *name)
{
	return __hd_cut_bool(checkCmdLineFlag(argc, argv, name));
}
inline CUTBoolean
cutGetCmdLineArgumenti(int argc, const char **argv, const char *name, int *value)
{
	const char *s = __hd_find_option(argc, argv, name);

	if (!s || *s != '=')
		return CUTFalse;
	*value = atoi(s + 1);
	return CUTTrue;
}
inline CUTBoolean
cutGetCmdLineArgumentf(int argc, const char **argv, const char *name, float *value)
{
	const char *s = __hd_find_option(argc, argv, name);

	if (!s || *s != '=')
		return CUTFalse;
	*value = (float)atof(s + 1);
	return CUTTrue;
}
/* The caller frees it, with cutFree. */
inline CUTBoolean
cutGetCmdLineArgumentstr(int argc, const char **argv, const char *name, char **value)
{
	char *s;

	if (!getCmdLineArgumentString(argc, argv, name, &s))
		return CUTFalse;
	*value = strdup(s);
	return CUTTrue;
}
inline void
cutFree(void *data)
{
	free(data);
}
inline char *
cutFindFilePath(const char *filename, const char *executable)
{
	return sdkFindFilePath(filename, executable);
}

/* ---- files and pictures */

#define __hd_cut_file(letter, type, number) \
	inline CUTBoolean cutReadFile##letter(const char *name, type **data, \
	                                      unsigned int *len, bool verbose = false) \
	{ \
		return __hd_cut_bool(sdkReadFile(name, data, len, verbose)); \
	} \
	inline CUTBoolean cutWriteFile##letter(const char *name, const type *data, \
	                                       unsigned int len, number epsilon, \
	                                       bool verbose = false) \
	{ \
		return __hd_cut_bool(sdkWriteFile(name, data, len, epsilon, verbose)); \
	}
__hd_cut_file(f, float, float)
__hd_cut_file(d, double, double)
__hd_cut_file(i, int, int)
__hd_cut_file(ui, unsigned int, int)
__hd_cut_file(ub, unsigned char, int)
#undef __hd_cut_file

#define __hd_cut_picture(name, call, type) \
	inline CUTBoolean cutLoad##name(const char *file, type **data, unsigned int *w, \
	                                unsigned int *h) \
	{ \
		return __hd_cut_bool(sdkLoad##call(file, data, w, h)); \
	} \
	inline CUTBoolean cutSave##name(const char *file, type *data, unsigned int w, \
	                                unsigned int h) \
	{ \
		return __hd_cut_bool(sdkSave##call(file, data, w, h)); \
	}
__hd_cut_picture(PGMub, PGM, unsigned char)
__hd_cut_picture(PGMf, PGM, float)
__hd_cut_picture(PPM4ub, PPM4ub, unsigned char)
#undef __hd_cut_picture

/* ---- comparisons */

#define __hd_cut_compare(letter, type) \
	inline CUTBoolean cutCompare##letter(const type *reference, const type *data, \
	                                     unsigned int len) \
	{ \
		return __hd_cut_bool(memcmp(reference, data, len * sizeof *data) == 0); \
	}
__hd_cut_compare(i, int)
__hd_cut_compare(ui, unsigned int)
__hd_cut_compare(ub, unsigned char)
#undef __hd_cut_compare

inline CUTBoolean
cutComparef(const float *reference, const float *data, unsigned int len)
{
	return __hd_cut_bool(compareData(reference, data, len, 0.0f, 0.0f));
}
inline CUTBoolean
cutComparefe(const float *reference, const float *data, unsigned int len, float epsilon)
{
	return __hd_cut_bool(compareData(reference, data, len, epsilon, 0.0f));
}
inline CUTBoolean
cutComparefet(const float *reference, const float *data, unsigned int len, float epsilon,
              float threshold)
{
	return __hd_cut_bool(compareData(reference, data, len, epsilon, threshold));
}
inline CUTBoolean
cutCompareL2fe(const float *reference, const float *data, unsigned int len, float epsilon)
{
	return __hd_cut_bool(sdkCompareL2fe(reference, data, len, epsilon));
}
#undef __hd_cut_bool

#endif
