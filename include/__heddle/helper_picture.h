/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing PGM and PPM files, for helper_image.h. */
#ifndef __HEDDLE_HELPER_PICTURE_H__
#define __HEDDLE_HELPER_PICTURE_H__

namespace helper_image_internal {
const unsigned int PGMHeaderSize = 0x40;

/* Numbers of a file as numbers in memory: bytes stay, floats are parts of 1. */
template <class __T> struct ConverterFromUByte;
template <> struct ConverterFromUByte<unsigned char> {
	float operator()(const unsigned char &v) { return v; }
};
template <> struct ConverterFromUByte<float> {
	float operator()(const unsigned char &v) { return v / 255.0f; }
};
template <class __T> struct ConverterToUByte;
template <> struct ConverterToUByte<unsigned char> {
	unsigned char operator()(const unsigned char &v) { return v; }
};
template <> struct ConverterToUByte<float> {
	unsigned char operator()(const float &v) { return (unsigned char)(v * 255.0f); }
};

/* The next word of the header, comments aside; -1: none. */
inline int
next_number(FILE *f)
{
	int c, n;

	while ((c = fgetc(f)) != EOF)
		if (c == '#')
			while (c != '\n' && c != EOF)
				c = fgetc(f);
		else if (c > ' ')
			break;
	if (c == EOF)
		return -1;
	ungetc(c, f);
	return fscanf(f, "%d", &n) == 1 ? n : -1;
}
}

/* Memory is allocated when *data is NULL; otherwise the sizes must be right. */
inline bool
__loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h,
          unsigned int *channels)
{
	FILE *f = file ? fopen(file, "rb") : NULL;
	char magic[3] = "";
	bool ok = false;

	if (!f) {
		std::cerr << "__LoadPPM() : Failed to open file: " << (file ? file : "(null)")
		          << std::endl;
		return false;
	}
	if (fread(magic, 1, 2, f) == 2 && magic[0] == 'P' && (magic[1] == '5' || magic[1] == '6')) {
		int width = helper_image_internal::next_number(f);
		int height = helper_image_internal::next_number(f);
		int most = helper_image_internal::next_number(f);

		*channels = magic[1] == '5' ? 1 : 3;
		if (width > 0 && height > 0 && most > 0 && fgetc(f) != EOF) {
			size_t n = (size_t)width * (size_t)height * *channels;

			if (*data && (*w != (unsigned)width || *h != (unsigned)height))
				std::cerr << "__LoadPPM() : Invalid image dimensions." << std::endl;
			else if (!*data)
				*data = (unsigned char *)malloc(n);
			*w = (unsigned)width;
			*h = (unsigned)height;
			ok = *data && fread(*data, 1, n, f) == n;
			if (!ok)
				std::cerr << "__LoadPPM() read data returned error." << std::endl;
		}
	} else {
		std::cerr << "__LoadPPM() : File is not a PPM or PGM image" << std::endl;
	}
	fclose(f);
	return ok;
}

inline bool
__savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h,
          unsigned int channels)
{
	std::ofstream out(file, std::fstream::out | std::fstream::binary);

	assert(data && w > 0 && h > 0);
	if (out.bad() || !out) {
		std::cerr << "__savePPM() : Opening file failed." << std::endl;
		return false;
	}
	if (channels != 1 && channels != 3) {
		std::cerr << "__savePPM() : Invalid number of channels." << std::endl;
		return false;
	}
	out << (channels == 1 ? "P5\n" : "P6\n") << w << "\n" << h << "\n255" << std::endl;
	out.write((const char *)data, (std::streamsize)((size_t)w * h * channels));
	out.flush();
	return !out.bad();
}

template <class __T> inline bool
sdkLoadPGM(const char *file, __T **data, unsigned int *w, unsigned int *h)
{
	unsigned char *bytes = NULL;
	unsigned int channels;

	if (!__loadPPM(file, &bytes, w, h, &channels))
		return false;
	size_t n = (size_t)*w * *h * channels;

	if (!*data)
		*data = (__T *)malloc(sizeof(__T) * n);
	for (size_t i = 0; i < n; i++)
		(*data)[i] = (__T)helper_image_internal::ConverterFromUByte<__T>()(bytes[i]);
	free(bytes);
	return true;
}

template <class __T> inline bool
sdkSavePGM(const char *file, __T *data, unsigned int w, unsigned int h)
{
	std::vector<unsigned char> bytes((size_t)w * h);

	for (size_t i = 0; i < bytes.size(); i++)
		bytes[i] = helper_image_internal::ConverterToUByte<__T>()(data[i]);
	return __savePPM(file, bytes.data(), w, h, 1);
}

/* Three channels in the file, four in memory. */
template <class __T> inline bool
sdkLoadPPM4(const char *file, __T **data, unsigned int *w, unsigned int *h)
{
	unsigned char *bytes = NULL;
	unsigned int channels;

	if (!__loadPPM(file, &bytes, w, h, &channels))
		return false;
	size_t n = (size_t)*w * *h;

	if (!*data)
		*data = (__T *)malloc(sizeof(__T) * n * 4);
	for (size_t i = 0; i < n; i++) {
		for (unsigned c = 0; c < 3; c++)
			(*data)[i * 4 + c] = (__T)bytes[i * channels + (channels == 3 ? c : 0)];
		(*data)[i * 4 + 3] = 0;
	}
	free(bytes);
	return true;
}

inline bool
sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
	return sdkLoadPPM4(file, data, w, h);
}

inline bool
sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h)
{
	std::vector<unsigned char> bytes((size_t)w * h * 3);

	for (size_t i = 0; i < (size_t)w * h; i++)
		memcpy(&bytes[i * 3], data + i * 4, 3);
	return __savePPM(file, bytes.data(), w, h, 3);
}

/* ---- files of numbers */

template <class __T> inline bool
sdkReadFile(const char *filename, __T **data, unsigned int *len, bool verbose)
{
	std::fstream in(filename, std::fstream::in);
	std::vector<__T> read;
	__T v;

	if (!in.good()) {
		if (verbose)
			std::cerr << "sdkReadFile() : Opening file failed." << std::endl;
		return false;
	}
	while (in >> v)
		read.push_back(v);
	if (!*data) {
		*data = (__T *)malloc(sizeof(__T) * read.size());
		*len = (unsigned)read.size();
	}
	memcpy(*data, read.data(), sizeof(__T) * MIN((size_t)*len, read.size()));
	return true;
}

template <class __T, class __S> inline bool
sdkWriteFile(const char *filename, const __T *data, unsigned int len, const __S epsilon,
             bool verbose, bool append = false)
{
	std::ofstream out(filename, append ? std::fstream::app : std::fstream::out);

	if (!out.good()) {
		if (verbose)
			std::cerr << "sdkWriteFile() : Opening file failed." << std::endl;
		return false;
	}
	out << "# " << epsilon << "\n";
	for (unsigned i = 0; i < len && out.good(); i++)
		out << data[i] << ' ';
	out << std::endl;
	return out.good();
}

#endif
