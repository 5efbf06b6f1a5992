/* SPDX-License-Identifier: Apache-2.0 */
/* Program-wide settings: defaults, environment, configuration files. */
#include "omp/omp.h"

#include <ctype.h>
#include <errno.h>

static const struct {
	const char *name;
	int base, safe, least, most;
	const char *text;
} settings[] = {
#define SETTING(id, base, safe, lo, hi, cls, text) {#id, base, safe, lo, hi, text},
#include "omp/tune/setting.def"
};

const char *
hd_omp_setting_name(enum hd_setting s)
{
	return settings[s].name;
}

const char *
hd_omp_setting_text(enum hd_setting s)
{
	return settings[s].text;
}

void
hd_omp_settings_default(hd_settings *s, bool all)
{
	for (int i = 0; i < HD_SET_COUNT; i++)
		s->value[i] = all ? settings[i].safe : settings[i].base;
}

static bool
parse_value(const char *text, int *out)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (!*text || !strcmp(text, "true") || !strcmp(text, "on")) {
		*out = 1;
		return true;
	}
	if (!strcmp(text, "false") || !strcmp(text, "off")) {
		*out = 0;
		return true;
	}
	*out = (int)n;
	return end != text && !*end && n >= -1000000000L && n <= 1000000000L;
}

bool
hd_omp_set(hd_settings *s, const char *name, const char *value, hd_pos pos)
{
	for (int i = 0; i < HD_SET_COUNT; i++) {
		int n;
		if (strcmp(settings[i].name, name))
			continue;
		if (!parse_value(value, &n) || n < settings[i].least ||
		    n > settings[i].most) {
			hd_error_at(pos,
				    "'%s' cannot be '%s'; give a number from %d to %d",
				    name, value, settings[i].least, settings[i].most);
			return false;
		}
		s->value[i] = n;
		return true;
	}
	hd_error_at(pos, "unknown setting '%s'; docs/omp2cuda.md lists them", name);
	return false;
}

static void
from_environment(hd_settings *s)
{
	for (int i = 0; i < HD_SET_COUNT; i++) {
		const char *v = getenv(settings[i].name);
		if (v)
			hd_omp_set(s, settings[i].name, v,
				   (hd_pos){"environment", 0, 0});
	}
}

void
hd_omp_settings_environment(hd_settings *s)
{
	from_environment(s);
}

/* A configuration: "name=value" lines for the program; "procedure kernel directive"
 * lines, as in a user directive file, for one kernel. */
bool
hd_omp_read_config(hd_prog *p, const char *path)
{
	char *text = hd_read_file(p->mem, path, NULL), *line;
	hd_pos pos = {path, 0, 0};
	int before = hd_error_count();

	if (!text) {
		hd_error_at((hd_pos){0},
			    "cannot read the configuration '%s': %s; check its name",
			    path, strerror(errno));
		return false;
	}
	for (line = text; line && *line;) {
		char *end = strchr(line, '\n'), *eq;
		if (end)
			*end = '\0';
		pos.line++;
		while (isspace((unsigned char)*line))
			line++;
		eq = strchr(line, '=');
		if (*line && *line != '#' && eq &&
		    !memchr(line, ' ', (size_t)(eq - line))) {
			*eq = '\0';
			hd_omp_set(&p->set, line, eq + 1, pos);
		}
		line = end ? end + 1 : NULL;
	}
	return hd_error_count() == before;
}
