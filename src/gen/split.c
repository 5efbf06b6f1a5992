/* SPDX-License-Identifier: Apache-2.0 */
/* Large units are optimised and emitted in several processes at once.
 *
 * Part 0 has the host code and all variables, the other parts have kernels; what several
 * parts need is a copy in each (functions, constants whose address means nothing) or a
 * hidden symbol of part 0 that is made local again when the parts are joined. How a unit
 * is split depends on it alone, so that objects are the same on every machine; how many
 * parts are compiled at once depends on what the machine can spare.
 */
#include "gen/split.h"

#include "base/workers.h"

#include <errno.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Comdat.h>

extern char **environ;

enum { PART_WEIGHT = 3000, VECTOR_BITS = 128, ANY = -1 };

typedef struct piece {
	LLVMValueRef fn; /* a kernel's entry function */
	uint64_t weight;
	int part;
} piece;

typedef struct symbol {
	LLVMValueRef v;
	LLVMLinkage linkage; /* as it was */
	const char *name;
} symbol;

typedef struct split {
	hd_unit *u;
	const hd_job *job;
	HD_VEC(piece) kernels;
	int n; /* parts */
	hd_strings files;
	HD_VEC(symbol) shared;
} split;

/* ---- which function goes where */

static uint64_t
weight_of_type(hd_unit *u, LLVMTypeRef t)
{
	uint64_t bits;

	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return 1;
	bits = LLVMSizeOfTypeInBits(u->dl, t);
	return bits <= VECTOR_BITS ? 1 : bits / VECTOR_BITS;
}

static uint64_t
weight_of(hd_unit *u, LLVMValueRef fn)
{
	uint64_t n = 0;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			n += weight_of_type(u, LLVMTypeOf(i));
	return n;
}

static int
heavier_first(const void *a, const void *b)
{
	const piece *x = a, *y = b;

	return x->weight < y->weight ? 1 : x->weight > y->weight ? -1 : 0;
}

/* Each kernel to the part that has least so far, the large ones first. */
static void
assign(split *s)
{
	uint64_t host = 0, sum, load[HD_MAX_PARTS] = {0};

	hd_each_function (fn, s->u->m) {
		piece k = {fn, weight_of(s->u, fn), 0};

		if (hd_has_body(fn) && hd_string_attr(fn, HD_ENTRY))
			hd_push(&s->u->mem, &s->kernels, k);
		else
			host += k.weight;
	}
	sum = host;
	for (size_t k = 0; k < s->kernels.n; k++)
		sum += s->kernels.at[k].weight;
	s->n = sum / PART_WEIGHT > HD_MAX_PARTS ? HD_MAX_PARTS
						: (int)(sum / PART_WEIGHT);
	if (s->job->parts)
		s->n = s->job->parts;
	if ((size_t)s->n > s->kernels.n + 1)
		s->n = (int)s->kernels.n + 1;
	if (s->n < 2)
		return;
	hd_check(s->n <= HD_MAX_PARTS);
	load[0] = host;
	qsort(s->kernels.at, s->kernels.n, sizeof(piece), heavier_first);
	for (size_t k = 0; k < s->kernels.n; k++) {
		int least = 0;

		for (int p = 1; p < s->n; p++)
			if (load[p] < load[least])
				least = p;
		s->kernels.at[k].part = least;
		load[least] += s->kernels.at[k].weight;
	}
}

/* ---- what the parts share */

static bool
is_local(LLVMValueRef v)
{
	LLVMLinkage l = LLVMGetLinkage(v);

	return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

static bool
is_address_taken(LLVMValueRef fn)
{
	hd_each_use (use, fn) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
		    LLVMGetCalledValue(user) != fn)
			return true;
		for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
			if (LLVMGetOperand(user, k) == fn)
				return true;
	}
	return false;
}

/* A copy in each part is as good as one. */
static bool
may_copy_variable(LLVMValueRef g)
{
	const char *section = LLVMGetSection(g);

	return is_local(g) && LLVMIsGlobalConstant(g) && !(section && *section) &&
	       LLVMGetUnnamedAddress(g) == LLVMGlobalUnnamedAddr;
}

static bool
has_block_addresses(LLVMValueRef fn)
{
	hd_each_use (use, fn)
		if (LLVMIsABlockAddress(LLVMGetUser(use)))
			return true;
	return false;
}

static void
share(split *s, LLVMValueRef v)
{
	symbol x = {v, LLVMGetLinkage(v), NULL};

	if (!hd_name(v)[0])
		LLVMSetValueName2(v, "hd.shared", strlen("hd.shared"));
	LLVMSetLinkage(v, LLVMExternalLinkage);
	LLVMSetVisibility(v, LLVMHiddenVisibility);
	x.name = hd_strdup(&s->u->mem, hd_name(v));
	hd_push(&s->u->mem, &s->shared, x);
}

static void
unshare_symbols(split *s)
{
	for (size_t k = 0; k < s->shared.n; k++) {
		LLVMSetVisibility(s->shared.at[k].v, LLVMDefaultVisibility);
		LLVMSetLinkage(s->shared.at[k].v, s->shared.at[k].linkage);
	}
}

/* Symbols that are no part's own; for part 0, which defines them all. */
static void
share_symbols(split *s)
{
	hd_each_global (g, s->u->m)
		if (!LLVMIsDeclaration(g) && is_local(g) && !may_copy_variable(g))
			share(s, g);
	hd_each_function (fn, s->u->m) {
		if (!hd_has_body(fn))
			continue;
		if (is_local(fn) && is_address_taken(fn))
			share(s, fn); /* the kernels among them */
		else if (LLVMGetLinkage(fn) == LLVMLinkOnceODRLinkage &&
			 is_address_taken(fn))
			LLVMSetLinkage(fn, LLVMWeakODRLinkage);
	}
}

/* ---- one part */

static const piece *
kernel_of(const split *s, LLVMValueRef fn)
{
	for (size_t k = 0; k < s->kernels.n; k++)
		if (s->kernels.at[k].fn == fn)
			return &s->kernels.at[k];
	return NULL;
}

/* Only a declaration is left; the body belongs to no module any more. */
static void
make_declaration(split *s, LLVMValueRef fn)
{
	const char *name = hd_strdup(&s->u->mem, hd_name(fn));
	LLVMVisibility seen = LLVMGetVisibility(fn);
	LLVMValueRef d;

	LLVMSetValueName2(fn, "", 0);
	d = LLVMAddFunction(s->u->m, name, LLVMGlobalGetValueType(fn));
	LLVMSetVisibility(d, seen);
	LLVMSetFunctionCallConv(d, LLVMGetFunctionCallConv(fn));
	LLVMReplaceAllUsesWith(fn, d);
	LLVMSetComdat(fn, NULL);
	LLVMSetVisibility(fn, LLVMDefaultVisibility);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
}

static void
keep_kernels(split *s, int part)
{
	LLVMValueRef fn = LLVMGetFirstFunction(s->u->m), next;

	for (; fn; fn = next) {
		const piece *k = kernel_of(s, fn);

		next = LLVMGetNextFunction(fn);
		if (!hd_has_body(fn) || (k && k->part == part))
			continue;
		if (k || (part && is_address_taken(fn)))
			make_declaration(s, fn);
		else if (part) {
			LLVMSetComdat(fn, NULL);
			LLVMSetVisibility(fn, LLVMDefaultVisibility);
			LLVMSetLinkage(fn, LLVMInternalLinkage);
		}
	}
}

/* Part 0 defines the variables. */
static void
declare_variables(split *s)
{
	LLVMValueRef g = LLVMGetFirstGlobal(s->u->m), next;

	for (; g; g = next) {
		next = LLVMGetNextGlobal(g);
		if (LLVMGetLinkage(g) == LLVMAppendingLinkage) {
			LLVMDeleteGlobal(g);
		} else if (!LLVMIsDeclaration(g) && !may_copy_variable(g)) {
			LLVMSetInitializer(g, NULL);
			LLVMSetComdat(g, NULL);
			LLVMSetLinkage(g, LLVMExternalLinkage);
		}
	}
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(s->u->m); a;
	     a = LLVMGetNextGlobalAlias(a)) {
		LLVMSetVisibility(a, LLVMDefaultVisibility);
		LLVMSetLinkage(a, LLVMInternalLinkage);
	}
	LLVMSetModuleInlineAsm2(s->u->m, "", 0);
}

static bool
make_part(split *s, int part, hd_emit_unit *emit)
{
	hd_job job = *s->job;

	job.out = s->files.at[part];
	keep_kernels(s, part);
	if (part)
		declare_variables(s);
	hd_run_llvm(s->u, "globaldce");
	return emit(s->u, &job);
}

/* ---- all of them */

static bool
ended_well(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool
run_tool(const hd_strings *args)
{
	pid_t pid;

	return posix_spawnp(&pid, args->at[0], NULL, NULL, (char **)args->at,
			    environ) == 0 &&
	       ended_well(pid);
}

/* One object of the parts, whose common symbols are visible in it only. */
static bool
join(split *s)
{
	hd_arena *mem = &s->u->mem;
	hd_strings ld = {0}, localize = {0};
	const char *list = hd_format(mem, "%s.locals", s->job->out);
	FILE *f = fopen(list, "w");

	if (!f)
		return false;
	for (size_t k = 0; k < s->shared.n; k++)
		fprintf(f, "%s\n", s->shared.at[k].name);
	if (fclose(f) != 0)
		return false;
	hd_push(mem, &ld, "ld");
	hd_push(mem, &ld, "-r");
	hd_push(mem, &ld, "-o");
	hd_push(mem, &ld, s->job->out);
	for (int p = 0; p < s->n; p++)
		hd_push(mem, &ld, s->files.at[p]);
	hd_push(mem, &ld, NULL);
	hd_push(mem, &localize, "objcopy");
	hd_push(mem, &localize, hd_format(mem, "--localize-symbols=%s", list));
	hd_push(mem, &localize, s->job->out);
	hd_push(mem, &localize, NULL);
	return run_tool(&ld) && run_tool(&localize);
}

/* Waits for one of them; there are no other children. */
static bool
end_one(int *running)
{
	bool good = ended_well(ANY);

	if (--*running)
		hd_worker_give();
	return good;
}

static bool
make_parts(split *s, hd_emit_unit *emit)
{
	int running = 0;
	bool good = true;

	fflush(NULL);
	for (int p = 0; p < s->n; p++) {
		pid_t child;

		while (running && !hd_worker_take())
			good &= end_one(&running);
		child = fork();
		if (child == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			_exit(make_part(s, p, emit) ? 0 : 1);
		}
		good &= child > 0;
		if (child > 0)
			running++;
		else if (running)
			hd_worker_give();
	}
	while (running)
		good &= end_one(&running);
	return good;
}

static bool
may_split(hd_unit *u, const hd_job *job)
{
	if (job->emit != HD_EMIT_OBJ || job->opt_level < 1 || job->debug_device ||
	    job->triple || LLVMGetFirstGlobalIFunc(u->m))
		return false;
	hd_each_function (fn, u->m)
		if (has_block_addresses(fn))
			return false;
	return true;
}

bool
hd_emit_split(hd_unit *u, const hd_job *job, hd_emit_unit *emit)
{
	split s = {.u = u, .job = job};
	bool good;

	if (!may_split(u, job))
		return false;
	assign(&s);
	if (s.n < 2)
		return false;
	for (int p = 0; p < s.n; p++)
		hd_push(&u->mem, &s.files,
			hd_format(&u->mem, "%s.part%d", job->out, p));
	share_symbols(&s);
	good = make_parts(&s, emit) && join(&s);
	if (!good)
		unshare_symbols(&s);
	for (int p = 0; p < s.n; p++)
		unlink(s.files.at[p]);
	unlink(hd_format(&u->mem, "%s.locals", job->out));
	return good;
}
