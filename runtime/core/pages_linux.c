/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses without pages, and pages that are mapped at several addresses. */
#include "inner.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTHING = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };

/* By these a file of ours is known: its size cannot change any more. */
enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };

static void *
reserve_at(void *hint, size_t bytes, size_t align)
{
	char *p = mmap(hint, bytes, PROT_NONE, NOTHING | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (p == hint && (uintptr_t)p % align == 0)
		return p;
	munmap(p, bytes);
	return NULL;
}

/* More than is asked for, and both ends cut off to get the alignment. */
static void *
reserve_anywhere(size_t bytes, size_t align)
{
	size_t before;
	char *p;

	if (bytes > SIZE_MAX - align)
		return NULL;
	p = mmap(NULL, bytes + align, PROT_NONE, NOTHING, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	before = -(uintptr_t)p & (align - 1);
	if (before)
		munmap(p, before);
	munmap(p + before + bytes, align - before);
	return p + before;
}

void *
hd_reserve_pages(size_t bytes, size_t align, void *hint)
{
	void *p = hint ? reserve_at(hint, bytes, align) : NULL;

	return p ? p : reserve_anywhere(bytes, align);
}

bool
hd_empty_pages(void *base, size_t bytes)
{
	return mmap(base, bytes, PROT_NONE, NOTHING | MAP_FIXED, -1, 0) != MAP_FAILED;
}

void *
hd_shared_pages(size_t bytes, int file)
{
	int flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
	void *p = mmap(NULL, bytes, PROT_NONE, flags, file, 0);

	if (p == MAP_FAILED)
		return NULL;
	madvise(p, bytes, MADV_HUGEPAGE);
	return p;
}

/* An old size of 0 leaves the old mapping where it is. If that fails, what was at the new
 * place may be gone already. */
bool
hd_double_pages(void *from, void *to, size_t bytes)
{
	if (mremap(from, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED)
		return true;
	hd_empty_pages(to, bytes);
	return false;
}

bool
hd_allow_pages(void *base, size_t bytes, unsigned access)
{
	int open = access == HD_ACCESS_WRITE  ? PROT_READ | PROT_WRITE
		   : access == HD_ACCESS_READ ? PROT_READ
					      : PROT_NONE;

	return mprotect(base, bytes, open) == 0;
}

int
hd_page_file(size_t bytes)
{
	int file = memfd_create("heddle-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (file >= 0 &&
	    (ftruncate(file, (off_t)bytes) || fcntl(file, F_ADD_SEALS, SEALS))) {
		close(file);
		file = -1;
	}
	return file;
}

bool
hd_is_page_file(int file, size_t *bytes)
{
	struct stat s;

	if (file < 0 || fcntl(file, F_GET_SEALS) != SEALS || fstat(file, &s))
		return false;
	*bytes = (size_t)s.st_size;
	return true;
}

int
hd_copy_file(int file)
{
	return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

void
hd_close_file(int file)
{
	close(file);
}
