/* SPDX-License-Identifier: Apache-2.0 */
/* Shows images: as text and back, their size from their headers, and what is none. */
#include "rt.h"

#include "core/inner.h"
#include "image_text.h"

#include <elf.h>

static void
check_text(void)
{
	enum { MOST = 300 };
	unsigned char bytes[MOST], back[2 * MOST];
	char text[1000];

	for (int i = 0; i < MOST; i++)
		bytes[i] = (unsigned char)(i * 37 + 200);
	for (size_t n = 0; n < MOST; n++) {
		memset(text, '?', sizeof text);
		hd_image_to_text(text, bytes, n);
		CHECK(strlen(text) + 1 == hd_image_text_size(n));
		CHECK(hd_image_from_text(back, text) == n);
		CHECK(memcmp(bytes, back, n) == 0);
	}
}

static int
check(const void *image, size_t size, const char *says)
{
	hd_complaint why;
	int error = hd_image_check(image, &size, &why);

	if (!strstr(why.text, says)) {
		fprintf(stderr, "'%s' is not in '%s'\n", says, why.text);
		exit(1);
	}
	return error;
}

/* What is behind a short string must not be read: memory of its own size. */
static int
check_string(const char *s, const char *says)
{
	char *copy = strdup(s);
	int error = check(copy, 0, says);

	free(copy);
	return error;
}

static void
check_strings(void)
{
	CHECK(check_string("", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string("a", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string("\177EL", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string("// heddle", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string("/* open", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string("/", "not device code") == HD_ERR_IMAGE);
	CHECK(check_string(" // a\n/* b */\t.version 7.0\n", "is PTX") == HD_ERR_PTX);
	CHECK(check_string(HD_IMAGE_TEXT "AAAA\n", "") == HD_OK);
}

/* Text in which there is text again, whose end is not part of it. */
static void
check_nested(void)
{
	static const char inner[] = HD_IMAGE_TEXT "f0VM";
	char text[200], *copy;
	const void *module;
	hd_complaint why;

	hd_image_to_text(text, (const unsigned char *)inner, sizeof inner - 1);
	copy = strdup(text);
	CHECK(hd_image_load(copy, 0, &module, &why) == HD_ERR_IMAGE);
	free(copy);
}

static void
check_headers(void)
{
	struct {
		Elf64_Ehdr h;
		Elf64_Phdr p;
		char code[100];
		char end; /* text is behind what is known by its size */
	} image = {{{0}}, {0}, {0}, 0};
	hd_complaint why;
	const void *module;
	size_t size = 0;

	memcpy(image.h.e_ident, ELFMAG, SELFMAG);
	image.h.e_ident[EI_CLASS] = ELFCLASS64;
	CHECK(check(&image, 0, "another processor") == HD_ERR_PROCESSOR);
	image.h.e_machine = 190;
	CHECK(check(&image, 0, "of a GPU") == HD_ERR_PROCESSOR);
	image.h.e_machine = hd_cpu_machine;
	CHECK(check(&image, 0, "a program or an object") == HD_ERR_IMAGE);
	image.h.e_type = ET_DYN;
	image.h.e_phoff = offsetof(__typeof__(image), p);
	image.h.e_phnum = 1;
	image.p.p_offset = offsetof(__typeof__(image), code);
	image.p.p_filesz = sizeof image.code;
	CHECK(hd_image_check(&image, &size, &why) == HD_OK);
	CHECK(size == offsetof(__typeof__(image), end));
	CHECK(check(&image, 10, "cut off") == HD_ERR_IMAGE);
	CHECK(check(&image, sizeof image.h, "cut off") == HD_ERR_IMAGE);
	CHECK(check(&image, size - 1, "cut off") == HD_ERR_IMAGE);
	CHECK(check(&image, size, "") == HD_OK);
	CHECK(hd_image_load(&image, size, &module, &why) == HD_ERR_IMAGE);
	CHECK(strstr(why.text, "cannot be loaded"));
	image.p.p_filesz = UINT64_MAX; /* more than there is */
	CHECK(check(&image, size, "cut off") == HD_ERR_IMAGE);
	image.h.e_phoff = UINT64_MAX - 8; /* nowhere */
	CHECK(check(&image, size, "cut off") == HD_ERR_IMAGE);
	CHECK(check(&image, 0, "cut off") == HD_ERR_IMAGE);
	CHECK(hd_image_unload(&image) == HD_ERR_HANDLE);
	CHECK(!hd_image_is_loaded(NULL));
}

int
main(void)
{
	check_text();
	check_strings();
	check_nested();
	check_headers();
	return 0;
}
