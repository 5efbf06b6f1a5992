/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines and file names, under the names that NVIDIA's samples use. */
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, room, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* The place of the first character that is not the delimiter. */
inline int
stringRemoveDelimiter(char delimiter, const char *string)
{
	int n = 0;

	while (string[n] == delimiter)
		n++;
	return string[0] && !string[n] ? 0 : n;
}

inline int
getFileExtension(char *filename, char **extension)
{
	char *dot = strrchr(filename, '.');

	*extension = dot && !strchr(dot, '/') ? dot + 1 : NULL;
	return *extension ? (int)(*extension - filename) : 0;
}

/* What follows "-name" or "--name" in the arguments: "" or "=value"; NULL: not given. */
inline const char *
__hd_find_option(int argc, const char **argv, const char *name)
{
	size_t n = strlen(name);

	for (int i = 1; i < argc; i++) {
		const char *s = argv[i] + stringRemoveDelimiter('-', argv[i]);

		if (STRNCASECMP(s, name, n) == 0 && (s[n] == 0 || s[n] == '='))
			return s + n;
	}
	return NULL;
}

inline bool
checkCmdLineFlag(const int argc, const char **argv, const char *name)
{
	return __hd_find_option(argc, argv, name) != NULL;
}

template <class __T> inline bool
getCmdLineArgumentValue(const int argc, const char **argv, const char *name, __T *value)
{
	const char *s = __hd_find_option(argc, argv, name);

	if (s && *s == '=')
		*value = (__T)atoi(s + 1);
	return s != NULL;
}

inline int
getCmdLineArgumentInt(const int argc, const char **argv, const char *name)
{
	const char *s = __hd_find_option(argc, argv, name);

	return s && *s == '=' ? atoi(s + 1) : 0;
}

inline float
getCmdLineArgumentFloat(const int argc, const char **argv, const char *name)
{
	const char *s = __hd_find_option(argc, argv, name);

	return s && *s == '=' ? (float)atof(s + 1) : 0.0f;
}

inline bool
getCmdLineArgumentString(const int argc, const char **argv, const char *name,
                         char **value)
{
	const char *s = __hd_find_option(argc, argv, name);

	*value = s && *s == '=' ? (char *)s + 1 : NULL;
	return *value != NULL;
}

/* The path of a data file, looked for where samples keep theirs; the caller frees it.
 * NULL: it is nowhere. */
inline char *
sdkFindFilePath(const char *filename, const char *executable)
{
	static const char *const folders[] = {
		"./", "./data/", "../", "../data/", "../../", "../../data/", "../../../",
		"../../../data/", "../../../../", "../../../../data/", "../../../Common/data/",
		"../../../../Common/data/", "./%s/", "./%s/data/", "../%s/data/",
		"../../%s/data/", "../../../%s/data/", "../../../Samples/%s/data/",
		"../../../../Samples/%s/data/", NULL};
	std::string name = executable ? executable : "";
	size_t slash = name.find_last_of('/');

	name = slash == std::string::npos ? name : name.substr(slash + 1);
	for (const char *const *f = folders; *f; f++) {
		std::string path = *f;
		size_t at = path.find("%s");

		if (at != std::string::npos) {
			if (name.empty())
				continue;
			path.replace(at, 2, name);
		}
		path += filename;
		if (std::ifstream(path).good())
			return strdup(path.c_str());
	}
	return NULL;
}

#endif
