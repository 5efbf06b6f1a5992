/* SPDX-License-Identifier: Apache-2.0 */
/* Code that is loaded while the program runs: what hdcc -cubin and NVRTC make. An image is
 * a shared object (hd_image in frame.h); loading it registers its kernels and variables as
 * a program's own are, with its wrapper for a module. */
#include "image_text.h"
#include "inner.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct loaded {
	struct loaded *next;
	hd_shared object;
	const hd_fatbin_wrapper *wrapper;
} loaded;

static pthread_mutex_t image_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static loaded *images;

__attribute__((format(printf, 3, 4))) static int
complain(hd_complaint *why, int error, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why->text, sizeof why->text, format, ap);
	va_end(ap);
	return error;
}

/* ---- what is it? ---------------------------------------------------------------- */

enum { GPU_MACHINE = 190 }; /* ELF's number for NVIDIA's */

#define MAKE_IT "make it with hdcc -cubin, or with NVRTC, from its CUDA source"

/* Assembly is text: blanks and comments, then its version. */
static bool
is_ptx(const char *s)
{
	for (;;) {
		s += strspn(s, " \t\r\n");
		if (s[0] != '/')
			break;
		if (s[1] == '/')
			s += strcspn(s, "\n");
		else if (s[1] == '*' && (s = strstr(s + 2, "*/")))
			s += 2;
		else
			return false;
	}
	return strncmp(s, ".version", 8) == 0;
}

/* Nothing is read behind a zero: the image may be a short string. */
static bool
begins(const char *image, const char *with)
{
	return strncmp(image, with, strlen(with)) == 0;
}

/* Images have another form, for programs that read text. */
static bool
is_text(const char *image)
{
	return begins(image, HD_IMAGE_TEXT);
}

static int
complain_about_kind(const char *image, hd_complaint *why)
{
	if (begins(image, "\x50\xed\x55\xba") || begins(image, "\xb1\x43\x62\x46"))
		return complain(
			why, HD_ERR_PROCESSOR,
			"the image is a fat binary of nvcc, for GPUs; " MAKE_IT);
	if (begins(image, "BC\xc0\xde"))
		return complain(why, HD_ERR_IMAGE,
				"the image is bitcode; make it without -emit-llvm");
	if (is_ptx(image))
		return complain(why, HD_ERR_PTX,
				"the image is PTX, assembly for GPUs, which cannot be "
				"translated; " MAKE_IT);
	return complain(why, HD_ERR_IMAGE, "the image is not device code; " MAKE_IT);
}

#define NOWHERE SIZE_MAX

static void
reach(size_t *end, uint64_t offset, uint64_t size)
{
	uint64_t to = offset + size < offset ? NOWHERE : offset + size;

	if (to > *end)
		*end = to;
}

/* Where the file ends: behind everything that its headers name. */
static size_t
end_of(const char *image, const Elf64_Ehdr *h, size_t size)
{
	size_t end = sizeof *h;

	reach(&end, h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr));
	reach(&end, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr));
	if (end == NOWHERE || (size && end > size))
		return end;
	for (size_t i = 0; i < h->e_phnum; i++) {
		Elf64_Phdr p;

		memcpy(&p, image + h->e_phoff + i * sizeof p, sizeof p);
		reach(&end, p.p_offset, p.p_filesz);
	}
	for (size_t i = 0; i < h->e_shnum; i++) {
		Elf64_Shdr s;

		memcpy(&s, image + h->e_shoff + i * sizeof s, sizeof s);
		if (s.sh_type != SHT_NOBITS)
			reach(&end, s.sh_offset, s.sh_size);
	}
	return end;
}

int
hd_image_check(const void *image, size_t *size, hd_complaint *why)
{
	Elf64_Ehdr h;
	size_t end;

	why->text[0] = 0;
	if (is_text(image)) {
		*size = strlen(image) + 1;
		return HD_OK;
	}
	if (!begins(image, ELFMAG))
		return complain_about_kind(image, why);
	if (*size && *size < sizeof h)
		return complain(why, HD_ERR_IMAGE, "the image is cut off");
	memcpy(&h, image, sizeof h);
	if (h.e_machine == GPU_MACHINE)
		return complain(why, HD_ERR_PROCESSOR,
				"the image is machine code of a GPU; " MAKE_IT);
	if (h.e_machine != hd_cpu_machine)
		return complain(why, HD_ERR_PROCESSOR,
				"the image was made for another processor; " MAKE_IT);
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_type != ET_DYN)
		return complain(why, HD_ERR_IMAGE,
				"the image is a program or an object; " MAKE_IT);
	end = end_of(image, &h, *size);
	if (end == NOWHERE)
		return complain(why, HD_ERR_IMAGE, "the image is cut off, or damaged");
	if (*size && end > *size)
		return complain(why, HD_ERR_IMAGE,
				"the image is cut off: %zu bytes of %zu", *size, end);
	*size = end;
	return HD_OK;
}

/* ---- loading ---------------------------------------------------------------------- */

static int
register_all(const hd_image *image)
{
	const hd_module *m = image->wrapper->module;
	int error = HD_OK;

	for (uint32_t i = 0; i < m->kernel_count && !error; i++)
		error = hd_register_function(image->wrapper, m->kernels[i],
					     m->kernels[i]->name);
	for (uint32_t i = 0; i < image->variable_count && !error; i++) {
		const hd_image_variable *v = &image->variables[i];

		error = hd_register_variable(image->wrapper,
					     &(hd_variable){.address = v->address,
							    .name = v->name,
							    .size = v->size,
							    .constant = v->constant,
							    .loaded = true});
	}
	return error;
}

/* An object that is open; what it registered before an error is undone. */
static int
take_image(const hd_shared *o, const hd_fatbin_wrapper **wrapper, hd_complaint *why)
{
	const hd_image *image = hd_shared_symbol(o, HD_IMAGE_SYMBOL);
	int error;

	if (!image || image->magic != HD_MODULE_MAGIC)
		return complain(why, HD_ERR_IMAGE,
				"the image is a library without device code; " MAKE_IT);
	if (image->version != HD_MODULE_VERSION || !hd_is_module(image->wrapper))
		return complain(why, HD_ERR_IMAGE,
				"the image was made by another version of hdcc, or for "
				"another processor; make it again");
	error = register_all(image);
	if (error) {
		hd_unregister_module(image->wrapper);
		return complain(why, error, "no memory to load the image");
	}
	*wrapper = image->wrapper;
	return HD_OK;
}

static int
load_text(const char *text, const void **module, hd_complaint *why)
{
	unsigned char *image =
		calloc(1, strlen(text) + 1); /* what is text has an end */
	size_t size;
	int error;

	if (!image)
		return complain(why, HD_ERR_MEMORY, "no memory to load the image");
	size = hd_image_from_text(image, text);
	error = size ? hd_image_load(image, size, module, why)
		     : complain(why, HD_ERR_IMAGE, "the image is cut off");
	free(image);
	return error;
}

int
hd_image_load(const void *image, size_t size, const void **module, hd_complaint *why)
{
	int error = hd_image_check(image, &size, why);
	loaded *l;

	if (error)
		return error;
	if (is_text(image))
		return load_text(image, module, why);
	l = calloc(1, sizeof *l);
	if (!l)
		return complain(why, HD_ERR_MEMORY, "no memory to load the image");
	error = hd_shared_open(&l->object, image, size, why) ? HD_OK : HD_ERR_IMAGE;
	if (!error) {
		error = take_image(&l->object, &l->wrapper, why);
		if (error)
			hd_shared_close(&l->object);
	}
	if (error) {
		free(l);
		return error;
	}
	pthread_mutex_lock(&image_lock);
	l->next = images;
	images = l;
	pthread_mutex_unlock(&image_lock);
	*module = l->wrapper;
	return HD_OK;
}

int
hd_image_read(const char *file, void **image, size_t *size, hd_complaint *why)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t n = 0;

	if (fd < 0 || fstat(fd, &st) != 0 || S_ISDIR(st.st_mode)) {
		complain(why, 0, "%s: %s", file, strerror(fd < 0 ? errno : EISDIR));
		if (fd >= 0)
			close(fd);
		return HD_ERR_FILE;
	}
	*image = calloc(1, (size_t)st.st_size + 1); /* text gets its end */
	*size = 0;
	while (*image && *size < (size_t)st.st_size) {
		n = read(fd, (char *)*image + *size, (size_t)st.st_size - *size);
		if (n <= 0)
			break;
		*size += (size_t)n;
	}
	close(fd);
	if (!*image)
		return complain(why, HD_ERR_MEMORY, "no memory for %s", file);
	if (*size)
		return HD_OK;
	free(*image);
	return complain(why, HD_ERR_IMAGE, "%s is empty", file);
}

int
hd_image_load_file(const char *file, const void **module, hd_complaint *why)
{
	void *image;
	size_t size;
	int error = hd_image_read(file, &image, &size, why);
	char text[sizeof why->text];

	if (error)
		return error;
	error = hd_image_load(image, size, module, why);
	free(image);
	if (error) {
		memcpy(text, why->text, sizeof text);
		complain(why, error, "%.160s: %.330s", file, text);
	}
	return error;
}

/* ---- unloading -------------------------------------------------------------------- */

static loaded **
find(const void *module)
{
	loaded **at = &images;

	while (*at && (*at)->wrapper != module)
		at = &(*at)->next;
	return at;
}

bool
hd_image_is_loaded(const void *module)
{
	pthread_mutex_lock(&image_lock);
	bool is = *find(module) != NULL;

	pthread_mutex_unlock(&image_lock);
	return is;
}

int
hd_image_unload(const void *module)
{
	pthread_mutex_lock(&image_lock);
	loaded **at = find(module), *l = *at;

	if (l)
		*at = l->next;
	pthread_mutex_unlock(&image_lock);
	if (!l)
		return HD_ERR_HANDLE;
	if (atomic_load(&hd_pool_state) == HD_RUNNING && !hd_is_worker_thread())
		hd_wait_device();
	hd_unregister_module(l->wrapper);
	hd_shared_close(&l->object);
	free(l);
	return HD_OK;
}
