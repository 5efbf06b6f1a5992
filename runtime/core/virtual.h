/* SPDX-License-Identifier: Apache-2.0 */
/* Memory without addresses, addresses without memory, and mapping the one to the other. */
#ifndef HD_VIRTUAL_H
#define HD_VIRTUAL_H

#include "core.h"

/* ---- physical.c: memory without an address ------------------------------------ */

enum { HD_GRANULE = 2 << 20 }; /* what addresses and sizes are multiples of */

typedef struct hd_piece {
	size_t size;
	enum hd_memory_kind kind; /* HD_MEM_DEVICE or HD_MEM_HOST */
	int location[2];          /* type and number, as the user gave them */
	bool shareable;           /* with other processes, by a file */
} hd_piece;

int hd_physical_new(const hd_piece *about, uint64_t *handle);
int hd_physical_ask(uint64_t handle, hd_piece *about);
int hd_physical_release(uint64_t handle);
int hd_physical_export(uint64_t handle, int *file); /* the caller closes it */
int hd_physical_import(int file, uint64_t *handle);

/* ---- virtual.c: addresses without memory, and what is mapped there -------------- */

enum hd_access { HD_ACCESS_NONE, HD_ACCESS_READ, HD_ACCESS_WRITE = 3 };

int hd_virtual_reserve(size_t size, size_t align, void *hint, void **out);
int hd_virtual_free(void *base, size_t size);
bool hd_virtual_find(const void *p, char **base, size_t *size); /* what was reserved */
int hd_virtual_map(void *at, size_t size, uint64_t handle);
int hd_virtual_unmap(void *at, size_t size);
/* access: the device's and the host's; less than 0 leaves it as it is. */
int hd_virtual_allow(void *at, size_t size, const int access[2]);
int hd_virtual_retain(const void *p, uint64_t *handle); /* of what is mapped there */

/* ---- physical.c ------------------------------------------------------------------ */

typedef struct hd_physical {
	hd_piece about;
	uint64_t handle;
	char *home;   /* a mapping that is never open; it keeps the memory */
	int file;     /* -1: none */
	bool counted; /* against the device's memory */
	uint32_t handles, mappings;
} hd_physical;

hd_physical *hd_physical_pin(uint64_t handle); /* it gets a mapping; NULL: unknown */
void hd_physical_unpin(hd_physical *p);
void hd_physical_retain(hd_physical *p); /* a handle for something that is pinned */

#endif
