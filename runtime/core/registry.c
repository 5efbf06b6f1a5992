/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels by the address of their host stub and by handle, variables by address and name.
 *
 * Both live in open-addressing tables that are read without a lock: a slot's key is
 * written after its value and never changes; leaving sets the value to NULL. A full
 * table is replaced by a larger one and kept for readers that still look at it. */
#include "inner.h"
#include "spans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct slot {
	_Atomic(const void *) key;
	_Atomic(void *) value;
};

struct map {
	struct map *older; /* replaced ones stay reachable */
	size_t size;       /* a power of two */
	size_t used;       /* keys, also those without a value */
	struct slot slots[];
};

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER; /* guards writing */
static _Atomic(struct map *) functions, variables;

static size_t
place(const void *key, size_t size)
{
	uint64_t h = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15ull;

	return (size_t)(h >> 32) & (size - 1);
}

static struct slot *
find_slot(struct map *m, const void *key)
{
	for (size_t i = place(key, m->size);; i = (i + 1) & (m->size - 1)) {
		const void *k =
			atomic_load_explicit(&m->slots[i].key, memory_order_acquire);

		if (k == key || !k)
			return &m->slots[i];
	}
}

static void *
map_get(_Atomic(struct map *) *map, const void *key)
{
	struct map *m = atomic_load_explicit(map, memory_order_acquire);

	if (!m || !key)
		return NULL;
	return atomic_load_explicit(&find_slot(m, key)->value, memory_order_acquire);
}

/* Twice the size; registry_lock is held. */
static struct map *
grow(_Atomic(struct map *) *map)
{
	struct map *old = atomic_load(map);
	size_t size = old ? old->size * 2 : 256;
	struct map *m = calloc(1, sizeof *m + size * sizeof m->slots[0]);

	if (!m)
		return NULL;
	m->older = old;
	m->size = size;
	for (size_t i = 0; old && i < old->size; i++) {
		const void *key = atomic_load(&old->slots[i].key);
		void *value = atomic_load(&old->slots[i].value);

		if (!key || !value)
			continue;
		struct slot *s = find_slot(m, key);

		atomic_store(&s->value, value);
		atomic_store(&s->key, key);
		m->used++;
	}
	atomic_store(map, m);
	return m;
}

/* registry_lock is held. */
static bool
map_put(_Atomic(struct map *) *map, const void *key, void *value)
{
	struct map *m = atomic_load(map);

	if (!m || m->used >= m->size / 2)
		m = grow(map);
	if (!m)
		return false;
	struct slot *s = find_slot(m, key);

	atomic_store(&s->value, value);
	if (!atomic_load(&s->key)) {
		atomic_store(&s->key, key);
		m->used++;
	}
	return true;
}

/* ---- modules and kernels ------------------------------------------------------ */

static const char *const level_names[] = {
	[HD_LEVEL_ANY] = "any processor",
	[HD_LEVEL_X86_64_V2] = "x86-64-v2",
	[HD_LEVEL_X86_64_V3] = "x86-64-v3",
	[HD_LEVEL_X86_64_V4] = "x86-64-v4",
};

/* The version of a module for this processor. */
static const hd_module *
best_of(const hd_module *m)
{
	for (uint32_t k = m->better_count; k-- > 0;)
		if (hd_cpu_has_level(m->better[k]->level))
			return m->better[k];
	return m;
}

bool
hd_is_module(const hd_fatbin_wrapper *w)
{
	if (!w || w->magic != HD_FATBIN_MAGIC || !w->module ||
	    w->module->magic != HD_MODULE_MAGIC) {
		hd_warn("an object with GPU code was not compiled by hdcc; its kernels "
			"cannot be launched");
		return false;
	}
	if (w->module->version != HD_MODULE_VERSION) {
		hd_warn("an object was compiled by another version of hdcc (%u, not "
			"%u); "
			"compile it again",
			w->module->version, (unsigned)HD_MODULE_VERSION);
		return false;
	}
	if (!hd_cpu_has_level(w->module->level)) {
		hd_warn("kernels were compiled for %s, and this processor is less; "
			"compile without -march",
			level_names[w->module->level]);
		return false;
	}
	return true;
}

static const hd_kernel *
find_kernel(const hd_module *m, const char *name)
{
	for (uint32_t i = 0; i < m->kernel_count; i++)
		if (!strcmp(m->kernels[i]->name, name))
			return m->kernels[i];
	return NULL;
}

/* The versions of a kernel have costs of their own. */
static bool
add_versions(hd_function *f)
{
	for (; f->kernel->fit; f = f->fit) {
		f->fit = calloc(1, sizeof *f);
		if (!f->fit)
			return false;
		f->fit->kernel = f->kernel->fit;
		f->fit->host = f->host;
		f->fit->module = f->module;
	}
	return true;
}

hd_function *
hd_function_new(const hd_kernel *k, const void *host, const void *module)
{
	hd_function *f = calloc(1, sizeof *f);
	uint32_t fixed = k->shared_static;

	if (!f)
		return NULL;
	f->kernel = k;
	f->host = host;
	f->module = module;
	f->carveout = -1;
	atomic_store(&f->dynamic_max,
		     fixed < HD_SHARED_DEFAULT ? HD_SHARED_DEFAULT - fixed : 0);
	return add_versions(f) ? f : NULL;
}

int
hd_register_function(const hd_fatbin_wrapper *w, const void *host, const char *name)
{
	const hd_module *m = best_of(w->module);
	const hd_kernel *k = find_kernel(m, name);
	hd_function *f;

	if (getenv("HEDDLE_DEBUG")) /* else wait: programs set variables in main */
		hd_options_load();
	if (!k || !host)
		return HD_ERR_FUNCTION;
	hd_log(HD_LOG_LAUNCH, "kernel %s for %s", name, level_names[m->level]);
	f = hd_function_new(k, host, w);
	if (!f)
		return HD_ERR_MEMORY;
	f->tier = hd_tier_new(f, m);
	pthread_mutex_lock(&registry_lock);
	/* programs that have it as a handle may launch that, too */
	bool ok = map_put(&functions, host, f) && map_put(&functions, f, f);

	pthread_mutex_unlock(&registry_lock);
	return ok ? HD_OK : HD_ERR_MEMORY;
}

hd_function *
hd_function_find(const void *host)
{
	return map_get(&functions, host);
}

/* ---- variables ---------------------------------------------------------------- */

int
hd_register_variable(const hd_fatbin_wrapper *w, const hd_variable *v)
{
	hd_variable *copy = malloc(sizeof *copy);

	if (!copy)
		return HD_ERR_MEMORY;
	*copy = *v;
	copy->module = w;
	pthread_mutex_lock(&registry_lock);
	bool ok = map_put(&variables, v->address, copy);

	pthread_mutex_unlock(&registry_lock);
	hd_regions_changed();
	return ok ? HD_OK : HD_ERR_MEMORY;
}

bool
hd_variable_span(const char *p, hd_span *s)
{
	struct map *m = atomic_load(&variables);
	bool found = false;

	for (size_t i = 0; m && i < m->size && !found; i++) {
		const hd_variable *v = atomic_load(&m->slots[i].value);

		if (v && v->address)
			found = hd_span_cut(s, p, v->address, v->size);
	}
	return found;
}

bool
hd_variable_around(const void *p, hd_variable *out)
{
	struct map *m = atomic_load(&variables);

	for (size_t i = 0; m && i < m->size; i++) {
		const hd_variable *v = atomic_load(&m->slots[i].value);

		if (!v || (uintptr_t)p - (uintptr_t)v->address >= v->size)
			continue;
		*out = *v;
		return true;
	}
	return false;
}

struct by_name {
	const char *name;
	hd_variable *found;
};

static void
look_up_name(void *arg)
{
	struct by_name *b = arg;
	struct map *m = atomic_load(&variables);

	for (size_t i = 0; m && i < m->size && !b->found; i++) {
		hd_variable *v = atomic_load(&m->slots[i].value);

		if (v && !v->loaded && !strcmp(v->name, b->name))
			b->found = v;
	}
}

/* Old programs pass the name of a variable instead of the variable. Any other pointer
 * may come here too, so it is read under a guard. */
bool
hd_variable_find(const void *symbol, hd_variable *out)
{
	hd_variable *v = map_get(&variables, symbol);

	if (!v && symbol) {
		struct by_name b = {symbol, NULL};

		if (!hd_run_guarded(look_up_name, &b, true))
			v = b.found;
	}
	if (v)
		*out = *v;
	return v != NULL;
}

/* ---- by module and name -------------------------------------------------------- */

hd_function *
hd_function_named(const void *module, const char *name)
{
	struct map *m = atomic_load(&functions);

	for (size_t i = 0; m && i < m->size; i++) {
		hd_function *f = atomic_load(&m->slots[i].value);

		if (f && f->module == module && !strcmp(f->kernel->name, name))
			return f;
	}
	return NULL;
}

size_t
hd_functions_of(const void *module, hd_function **out, size_t room)
{
	struct map *m = atomic_load(&functions);
	size_t n = 0;

	for (size_t i = 0; m && i < m->size; i++) {
		hd_function *f = atomic_load(&m->slots[i].value);

		if (!f || f->module != module || f != atomic_load(&m->slots[i].key))
			continue;
		if (n < room)
			out[n] = f;
		n++;
	}
	return n;
}

bool
hd_variable_named(const void *module, const char *name, hd_variable *out)
{
	struct map *m = atomic_load(&variables);

	for (size_t i = 0; m && i < m->size; i++) {
		hd_variable *v = atomic_load(&m->slots[i].value);

		if (!v || v->module != module || strcmp(v->name, name))
			continue;
		*out = *v;
		return true;
	}
	return false;
}

/* ---- leaving ------------------------------------------------------------------ */

/* The records are kept: a reader may hold one. Guarded by registry_lock. */
static hd_function *gone_functions;
static hd_variable *gone_variables;

void
hd_unregister_module(const hd_fatbin_wrapper *w)
{
	hd_tier_leave(best_of(w->module));
	pthread_mutex_lock(&registry_lock);
	struct map *f = atomic_load(&functions), *v = atomic_load(&variables);

	for (size_t i = 0; f && i < f->size; i++) {
		hd_function *p = atomic_load(&f->slots[i].value);

		if (!p || p->module != w)
			continue;
		atomic_store(&f->slots[i].value, NULL);
		if (p != atomic_load(&f->slots[i].key)) /* it is there twice */
			continue;
		p->next = gone_functions;
		gone_functions = p;
	}
	for (size_t i = 0; v && i < v->size; i++) {
		hd_variable *p = atomic_load(&v->slots[i].value);

		if (!p || p->module != w)
			continue;
		atomic_store(&v->slots[i].value, NULL);
		p->next = gone_variables;
		gone_variables = p;
	}
	pthread_mutex_unlock(&registry_lock);
	hd_regions_changed();
}
