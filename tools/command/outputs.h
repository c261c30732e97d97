/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outputs - options that write files, and whether they may: not over an input, nor over each other.
 * whole_file.h knows which files may be replaced.
 */
#ifndef CLREDUCE_TOOLS_OUTPUTS_H
#define CLREDUCE_TOOLS_OUTPUTS_H

#include "options.h"
#include "whole_file.h"

extern const whole_file_kind outputs_accumulator;
extern const whole_file_kind outputs_svg;
extern const whole_file_kind outputs_html;
extern const whole_file_kind outputs_script;
extern const whole_file_kind outputs_png;
extern const whole_file_kind outputs_npy;

/*
 * Refuses options that would overwrite a file that is read ("-", or no files: standard input), or
 * each other; --force allows replacing files that are read. Returns 0, or the exit code after a
 * sentence on standard error.
 */
int outputs_check(const options *o, const char *const *files, size_t file_count);

/* The same for an option that writes the file `name`; also refuses it if it must not be replaced or
 * cannot be written. NULL, and "-" for standard output, are accepted. */
int outputs_check_file(const options *o, const char *const *files, size_t file_count,
                       const char *name, const whole_file_kind *kind);

/* Whether the name is "-"; and the path to open for writing. */
bool outputs_is_dash(const char *name);
const char *outputs_path(const char *name);

#endif
