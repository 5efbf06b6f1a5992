/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the translation makes of the program's: dev_x, x_in, main_kernel0. While it
 * works, they have a mark for the underscore (HD_OWN). At the end each gets its underscore,
 * or "_gpu_" if the program has a thing of that name itself. */
#include "omp/omp.h"

#include <ctype.h>

static bool
is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (is_letter(s[n]) || s[n] == HD_OWN[0])
		n++;
	return n;
}

/* All words of the program, those in comments included; and one of the C library. */
static void
gather_words(hd_prog *p)
{
	*hd_map_put_str(p->mem, &p->words, "dev_t") = 1;
	for (size_t i = 0; i < p->files.n; i++)
		for (const char *s = p->files.at[i]->text; *s;) {
			size_t n = word_length(s);

			if (n)
				*hd_map_put_str(p->mem, &p->words,
						hd_strndup(p->mem, s, n)) = 1;
			s += n ? n : 1;
		}
}

static const char *
settle(hd_prog *p, const char *word, size_t n)
{
	const char *bar[] = {"_", "_gpu_", "_gpu2_", "_gpu3_"};
	hd_str s = {0};

	for (size_t k = 0; k < HD_COUNT(bar); k++) {
		s = (hd_str){.arena = p->mem};
		for (size_t i = 0; i < n; i++)
			hd_str_addn(&s, word[i] == HD_OWN[0] ? bar[k] : word + i,
				    word[i] == HD_OWN[0] ? strlen(bar[k]) : 1);
		if (!hd_map_get_str(&p->words, s.at))
			break;
	}
	return s.at;
}

char *
hd_omp_settle_names(hd_prog *p, const char *text)
{
	hd_str out = {.arena = p->mem};

	if (!p->words.n)
		gather_words(p);
	hd_str_add(&out, "");
	while (*text) {
		size_t n = word_length(text);

		if (n && memchr(text, HD_OWN[0], n))
			hd_str_add(&out, settle(p, text, n));
		else
			hd_str_addn(&out, text, n ? n : 1);
		text += n ? n : 1;
	}
	return out.at;
}

/* Words of the texts that a translation may have in it. */
static const char helpers[] =
	" GPU_ALLOC GPU_CHECK GPU_FOLD GPU_LEND GPU_LEND_ROWS "
	"GPU_MOST_THREADS GPU_OPERATION GPU_RECEIVE GPU_RECEIVE_ROWS "
	"GPU_SEND gpu_add gpu_alloc_pitched gpu_and gpu_atomic "
	"gpu_best_block gpu_bind_texture gpu_block_combine gpu_blocks gpu_c "
	"gpu_calloc gpu_check gpu_col gpu_cols gpu_column gpu_copies "
	"gpu_div gpu_done gpu_find gpu_first_copy gpu_forget gpu_free "
	"gpu_gather gpu_gathered gpu_grid gpu_i gpu_initial gpu_it "
	"gpu_known gpu_known_global gpu_land gpu_lor gpu_malloc gpu_max "
	"gpu_min gpu_mul gpu_object gpu_objects gpu_or gpu_partial "
	"gpu_partials gpu_pitched gpu_plane gpu_pointer gpu_r gpu_rdiv "
	"gpu_read gpu_realloc gpu_receive gpu_receive_rows gpu_reduce "
	"gpu_reduce_last gpu_register gpu_row gpu_row_combine gpu_row_of "
	"gpu_rows gpu_rsub gpu_s gpu_send gpu_send_rows gpu_shl gpu_shr "
	"gpu_size gpu_spread gpu_spread_kernel gpu_stream gpu_sub gpu_t "
	"gpu_team gpu_team_reduce gpu_team_size gpu_texel gpu_texture "
	"gpu_thread gpu_threads gpu_tile gpu_tile_row gpu_tiles gpu_write "
	"gpu_x gpu_xor ";

static bool
is_helper(hd_prog *p, const char *word, size_t n)
{
	return strstr(helpers, hd_format(p->mem, " %.*s ", (int)n, word)) != NULL;
}

/* Helpers of the translation have names that the program must not have. */
void
hd_omp_check_names(hd_prog *p)
{
	for (size_t i = 0; i < p->files.n; i++) {
		hd_file *f = p->files.at[i];
		size_t n;

		for (const char *s = f->text; *s; s += n ? n : 1) {
			n = word_length(s);
			if (n < 5 || (strncmp(s, "gpu_", 4) && strncmp(s, "GPU_", 4)) ||
			    !is_helper(p, s, n))
				continue;
			hd_omp_error(f, (unsigned)(s - f->text),
				     "'%.*s' is a name of the translation's own; give "
				     "yours another one",
				     (int)n, s);
			return;
		}
	}
}
