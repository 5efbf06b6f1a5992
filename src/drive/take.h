/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of hdcc's options, for the table in command.c. */
#ifndef HD_TAKE_H
#define HD_TAKE_H

#include "drive.h"

/* take_code.c */
hd_option_fn hd_take_level, hd_take_debug, hd_take_lanes, hd_take_tier, hd_take_parts,
	hd_take_without, hd_take_with, hd_take_cpu, hd_take_target, hd_take_versions,
	hd_take_feature, hd_take_fast_math, hd_take_fmad, hd_take_machine,
	hd_take_lambdas, hd_take_constexpr, hd_take_no_exceptions,
	hd_take_default_stream, hd_take_limit, hd_take_warning;

/* "true" or "false"; false after an error. */
bool hd_read_truth(const hd_option *o, const char *arg, int *to);
/* Complain about the command line; false. */
bool hd_command_error(const char *fmt, const char *what);

/* take_host.c */
hd_option_fn hd_take_host_words;

/* archs.c */
hd_option_fn hd_take_arch;

/* -fsanitize=LIST: false after a complaint about one that finds nothing here. */
bool hd_check_sanitizers(const char *word);

#endif
