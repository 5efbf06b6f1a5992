/* SPDX-License-Identifier: Apache-2.0 */
/* An image as text: "PTX" is what programs take for a string, so that one has no zeros but
 * its end. A line that says what it is, then lines of 64 letters for 48 bytes. */
#ifndef HD_IMAGE_TEXT_H
#define HD_IMAGE_TEXT_H

#include <stddef.h>
#include <string.h>

#define HD_IMAGE_TEXT "// heddle image 1\n"
#define HD_IMAGE_LETTERS                                                               \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

enum { HD_IMAGE_LINE = 48 }; /* bytes */

/* With the zero at its end. */
static inline size_t
hd_image_text_size(size_t bytes)
{
	size_t lines = (bytes + HD_IMAGE_LINE - 1) / HD_IMAGE_LINE;

	return sizeof HD_IMAGE_TEXT - 1 + (bytes + 2) / 3 * 4 + lines + 1;
}

static inline void
hd_image_to_text(char *out, const unsigned char *bytes, size_t n)
{
	memcpy(out, HD_IMAGE_TEXT, sizeof HD_IMAGE_TEXT - 1);
	out += sizeof HD_IMAGE_TEXT - 1;
	for (size_t i = 0; i < n; i += 3) {
		unsigned b = i + 1 < n ? bytes[i + 1] : 0,
			 c = i + 2 < n ? bytes[i + 2] : 0;
		unsigned word = (unsigned)bytes[i] << 16 | b << 8 | c;

		for (int k = 0; k < 4; k++)
			*out++ = i + (size_t)k > n
					 ? '='
					 : HD_IMAGE_LETTERS[word >> (18 - 6 * k) & 63];
		if ((i + 3) % HD_IMAGE_LINE == 0 || i + 3 >= n)
			*out++ = '\n';
	}
	*out = 0;
}

/* `out` has room for as many bytes as the text has letters. How many there are; what is no
 * letter ends the text. */
static inline size_t
hd_image_from_text(unsigned char *out, const char *text)
{
	unsigned word = 0, bits = 0;
	size_t n = 0;

	for (text += sizeof HD_IMAGE_TEXT - 1; *text && *text != '='; text++) {
		const char *at = strchr(HD_IMAGE_LETTERS, *text);

		if (*text == '\n' || *text == '\r')
			continue;
		if (!at)
			break;
		word = word << 6 | (unsigned)(at - HD_IMAGE_LETTERS);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			out[n++] = (unsigned char)(word >> bits);
		}
	}
	return n;
}

#endif
