/* SPDX-License-Identifier: Apache-2.0 */
#include "base/source.h"
#include "base/piece.h"

#include <assert.h>
#include <clreduce/lessons.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- pieces ---- */

void clri_source_piece(clri_text *source, const char *path)
{
    const size_t length = strlen(path);

    for (size_t i = 0; i < clri_piece_count; i++) {
        const clri_piece *piece = &clri_pieces[i];

        if (strncmp(piece->path, path, length) == 0 && strcmp(piece->path + length, ".cl") == 0) {
            clri_text_addf(source, "\n%s", piece->text);
            return;
        }
    }
    assert(!"every name in a table is a file in cl/");
}

void clri_source_piece_of(clri_text *source, const char *folder, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    clri_source_piece(source, path);
}

/* ---- macros ---- */

void clri_source_define(clri_text *source, const char *name, const char *value)
{
    clri_text_addf(source, "#define %s %s\n", name, value);
}

void clri_source_define_number(clri_text *source, const char *name, int64_t value)
{
    clri_text_addf(source, "#define %s %" PRId64 "\n", name, value);
}

void clri_source_redefine(clri_text *source, const char *name, const char *value)
{
    clri_text_addf(source, "#undef %.*s\n", (int)strcspn(name, "("), name);
    clri_source_define(source, name, value);
}

void clri_source_redefine_by(clri_text *source, const char *name, const char *format, ...)
{
    char value[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    clri_source_redefine(source, name, value);
}

/* Numbers, the shortest first, which finds each of them aligned. */
void clri_source_gap(clri_text *source, const char *macro, const char *name, size_t size)
{
    static const char *const types[] = {"uchar",  "ushort", "uint",  "ulong",
                                        "ulong2", "ulong4", "ulong8"};

    clri_text_addf(source, "#undef %s\n#define %s", macro, macro);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (size >> i & 1)
            clri_text_addf(source, " %s %s%d;", types[i], name, 1 << i);
    clri_text_add(source, "\n");
}

/* ---- what all texts have ---- */

static const struct {
    const char *name;
    int number;
} numbers[] = {
#define CLRI_PUBLIC(name) {#name, name},
#include "base/flag.def"
};

/*
 * Where a CPU has no registers as wide as a vector, clang warns that functions which return one are
 * called otherwise elsewhere; all of these are inlined. PoCL 3.1 counts its warnings on standard
 * error.
 */
static const char *const quiet = "#ifdef __clang__\n"
                                 "#pragma clang diagnostic ignored \"-Wpsabi\"\n"
                                 "#endif\n";

void clri_source_language(clri_text *source, bool uses_double)
{
    clri_text_add(source, "#pragma OPENCL FP_CONTRACT OFF\n");
    clri_text_add(source, quiet);
    if (uses_double)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    clri_source_define(source, "CLR_FN", "static inline __attribute__((always_inline))");
    clri_source_define(source, "CLR_COLD", "CLR_FN"); /* what is seldom done */
    clri_source_define(source, "CLR_JOIN_(a, b)", "a##b");
    clri_source_define(source, "CLR_JOIN(a, b)", "CLR_JOIN_(a, b)");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        clri_source_define_number(source, numbers[i].name, numbers[i].number);
}

static const struct {
    clri_flag_set set;
    const char *name;
    int number;
    const char *meaning;
} flags[] = {
#define CLRI_FLAG(set, name, value, meaning) {CLRI_FLAGS_##set, "CLR_" #name, value, meaning},
#include "base/flag.def"
};

void clri_source_flags(clri_text *source, clri_flag_set set)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].set == set)
            clri_text_addf(source, "#define %s %d /* %s */\n", flags[i].name, flags[i].number,
                           flags[i].meaning);
}

/* f over the lanes of x, neighbours first: "f(f((x).s0, (x).s1), f((x).s2, (x).s3))". */
static void add_across(clri_text *source, unsigned first, unsigned width)
{
    if (width == 1) {
        clri_text_addf(source, "(x).s%x", first);
        return;
    }
    clri_text_add(source, "f(");
    add_across(source, first, width / 2);
    clri_text_add(source, ", ");
    add_across(source, first + width / 2, width / 2);
    clri_text_add(source, ")");
}

void clri_source_width(clri_text *source, unsigned width, bool narrow)
{
    clri_text_add(source, narrow ? "\n#define CLR_NARROW\n" : "\n#undef CLR_NARROW\n");
    clri_source_redefine_by(source, "CLR_WIDTH", "%u", width);
    if (width == 1)
        clri_source_redefine(source, "CLR_WIDE(name)", "name");
    else
        clri_source_redefine_by(source, "CLR_WIDE(name)", "CLR_JOIN(name, %u)", width);
    clri_text_add(source, "#undef CLR_ACROSS\n#define CLR_ACROSS(f, x) ");
    if (width == 1)
        clri_text_add(source, "(x)");
    else
        add_across(source, 0, width);
    clri_text_add(source, "\n");
    /* Behind a single ulong, where vectors of them follow. */
    clri_source_gap(source, "CLR_BESIDE_LONG", "beside", (width - 1) * sizeof(cl_ulong));
    clri_source_redefine(source, "CLR_ANY_LANE(mask)", width == 1 ? "(mask)" : "any(mask)");
}
