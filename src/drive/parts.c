/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of device code in objects and archives that are linked. ELF and ar files
 * are read here; a file that is neither has no parts. */
#include "drive.h"

#include <ar.h>
#include <elf.h>
#include <inttypes.h>
#include <unistd.h>

typedef struct bytes {
	const char *at;
	size_t n;
} bytes;

/* A piece of b, or nothing if it does not fit: files may be cut off or not be ours. */
static bytes
piece(bytes b, uint64_t from, uint64_t n)
{
	if (from > b.n || n > b.n - from)
		return (bytes){NULL, 0};
	return (bytes){b.at + from, n};
}

/* ---- notes and parts */

static const char *
line_with(const char *line, size_t n, const char *key)
{
	size_t m = strlen(key);

	return n > m && strncmp(line, key, m) == 0 && line[m] == ' ' ? line + m + 1
								     : NULL;
}

static void
read_note(hd_arena *a, hd_part *p, const char *line, size_t n)
{
	const char *text = hd_strndup(a, line, n), *v;
	hd_part_variable var = {0};
	int debug = 0, fast = 0;

	if ((v = line_with(text, n, "id")))
		p->id = v;
	else if ((v = line_with(text, n, "source")))
		p->source = v;
	else if ((v = line_with(text, n, "cpu")))
		p->job.cpu = *v ? v : NULL;
	else if ((v = line_with(text, n, "features")))
		p->job.features = *v ? v : NULL;
	else if ((v = line_with(text, n, "tier")))
		p->job.tier = (enum hd_tier)atoi(v);
	else if ((v = line_with(text, n, "options")) &&
		 sscanf(v, "%d %d %d %d %" SCNu64, &p->job.opt_level, &debug, &fast,
			&p->job.lanes, &p->job.without) == 5) {
		p->job.debug_device = debug;
		p->job.fast_math = fast;
	} else if ((v = line_with(text, n, "variable")) && strchr(v, ' ')) {
		var.name = strchr(v, ' ') + 1;
		var.linkage = hd_strndup(a, v, (size_t)(var.name - v - 1));
		hd_push(a, &p->variables, var);
	}
}

static void
read_notes(hd_arena *a, hd_part *p, bytes notes)
{
	for (size_t i = 0; i < notes.n;) {
		const char *line = notes.at + i;
		const char *end = memchr(line, '\n', notes.n - i);
		size_t n = end ? (size_t)(end - line) : notes.n - i;

		if (n)
			read_note(a, p, line, n);
		i += n + 1;
	}
}

static void
read_parts(hd_arena *a, hd_parts *to, bytes section)
{
	size_t i = 0;

	while (i + sizeof(hd_part_head) <= section.n) {
		hd_part p = {.source = ""};
		hd_part_head head;
		bytes notes, bitcode;

		memcpy(&head, section.at + i, sizeof head);
		if (memcmp(head.magic, HD_PART_MAGIC, sizeof head.magic) != 0)
			return;
		notes = piece(section, i + sizeof head, head.notes);
		bitcode = piece(section, i + sizeof head + head.notes, head.bitcode);
		if (!notes.at || !bitcode.at)
			return;
		read_notes(a, &p, notes);
		p.bitcode = bitcode.at;
		p.size = bitcode.n;
		if (p.id)
			hd_push(a, &to->parts, p);
		i += (sizeof head + head.notes + head.bitcode + 7) / 8 * 8;
	}
}

static void
read_linked(hd_arena *a, hd_parts *to, bytes section)
{
	hd_strings ids = {0};

	hd_split_words(a, &ids, hd_strndup(a, section.at, section.n), false);
	for (size_t i = 0; i < ids.n; i++)
		hd_push(a, &to->linked, ids.at[i]);
}

/* ---- ELF and ar */

static bool
read_elf(hd_arena *a, hd_parts *to, bytes file)
{
	Elf64_Ehdr e;
	Elf64_Shdr names, s;
	bytes strings;

	if (file.n < sizeof e || memcmp(file.at, ELFMAG, SELFMAG) != 0 ||
	    file.at[EI_CLASS] != ELFCLASS64 || file.at[EI_DATA] != ELFDATA2LSB)
		return false;
	memcpy(&e, file.at, sizeof e);
	if (e.e_type != ET_REL || e.e_shentsize != sizeof s ||
	    !piece(file, e.e_shoff, (uint64_t)e.e_shnum * sizeof s).at ||
	    e.e_shstrndx >= e.e_shnum)
		return true;
	memcpy(&names, file.at + e.e_shoff + e.e_shstrndx * sizeof s, sizeof names);
	strings = piece(file, names.sh_offset, names.sh_size);
	for (unsigned k = 0; strings.at && k < e.e_shnum; k++) {
		const char *name;
		bytes data;

		memcpy(&s, file.at + e.e_shoff + k * sizeof s, sizeof s);
		data = piece(file, s.sh_offset, s.sh_size);
		if (s.sh_type == SHT_NOBITS || !data.at || s.sh_name >= strings.n)
			continue;
		name = strings.at + s.sh_name;
		if (strncmp(name, HD_PART_SECTION, strings.n - s.sh_name) == 0)
			read_parts(a, to, data);
		else if (strncmp(name, HD_LINKED_SECTION, strings.n - s.sh_name) == 0)
			read_linked(a, to, data);
	}
	return true;
}

static void
read_archive(hd_arena *a, hd_parts *to, bytes file)
{
	size_t at = SARMAG;

	if (file.n < SARMAG || memcmp(file.at, ARMAG, SARMAG) != 0)
		return;
	while (at + sizeof(struct ar_hdr) <= file.n) {
		struct ar_hdr h;
		char size[sizeof h.ar_size + 1] = {0};
		bytes member;

		memcpy(&h, file.at + at, sizeof h);
		memcpy(size, h.ar_size, sizeof h.ar_size);
		member = piece(file, at + sizeof h, strtoull(size, NULL, 10));
		if (!member.at)
			return;
		read_elf(a, to, member);
		at += sizeof h + member.n + member.n % 2;
	}
}

static void
read_object(hd_arena *a, hd_parts *to, const char *path)
{
	bytes file;

	file.at = hd_read_file(a, path, &file.n);
	if (file.at && !read_elf(a, to, file))
		read_archive(a, to, file);
}

/* ---- what a link line names */

/* The archive that -lNAME means, unless a shared library comes first. */
static const char *
find_library(hd_arena *a, const hd_strings *dirs, const char *name)
{
	for (size_t i = 0; i < dirs->n; i++) {
		const char *so = hd_format(a, "%s/lib%s.so", dirs->at[i], name);
		const char *ar = hd_format(a, "%s/lib%s.a", dirs->at[i], name);

		if (access(so, R_OK) == 0)
			return NULL;
		if (access(ar, R_OK) == 0)
			return ar;
	}
	return NULL;
}

static bool
is_linked(const hd_parts *p, const char *id)
{
	for (size_t i = 0; i < p->linked.n; i++)
		if (strcmp(p->linked.at[i], id) == 0)
			return true;
	return false;
}

static bool
is_before(const hd_parts *p, size_t k)
{
	for (size_t i = 0; i < k; i++)
		if (strcmp(p->parts.at[i].id, p->parts.at[k].id) == 0)
			return true;
	return false;
}

/* A link line names an archive twice, and objects that -dlink has linked already. */
static void
drop_known(hd_parts *p)
{
	size_t n = 0;

	for (size_t k = 0; k < p->parts.n; k++)
		if (!is_linked(p, p->parts.at[k].id) && !is_before(p, k))
			p->parts.at[n++] = p->parts.at[k];
	p->parts.n = n;
}

hd_parts
hd_find_parts(hd_arena *a, const hd_strings *words)
{
	hd_parts to = {0};
	hd_strings dirs = {0};

	for (size_t i = 0; i < words->n; i++)
		if (hd_has_prefix(words->at[i], "-L"))
			hd_push(a, &dirs, words->at[i] + 2);
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->at[i];

		if (hd_has_prefix(word, "-l"))
			word = find_library(a, &dirs, word + 2);
		if (word && word[0] != '-')
			read_object(a, &to, word);
	}
	drop_known(&to);
	return to;
}
