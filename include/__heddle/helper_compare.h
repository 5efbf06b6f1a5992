/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing results with references, for helper_image.h. */
#ifndef __HEDDLE_HELPER_COMPARE_H__
#define __HEDDLE_HELPER_COMPARE_H__

/* At most the part `threshold` of the elements may differ by `epsilon` or more. */
template <class __T, class __S> inline bool
compareData(const __T *reference, const __T *data, const unsigned int len, const __S epsilon,
            const float threshold)
{
	unsigned errors = 0;

	for (unsigned i = 0; i < len; i++) {
		float difference = (float)reference[i] - (float)data[i];

		errors += !(difference <= (float)epsilon && difference >= -(float)epsilon);
	}
	if (threshold == 0.0f)
		return errors == 0;
	if (errors)
		printf("%4.2f(%%) of bytes mismatched (count=%u)\n",
		       (double)errors * 100 / (double)len, errors);
	return (float)len * threshold > (float)errors;
}

template <class __T, class __S> inline bool
compareDataAsFloatThreshold(const __T *reference, const __T *data, const unsigned int len,
                            const __S epsilon, const float threshold)
{
	const float most = MAX((float)epsilon, 1.0e-3f);
	unsigned errors = 0;

	for (unsigned i = 0; i < len; i++)
		errors += !(fabs((float)reference[i] - (float)data[i]) < most);
	if (threshold == 0.0f) {
		if (errors)
			printf("total # of errors = %u\n", errors);
		return errors == 0;
	}
	if (errors)
		printf("%4.2f(%%) of bytes mismatched (count=%u)\n",
		       (double)errors * 100 / (double)len, errors);
	return (float)len * threshold > (float)errors;
}

inline bool
compareData2D(const float *reference, const float *data, unsigned len, float epsilon)
{
	return compareData(reference, data, len, epsilon, 0.0f);
}

/* The distance of two vectors, relative to the first. */
inline bool
sdkCompareL2fe(const float *reference, const float *data, const unsigned int len,
               const float epsilon)
{
	double error = 0, size = 0;

	for (unsigned i = 0; i < len; i++) {
		double d = (double)reference[i] - (double)data[i];

		error += d * d;
		size += (double)reference[i] * (double)reference[i];
	}
	if (sqrt(size) < 1e-7)
		return false;
	return sqrt(error) / sqrt(size) < (double)epsilon;
}

inline void
sdkDumpBin(void *data, unsigned int bytes, const char *filename)
{
	FILE *f = fopen(filename, "wb");

	if (!f || fwrite(data, bytes, 1, f) != 1)
		printf("sdkDumpBin: <%s> could not be written\n", filename);
	if (f)
		fclose(f);
}

/* Two binary files, the second one looked for as data files are. */
template <class __T> inline bool
__hd_compare_files(const char *source, const char *reference, unsigned int elements,
                   const float epsilon, const float threshold, char *executable)
{
	char *path = sdkFindFilePath(reference, executable);
	FILE *a = fopen(source, "rb"), *b = path ? fopen(path, "rb") : NULL;
	std::vector<__T> x(elements), y(elements);
	bool ok = a && b && fread(x.data(), sizeof(__T), elements, a) == elements &&
	          fread(y.data(), sizeof(__T), elements, b) == elements;

	if (!ok)
		printf("cannot compare <%s> with <%s>\n", source, reference);
	if (a)
		fclose(a);
	if (b)
		fclose(b);
	free(path);
	return ok && compareData(y.data(), x.data(), elements, epsilon, threshold);
}
template <class __T, class __S> inline bool
sdkCompareBin2BinUint(const char *source, const char *reference, unsigned int elements,
                      const __S epsilon, const float threshold, char *executable)
{
	return __hd_compare_files<unsigned>(source, reference, elements, (float)epsilon,
	                                    threshold, executable);
}
inline bool
sdkCompareBin2BinFloat(const char *source, const char *reference, unsigned int elements,
                       const float epsilon, const float threshold, char *executable)
{
	return __hd_compare_files<float>(source, reference, elements, epsilon, threshold,
	                                 executable);
}

/* Two pictures. */
inline bool
__hd_compare_pictures(const char *source, const char *reference, float epsilon,
                      float threshold, bool verbose)
{
	unsigned char *a = NULL, *b = NULL;
	unsigned w = 0, h = 0, v = 0, u = 0, c = 0, d = 0;
	bool ok = __loadPPM(source, &a, &w, &h, &c) && __loadPPM(reference, &b, &v, &u, &d);

	if (ok && (w != v || h != u || c != d)) {
		std::cerr << "images differ in size: " << w << "x" << h << " and " << v << "x"
		          << u << std::endl;
		ok = false;
	}
	ok = ok && compareData(b, a, w * h * c, epsilon, threshold);
	if (verbose)
		std::cerr << "compare <" << source << "> with <" << reference
		          << ">: " << (ok ? "OK" : "FAIL") << std::endl;
	free(a);
	free(b);
	return ok;
}
inline bool
sdkComparePPM(const char *source, const char *reference, const float epsilon,
              const float threshold, bool verbose)
{
	return __hd_compare_pictures(source, reference, epsilon, threshold, verbose);
}
inline bool
sdkComparePGM(const char *source, const char *reference, const float epsilon,
              const float threshold, bool verbose)
{
	return __hd_compare_pictures(source, reference, epsilon, threshold, verbose);
}

#endif
