/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions that say where they were thrown, under the samples' names. */
#ifndef COMMON_EXCEPTION_H_
#define COMMON_EXCEPTION_H_

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

template <class Std_Exception> class Exception : public Std_Exception {
public:
	explicit Exception(const std::string &text = "Unknown reason.") : Std_Exception(text) { }
	virtual ~Exception() throw() { }

	[[noreturn]] static void
	throw_it(const char *file, const int line, const char *detailed = "-")
	{
		std::ostringstream s;

		s << "Exception in file '" << file << "' in line " << line << "\n"
		  << "Detailed description: " << detailed << "\n";
		throw Exception<Std_Exception>(s.str());
	}
	[[noreturn]] static void
	throw_it(const char *file, const int line, const std::string &detailed)
	{
		throw_it(file, line, detailed.c_str());
	}
};

template <class Exception_Typ> inline void
handleException(const Exception_Typ &ex)
{
	std::cerr << ex.what() << std::endl;
	exit(EXIT_FAILURE);
}

#define RUNTIME_EXCEPTION(msg) \
	Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, msg)
#define LOGIC_EXCEPTION(msg) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, msg)
#define RANGE_EXCEPTION(msg) Exception<std::range_error>::throw_it(__FILE__, __LINE__, msg)

#endif
