/* SPDX-License-Identifier: Apache-2.0 */
/* The host of a GPU First program: it starts the device, launches regions and makes the
 * calls that the device asks for. */
#ifndef HD_GF_H
#define HD_GF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../share.h"

extern const struct hd_gf_program hd_gf_program; /* the compiler makes it */

/* What the user may set; sizes in bytes. */
struct hd_gf_settings {
	uint64_t heap, stack, staging, thread_stack;
	uint32_t blocks, threads; /* of a grid, and of a block; 0 = chosen */
	uint32_t num_threads;     /* OMP_NUM_THREADS, 0 = none */
	uint32_t servers;
	uint32_t cancels;        /* OMP_CANCELLATION */
	int32_t schedule, chunk; /* OMP_SCHEDULE, by the numbers of omp.h */
	bool on_cpu, profile;
	const char *tsv; /* where the profile goes as a table, NULL: nowhere */
};
extern struct hd_gf_settings hd_gf_settings;

bool hd_gf_read_settings(void); /* false after a message */

/* A device: one of them is used. */
typedef struct hd_gf_device {
	const char *name;                  /* for the report */
	bool (*open)(struct hd_gf_env *e); /* false after a message */
	bool (*start)(int argc, char **argv, char **envp);
	uint64_t (*launch)(uint32_t region, void *captures, uint32_t threads);
	void (*check)(void);      /* that it still works, or say why not */
	void (*idle)(bool first); /* no request is there, for this server */
	void (*read)(void *to, const void *device, size_t n);
} hd_gf_device;
extern const hd_gf_device hd_gf_emulator, hd_gf_cuda;

/* ---- server.c */

extern hd_gf_slot *hd_gf_slots;
void hd_gf_serve(const hd_gf_device *d); /* until the program ends */
/* Flush, report, leave. */
_Noreturn void hd_gf_end(int status);
_Noreturn void hd_gf_give_up(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));
const char *hd_gf_where(const char *where); /* "file:line"; static */
/* The region that runs, NULL = sequential code; and the last remote call. */
extern _Atomic(const hd_gf_region *) hd_gf_running;
extern _Atomic(const hd_gf_pad *) hd_gf_last_call;

/* ---- report.c */

void hd_gf_count_call(uint32_t pad, uint64_t ns);
void hd_gf_report(const hd_gf_device *d);
uint64_t hd_gf_now(void);
extern struct hd_gf_env *hd_gf_device_env; /* the host's copy */

#endif
