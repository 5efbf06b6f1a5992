// png.h: writes an RGB picture as a PNG file, without any library.
// SPDX-License-Identifier: Apache-2.0
//
// A PNG file is a signature and a few chunks. The pixels are one zlib stream; we use
// zlib's "stored" blocks, which are not compressed, so no compressor is needed.
#ifndef EXAMPLES_PNG_H
#define EXAMPLES_PNG_H

#include <cstdint>
#include <cstdio>
#include <vector>

namespace png
{

typedef std::vector<uint8_t> Bytes;

inline void
put32(Bytes &b, uint32_t v) // most significant byte first
{
	for (int shift = 24; shift >= 0; shift -= 8)
		b.push_back((uint8_t)(v >> shift));
}

inline uint32_t
crc32(const uint8_t *p, size_t n)
{
	uint32_t crc = ~0u;
	for (size_t i = 0; i < n; i++) {
		crc ^= p[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

inline uint32_t
adler32(const Bytes &data)
{
	uint32_t a = 1, b = 0;
	for (uint8_t v : data) {
		a = (a + v) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

// A chunk: length, four letters, data, checksum of letters and data.
inline void
put_chunk(Bytes &file, const char *type, const Bytes &data)
{
	put32(file, (uint32_t)data.size());
	size_t start = file.size();
	file.insert(file.end(), type, type + 4);
	file.insert(file.end(), data.begin(), data.end());
	put32(file, crc32(&file[start], file.size() - start));
}

inline Bytes
zlib_stored(const Bytes &data)
{
	const size_t most = 65535; // a stored block holds at most this much
	Bytes z = {0x78, 0x01};
	for (size_t at = 0; at < data.size(); at += most) {
		size_t n = data.size() - at < most ? data.size() - at : most;
		z.push_back(at + n == data.size()); // the last block says so
		z.push_back((uint8_t)n);
		z.push_back((uint8_t)(n >> 8));
		z.push_back((uint8_t)~n);
		z.push_back((uint8_t)(~n >> 8));
		z.insert(z.end(), data.begin() + at, data.begin() + at + n);
	}
	put32(z, adler32(data));
	return z;
}

// rgb holds three bytes per pixel, row by row from the top. Returns false on failure.
inline bool
write(const char *path, const uint8_t *rgb, int width, int height)
{
	Bytes head, rows, file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	put32(head, (uint32_t)width);
	put32(head, (uint32_t)height);
	const uint8_t format[] = {8 /* bits */, 2 /* RGB */, 0, 0, 0};
	head.insert(head.end(), format, format + 5);
	for (int y = 0; y < height; y++) {
		rows.push_back(0); // no filter in this row
		rows.insert(rows.end(), rgb + 3 * (size_t)y * width,
			    rgb + 3 * (size_t)(y + 1) * width);
	}
	put_chunk(file, "IHDR", head);
	put_chunk(file, "IDAT", zlib_stored(rows));
	put_chunk(file, "IEND", Bytes());
	FILE *f = fopen(path, "wb");
	if (!f)
		return false;
	bool ok = fwrite(file.data(), 1, file.size(), f) == file.size();
	return fclose(f) == 0 && ok;
}

} // namespace png

#endif
