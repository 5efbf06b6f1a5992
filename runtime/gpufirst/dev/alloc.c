/* SPDX-License-Identifier: Apache-2.0 */
/* The heap. It is cut into chunks with a lock each: one for the generic allocator,
 * threads x teams (and a larger first one) for the balanced allocator, where a thread
 * takes the chunk of its number. A chunk is a row of blocks with a header each, from
 * which objects are found again. Blocks are taken at the top; a free block at the top is
 * given back at once, together with free ones below. The generic allocator has a short
 * look for a hole first, the balanced one only when its chunk is full. */
#include "dev.h"

typedef struct block {
	u64 size;   /* of what follows, a multiple of 16; lowest bit: in use */
	u64 before; /* size of the block before, 0: the first */
} block;

typedef struct chunk {
	u32 lock;
	u32 holes;  /* free blocks below the top */
	u64 blocks; /* that were ever made */
	char *begin, *end, *top;
	u64 last;     /* size of the block below the top, 0: none */
	block *rover; /* where the next search for a hole begins */
} chunk;

enum { MAX_CHUNKS = 32 * 256 + 1, A_LOOK = 16 };
static chunk chunks[MAX_CHUNKS];
static u32 nchunks;
static u64 first_size, chunk_size;

INLINE u64
size_of(const block *b)
{
	return b->size & ~1ull;
}
INLINE int
in_use(const block *b)
{
	return (int)(b->size & 1);
}
INLINE block *
next_block(block *b)
{
	return (block *)((char *)(b + 1) + size_of(b));
}

/* Before main. */
void
hd_gfx_start(void)
{
	u64 n = (u64)hd_gf_env.balance_threads * hd_gf_env.balance_teams;
	u64 size = hd_gf_env.heap_size & ~15ull;

	n = n >= MAX_CHUNKS ? MAX_CHUNKS - 1 : n;
	first_size = n ? (size / 100 * hd_gf_env.first_share) & ~15ull : size;
	chunk_size = n ? ((size - first_size) / n) & ~15ull : 0;
	nchunks = (u32)n + 1;
	hd_gf_team.began = hd_gf_env.profile ? now_ns() : 0;
	for (u32 i = 0; i < nchunks; i++) {
		chunk *c = &chunks[i];

		c->begin = hd_gf_env.heap + (i ? first_size + (i - 1) * chunk_size : 0);
		c->end = c->begin + (i ? chunk_size : first_size);
		c->top = c->begin;
	}
	fence_gpu();
}

INLINE chunk *
chunk_of(const void *p)
{
	u64 at = (u64)((const char *)p - hd_gf_env.heap);

	return at < first_size ? &chunks[0]
			       : &chunks[1 + (at - first_size) / chunk_size];
}

/* The initial thread has the first chunk, which is the largest. */
INLINE u32
own_chunk(void)
{
	u32 n = hd_gf_env.balance_threads, m = hd_gf_env.balance_teams;

	if (nchunks == 1 || !hd_gf_team.active)
		return 0;
	return 1 + hd_tid() % n + hd_cta() % m * n;
}

/* ---- one chunk, whose lock is held */

static void
use(chunk *c, block *b, u64 n)
{
	u64 rest = size_of(b) - n;

	if (rest >= 2 * sizeof(block)) { /* the end stays free */
		block *free_end;

		c->blocks++;
		b->size = n;
		free_end = next_block(b);
		free_end->size = rest - sizeof(block);
		free_end->before = n;
		next_block(free_end)->before = size_of(free_end);
	} else {
		c->holes--;
	}
	b->size |= 1;
}

static void
join(chunk *c, block *b, block *next)
{
	b->size += sizeof(block) + size_of(next);
	c->holes--;
	if (c->rover == next)
		c->rover = b;
	if ((char *)next_block(b) < c->top)
		next_block(b)->before = size_of(b);
	else
		c->last = size_of(b);
}

/* Looks at so many blocks, round and round; joins free neighbours on the way. */
static block *
find_hole(chunk *c, u64 n, u64 steps)
{
	block *b = c->rover;

	for (; steps; steps--, b = next_block(b)) {
		if (!b || (char *)b >= c->top)
			b = (block *)c->begin;
		if ((char *)b >= c->top)
			return NULL;
		if (in_use(b))
			continue;
		for (block *o = next_block(b); (char *)o < c->top && !in_use(o);
		     o = next_block(b))
			join(c, b, o);
		if (size_of(b) >= n && (char *)next_block(b) < c->top) {
			c->rover = b;
			return b;
		}
	}
	c->rover = b;
	return NULL;
}

static block *
take_top(chunk *c, u64 n)
{
	block *b = (block *)c->top;

	if (n + sizeof *b > (u64)(c->end - c->top))
		return NULL;
	c->blocks++;
	b->size = n | 1;
	b->before = c->last;
	c->last = n;
	c->top += sizeof *b + n;
	return b;
}

static void *
take(chunk *c, u64 n, int holes_first)
{
	block *b = NULL;

	if (holes_first && c->holes && (b = find_hole(c, n, A_LOOK)))
		use(c, b, n);
	if (!b)
		b = take_top(c, n);
	if (!b && c->holes && (b = find_hole(c, n, c->blocks + 1)))
		use(c, b, n);
	return b ? b + 1 : NULL;
}

static void
give(chunk *c, block *b)
{
	b->size &= ~1ull;
	c->holes++;
	while (c->last) {
		block *top = (block *)(c->top - c->last) - 1;

		if (in_use(top))
			return;
		c->top = (char *)top;
		c->last = top->before;
		c->holes--;
		if ((char *)c->rover >= c->top)
			c->rover = NULL;
	}
}

/* ---- what programs call */

static void *
allocate(size_t size)
{
	u64 n = size ? (size + 15) & ~15ull : 16;
	u32 first, generic;

	first = own_chunk();
	generic = nchunks == 1;
	for (u32 i = 0; i < nchunks && size <= hd_gf_env.heap_size; i++) {
		chunk *c = &chunks[(first + i) % nchunks];
		void *p;

		lock(&c->lock);
		p = take(c, n, (int)generic);
		unlock(&c->lock);
		if (p)
			return p;
	}
	me()->error = 12; /* ENOMEM */
	return NULL;
}

/* A block that is too large, from which the beginning is cut off. */
void *
hd_gf_aligned_alloc(size_t align, size_t n)
{
	char *p, *q;
	chunk *c;
	block *a, *b;

	if (align <= 16 || n > hd_gf_env.heap_size)
		return allocate(n);
	p = allocate(n + align + 32);
	if (!p || ((u64)p & (align - 1)) == 0)
		return p;
	q = (char *)(((u64)p + 32 + align - 1) & ~(u64)(align - 1));
	a = (block *)p - 1;
	b = (block *)q - 1;
	c = chunk_of(p);
	lock(&c->lock);
	b->size = (u64)((char *)next_block(a) - q) | 1;
	a->size = (u64)((char *)b - p) | 1;
	b->before = size_of(a);
	if ((char *)next_block(b) < c->top)
		next_block(b)->before = size_of(b);
	else
		c->last = size_of(b);
	give(c, a);
	unlock(&c->lock);
	return q;
}

/* Neighbouring threads read a large array best if it begins where a row of memory does. */
void *
hd_gf_malloc(size_t n)
{
	return n < HD_GF_LARGE ? allocate(n) : hd_gf_aligned_alloc(HD_GF_LINE, n);
}

void
hd_gf_free(void *p)
{
	chunk *c;

	if (!p)
		return;
	if ((char *)p < hd_gf_env.heap ||
	    (char *)p >= hd_gf_env.heap + hd_gf_env.heap_size)
		return; /* from the host: it stays */
	c = chunk_of(p);
	lock(&c->lock);
	give(c, (block *)p - 1);
	unlock(&c->lock);
}

void *
hd_gf_calloc(size_t n, size_t size)
{
	void *p = size && n > ~(size_t)0 / size ? NULL : hd_gf_malloc(n * size);

	return p ? hd_gf_memset(p, 0, n * size) : NULL;
}

void *
hd_gf_realloc(void *p, size_t n)
{
	u64 old = p ? size_of((block *)p - 1) : 0;
	void *q;

	if (p && old >= n && n)
		return p;
	q = hd_gf_malloc(n);
	if (q && p)
		hd_gf_memcpy(q, p, old < n ? old : n);
	if (q)
		hd_gf_free(p);
	return q;
}

void *
hd_gf_memalign(size_t align, size_t n)
{
	return hd_gf_aligned_alloc(align, n);
}

int
hd_gf_posix_memalign(void **p, size_t align, size_t n)
{
	void *q = hd_gf_aligned_alloc(align, n);

	if (!q)
		return 12; /* ENOMEM */
	*p = q;
	return 0;
}

u64
hd_gfx_find_object(const void *p, u64 *offset)
{
	u64 found = 0;
	chunk *c;

	if ((char *)p < hd_gf_env.heap ||
	    (char *)p >= hd_gf_env.heap + hd_gf_env.heap_size)
		return 0;
	c = chunk_of(p);
	lock(&c->lock);
	for (block *b = (block *)c->begin; (char *)b < c->top; b = next_block(b))
		if ((const char *)p >= (char *)(b + 1) &&
		    (const char *)p < (char *)next_block(b)) {
			*offset = (u64)((const char *)p - (char *)(b + 1));
			found = in_use(b) ? size_of(b) : 0;
			break;
		}
	unlock(&c->lock);
	return found;
}

/* ---- locals that other threads, or the host, may see: a frame for each call */

static u64 stack_top; /* of the initial thread */

void *
hd_gfx_frame(u64 size)
{
	u64 line = size < HD_GF_LARGE ? 64 : HD_GF_LINE;
	char *p;

	size = (size + line - 1) & ~(line - 1);
	if (hd_gf_team.active) {
		p = hd_gf_malloc(size);
		if (!p)
			hd_gfx_fail("out of device memory for local variables");
		return p;
	}
	stack_top = (stack_top + line - 1) & ~(line - 1);
	if (stack_top > hd_gf_env.stack_size || size > hd_gf_env.stack_size - stack_top)
		hd_gfx_fail("the stack of the initial thread is full; make "
			    "HEDDLE_GF_STACK larger");
	p = hd_gf_env.stack + stack_top;
	stack_top += size;
	return p;
}

void
hd_gfx_unframe(char *p)
{
	if (p >= hd_gf_env.stack && p < hd_gf_env.stack + hd_gf_env.stack_size)
		stack_top = (u64)(p - hd_gf_env.stack);
	else
		hd_gf_free(p);
}

/* Arrays of variable size: a list for each call, newest first. */
typedef struct vla {
	struct vla *next;
	char *memory; /* with the array at its end, this before it */
} vla;

void *
hd_gfx_vla(vla **list, u64 size)
{
	u64 before = size < HD_GF_LARGE ? sizeof(vla) : HD_GF_LINE;
	char *memory = hd_gf_malloc(size + before);
	vla *v = (vla *)(memory + before) - 1;

	if (!memory)
		hd_gfx_fail("out of device memory for an array of variable size");
	v->memory = memory;
	v->next = *list;
	*list = v;
	return v + 1;
}

void
hd_gfx_vla_release(vla **list, vla *until)
{
	while (*list != until) {
		vla *v = *list;

		*list = v->next;
		hd_gf_free(v->memory);
	}
}

/* ---- threadprivate: the initial thread has the variable itself */

static u32 table_lock;

/* One thread makes the table of all copies. */
static void **
new_table(void **cache)
{
	void **table;

	lock(&table_lock);
	table = load_ptr(cache);
	if (!table) {
		table = hd_gf_calloc(hd_gf_env.max_threads, sizeof *table);
		fence_gpu();
		swap_null(cache, table);
	}
	unlock(&table_lock);
	if (!table)
		hd_gfx_fail("out of device memory for threadprivate variables");
	return table;
}

void *
hd_gfx_threadprivate(void *original, const void *initial, u64 size, void **cache)
{
	u32 t = global_thread();
	void **table, *p;

	if (t == 0)
		return original;
	table = load_ptr(cache);
	if (!table)
		table = new_table(cache);
	p = load_ptr(&table[t]); /* another thread may have cleared it just now */
	if (!p) {
		p = hd_gf_malloc(size);
		if (!p)
			hd_gfx_fail("out of device memory for threadprivate variables");
		table[t] = hd_gf_memcpy(p, initial, size);
	}
	return p;
}
