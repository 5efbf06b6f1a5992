/* SPDX-License-Identifier: Apache-2.0 */
/* -Xcompiler: words for the host compiler. What they tell the preprocessor is meant for both
 * sides, and what they ask is answered. */
#include "take.h"

/* Words of the preprocessor, alone with their argument behind them or in one; and those that
 * say what an object may know of the folders of its sources. */
static const char *const preprocessor[] = {
	"-I",
	"-D",
	"-U",
	"-isystem",
	"-idirafter",
	"-include",
	"-imacros",
	"-iquote",
	"-ffile-prefix-map=",
	"-fmacro-prefix-map=",
	"-fdebug-prefix-map=",
	"-ffile-compilation-dir=",
	"-fdebug-compilation-dir=",
};

/* Where the word says nothing of the program, but asks something. */
static const char *const questions[] = {
	"--version",          "-dumpversion",
	"-dumpfullversion",   "-dumpmachine",
	"-print-search-dirs", "-print-file-name=",
	"-print-prog-name=",  "-print-libgcc-file-name",
	"-print-multiarch",   "-print-resource-dir",
};

static const char *
preprocessor_option(const char *word)
{
	for (size_t k = 0; k < HD_COUNT(preprocessor); k++)
		if (hd_has_prefix(word, preprocessor[k]))
			return preprocessor[k];
	return NULL;
}

static bool
is_question(const char *word)
{
	for (size_t k = 0; k < HD_COUNT(questions); k++)
		if (hd_has_prefix(word, questions[k]))
			return true;
	return false;
}

static bool
take_word(hd_command *c, const char *word)
{
	const char *option = preprocessor_option(word);

	if (c->host_open) { /* also of the -Xcompiler before */
		hd_push(c->mem, &c->common, word);
		c->host_open = 0;
	} else if (option) {
		hd_push(c->mem, &c->common, word);
		c->host_open = strcmp(option, word) == 0;
	} else if (strcmp(word, "-m64") != 0) { /* not known everywhere */
		hd_push(c->mem, &c->host, word);
		c->asks_host |= is_question(word);
	}
	return hd_check_sanitizers(word);
}

/* -Xcompiler a,b or -Xcompiler "a b". A comma inside a word for the linker is the linker's. */
bool
hd_take_host_words(void *into, const hd_option *o, const char *arg)
{
	hd_command *c = into;
	const char *linker = strstr(arg, "-Wl,");
	hd_strings words = {0};
	bool good = true;

	(void)o;
	if (linker)
		arg = hd_strndup(c->mem, arg, (size_t)(linker - arg));
	hd_split_words(c->mem, &words, arg, true);
	if (linker)
		hd_split_words(c->mem, &words, linker, false);
	for (size_t i = 0; i < words.n; i++)
		good &= take_word(c, words.at[i]);
	return good;
}

int
hd_ask_host(hd_command *c, const hd_paths *p)
{
	hd_strings args = {0};

	hd_push(c->mem, &args, p->clangxx);
	for (size_t i = 0; i < c->host.n; i++)
		if (is_question(c->host.at[i]))
			hd_push(c->mem, &args, c->host.at[i]);
	return hd_run(&args, c->verbose);
}
