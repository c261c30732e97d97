/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"
#include "piece.h"

#include <assert.h>
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

void clri_source_redefine_all(clri_text *source, const clri_define *defines)
{
    for (size_t i = 0; defines[i].name; i++)
        clri_source_redefine(source, defines[i].name, defines[i].text);
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
#define NUMBER(id)                                                                                 \
    {                                                                                              \
#id, id                                                                                    \
    }
    NUMBER(CLR_OK),
    NUMBER(CLR_ERROR_EMPTY),
    NUMBER(CLR_ERROR_OVERFLOW),
    NUMBER(CLR_TRACE_LOAD),
    NUMBER(CLR_TRACE_MERGE),
    NUMBER(CLR_TRACE_PUT),
    NUMBER(CLR_TRACE_GET),
    NUMBER(CLR_TRACE_SHUFFLE),
    NUMBER(CLR_TRACE_COLLECT),
    NUMBER(CLR_TRACE_BARRIER),
    NUMBER(CLR_TRACE_LEAVE),
    NUMBER(CLR_TRACE_FETCH),
    NUMBER(CLR_TRACE_ATOMIC),
    NUMBER(CLR_TRACE_DELIVER),
#undef NUMBER
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
    clri_source_define(source, "CLR_JOIN_(a, b)", "a##b");
    clri_source_define(source, "CLR_JOIN(a, b)", "CLR_JOIN_(a, b)");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        clri_source_define_number(source, numbers[i].name, numbers[i].number);
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

void clri_source_shuffle(clri_text *source, const clri_means *means)
{
    if (means->shuffle_extension)
        clri_text_addf(source, "#pragma OPENCL EXTENSION %s : enable\n", means->shuffle_extension);
    if (means->shuffle_function)
        clri_source_define(source, "CLR_SUB_SHUFFLE", means->shuffle_function);
    clri_source_piece_of(source, "shuffle", means->shuffle);
}

/* ---- states and results ---- */

/* What a state is told by macros, and how wide the bins of an exact one are. */
static void define_form(clri_text *source, const clri_state_form *form)
{
    clri_source_redefine_all(source, form->defines);
    if (!form->digits)
        return;
    clri_source_redefine_by(source, "CLR_DIGITS", "%u", form->digits);
    clri_source_redefine_by(source, "CLR_COPIES", "(CLR_GROUP_SIZE > 1 ? %u : 0)", form->copies);
    clri_source_redefine_by(source, "CLR_DEPTH", "%d", -form->lowest);
}

/* What pieces are told of a member's elements and of their fold. */
static void define_member(clri_text *source, const clri_member *member)
{
    clri_source_redefine(source, "CLR_COUNTS(name)", "name");
    clri_source_redefine(source, "CLR_BESIDE_COUNT", "CLR_BESIDE_LONG");
    if (member->map) {
        clri_source_redefine(source, "CLR_MAPPED", clri_number_of(member->map->value)->value);
        clri_source_redefine(source, "CLR_EXPRESSION", member->map->text);
    }
    define_form(source, &member->form);
    if (member->form.counts_lanes) {
        clri_source_redefine(source, "CLR_COUNTS(name)", "CLR_WIDE(name)");
        clri_source_redefine(source, "CLR_BESIDE_COUNT", "");
    }
}

void clri_source_state(clri_text *source, const clri_member *member)
{
    const clri_state_form *form = &member->form;

    define_member(source, member);
    for (size_t i = 0; form->pieces[i]; i++) {
        if (i == 1) /* an element's type is known once it is: of magnitudes that may be another */
            clri_text_add(source, "#ifdef CLR_MAGNITUDE\n"
                                  "typedef CLR_WIDE(CLR_MAGNITUDE) CLR_AT(magnitude);\n#endif\n");
        clri_source_piece(source, form->pieces[i]);
    }
    if (!form->digits)
        clri_source_piece(source, "saved/plain");
}

void clri_source_length(clri_text *source, const char *length)
{
    const bool one = strcmp(length, "1") == 0;

    clri_source_redefine(source, "CLR_LENGTH", length);
    clri_source_redefine(source, "CLR_RUN_AT(name)",
                         one ? "CLR_AT(name##_one)" : "CLR_AT(name##_tile)");
    clri_source_redefine(source, "CLR_RUN_ALL(name)",
                         one ? "CLR_ALL(name##_one)" : "CLR_ALL(name##_tile)");
    clri_source_redefine(source, "CLR_RUN_MEMBER(k, name)",
                         one ? "CLR_MEMBER(k, name##_one)" : "CLR_MEMBER(k, name##_tile)");
}

void clri_source_run(clri_text *source, const clri_member *member)
{
    define_member(source, member);
    for (size_t i = 0; member->form.runs[i]; i++)
        clri_source_piece(source, member->form.runs[i]);
}

void clri_source_outcome(clri_text *source, const clri_member *member, const clri_outcome *outcome)
{
    clri_source_redefine_by(source, "CLR_DDOF", "%" PRIu64 "UL", outcome->ddof);
    define_form(source, &member->form);
    clri_source_redefine_by(source, "CLR_SQUARES(name)", "clr_m%u_##name", outcome->second);
    clri_source_redefine_all(source, outcome->form.defines);
    clri_source_piece(source, outcome->form.piece);
}

/* ---- the caller's own operator ---- */

const char *const clri_own_names[CLRI_OWN_NAMES] = {"element", "state",   "result", "identity",
                                                    "lift",    "combine", "lower"};

/* Forgets the macros that the text defines: what comes after it is none of theirs. */
static void forget_macros(clri_text *source, const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        char name[128];

        line += *line == '\n';
        if (sscanf(line, " # define %127[A-Za-z0-9_]", name) == 1)
            clri_text_addf(source, "#undef %s\n", name);
    }
}

void clri_source_own(clri_text *source, const clri_own *own, const char *value)
{
    if (value)
        clri_text_addf(source, "typedef %s clr_own_element;\n", value);
    for (size_t i = 0; i < CLRI_OWN_NAMES; i++)
        clri_text_addf(source, "#define %s clr_own_%s\n", clri_own_names[i], clri_own_names[i]);
    clri_text_addf(source, "#line 1 \"%s\"\n%s\n#line 1 \"clreduce\"\n", own->name, own->source);
    for (size_t i = 0; i < CLRI_OWN_NAMES; i++)
        clri_text_addf(source, "#undef %s\n", clri_own_names[i]);
    forget_macros(source, own->source);
}

const char *clri_source_own_value(const clri_pass *pass)
{
    const clri_expression *map = pass->members[0].map;

    if (pass->own->element_size)
        return NULL;
    return map ? clri_number_of(map->value)->value : pass->reader.value;
}
