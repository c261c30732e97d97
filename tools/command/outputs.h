/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outputs - the options that write files, and whether they may: neither over an input nor over each
 * other. Files that a new file may replace are known by whole_file.h.
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
 * Refuses options that write over one of the files, which are those that are read, "-" or none of
 * them being standard input, or over each other; --force lets them replace what is read. Returns 0,
 * or the exit code after a sentence on standard error.
 */
int outputs_check(const options *o, const char *const *files, size_t file_count);

/* Likewise, of an option that writes the file `name`, and refuses that if it may not be replaced,
 * or cannot be written. NULL and "-", which is standard output, may be. */
int outputs_check_file(const options *o, const char *const *files, size_t file_count,
                       const char *name, const whole_file_kind *kind);

/* Whether the name is "-"; and the path to open for writing. */
bool outputs_is_dash(const char *name);
const char *outputs_path(const char *name);

#endif
