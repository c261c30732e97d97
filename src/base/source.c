/* SPDX-License-Identifier: Apache-2.0 */
#include "base/source.h"

#include <clreduce/lessons.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 512 };

/* ---- the text ---- */

void clri_source_begin(clri_source *source, const clri_library *library, clri_error *error)
{
    *source = (clri_source){
        .library = library ? *library : (clri_library){clri_pieces, clri_piece_count},
        .error = error,
    };
}

clr_status clri_source_end(clri_source *source, char **text)
{
    clr_status status = source->status;

    *text = clri_text_take(&source->text);
    if (status == CLR_OK && (!*text || source->contract.failed))
        status = clri_fail_memory(source->error);
    if (status != CLR_OK) {
        free(*text);
        *text = NULL;
    }
    clri_contract_free(&source->contract);
    return status;
}

void clri_source_add(clri_source *source, const char *string)
{
    clri_text_add(&source->text, string);
}

void clri_source_addf(clri_source *source, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    clri_text_addv(&source->text, format, arguments);
    va_end(arguments);
}

/* ---- names ---- */

static void know(clri_source *source, const char *names, clri_provision how)
{
    char spelt[CLRI_NAME_SIZE];
    size_t length;

    for (const char *name = names; (name = clri_next_name(name, &length)) != NULL; name += length)
        if (clri_spell(&source->spelling, name, length, 0, spelt))
            clri_contract_add(&source->contract, spelt, how);
}

void clri_source_provide(clri_source *source, const char *names)
{
    if (source->is_trusted)
        return;
    know(source, names, (clri_provision){.is_certain = true});
}

size_t clri_source_mark(const clri_source *source)
{
    return source->contract.count;
}

void clri_source_return(clri_source *source, size_t mark)
{
    clri_contract_forget(&source->contract, mark);
}

/* ---- pieces ---- */

__attribute__((format(printf, 2, 3))) static void fail(clri_source *source, const char *format, ...)
{
    char what[CLRI_MESSAGE_SIZE / 2];
    va_list arguments;

    if (source->status != CLR_OK || source->contract.failed)
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    source->status = clri_fail(source->error, CLR_ERROR_BUILD,
                               "%s: a defect of clreduce, not of the program that uses it", what);
}

/* The word as the piece writes it, and what stands for that here. */
static void describe(char text[2 * CLRI_NAME_SIZE + 16], const char *name, size_t length,
                     const char *spelt)
{
    const bool is_same = strlen(spelt) == length && strncmp(spelt, name, length) == 0;

    snprintf(text, 2 * CLRI_NAME_SIZE + 16, "%.*s%s%s", (int)length, name,
             is_same || !*spelt ? "" : ", here ", is_same ? "" : spelt);
}

/* How many names that is: it may be one of each member, or of each result. */
static unsigned names_of(const clri_source *source, const char *name, size_t length)
{
    if (clri_is_of_members(name, length))
        return source->members;
    return clri_is_of_results(name, length) ? source->results : 1;
}

/* `what` and `who` name the piece, or the C code, that needs the name. */
static void check_need(clri_source *source, const char *what, const char *who, const char *name,
                       size_t length)
{
    char spelt[CLRI_NAME_SIZE];
    char text[2 * CLRI_NAME_SIZE + 16];

    for (unsigned i = 0; i < names_of(source, name, length); i++) {
        if (!clri_spell(&source->spelling, name, length, i, spelt))
            *spelt = '\0';
        else if (clri_contract_find(&source->contract, spelt))
            continue;
        describe(text, name, length, spelt);
        fail(source, "%s%s needs %s, which nothing before it provides", what, who, text);
    }
}

void clri_source_need(clri_source *source, const char *who, const char *name)
{
    if (source->is_trusted)
        return;
    check_need(source, "", who, name, strlen(name));
}

static void need(clri_source *source, const clri_piece *piece, const char *name, size_t length)
{
    check_need(source, "piece ", piece->path, name, length);
}

/* Whether a macro is defined again by the same piece, for another member: to the same value. */
static bool says_again(const clri_source *source, const clri_provision *known,
                       const clri_piece *piece, const char *spelt)
{
    return known->piece == piece && known->scope != source->contract.scope &&
           strncmp(spelt, "CLR_", 4) == 0;
}

static void provide(clri_source *source, const clri_piece *piece, const char *name, size_t length)
{
    char spelt[CLRI_NAME_SIZE];
    char text[2 * CLRI_NAME_SIZE + 16];
    const clri_provision *known;

    if (!clri_spell(&source->spelling, name, length, 0, spelt)) {
        fail(source, "piece %s provides %.*s before there is what that stands in", piece->path,
             (int)length, name);
        return;
    }
    known = clri_contract_find(&source->contract, spelt);
    if (known && known->is_certain && !says_again(source, known, piece, spelt)) {
        describe(text, name, length, spelt);
        fail(source, "piece %s provides %s, which %s%s has provided before", piece->path, text,
             known->piece ? "piece " : "the prelude", known->piece ? known->piece->path : "");
    }
    clri_contract_add(&source->contract, spelt,
                      (clri_provision){.piece = piece, .is_certain = true});
}

static void for_each(clri_source *source, const clri_piece *piece, const char *names,
                     void act(clri_source *, const clri_piece *, const char *, size_t))
{
    size_t length;

    for (const char *name = names; (name = clri_next_name(name, &length)) != NULL; name += length)
        act(source, piece, name, length);
}

/* Names that the piece provides first: one that it needs may be its own, in another spelling. */
static void check_names(clri_source *source, const clri_piece *piece)
{
    const clri_piece_names *names = &piece->names[source->is_narrow];

    for_each(source, piece, names->provides, provide);
    know(source, names->may_provide, (clri_provision){.piece = piece});
    for_each(source, piece, names->needs, need);
}

static void add_piece(clri_source *source, const clri_piece *piece)
{
    if (!source->is_trusted)
        check_names(source, piece);
    clri_source_add(source, "\n");
    clri_source_add(source, piece->text);
}

/* The order of a path without ".cl" and a piece's path, as strcmp() has it. */
static int compare_path(const char *path, const clri_piece *piece)
{
    const size_t length = strlen(path);
    const int order = strncmp(path, piece->path, length);

    return order ? order : strcmp(".cl", piece->path + length);
}

/* The piece at that path, NULL if there is none. Pieces are in the order of their paths. */
static const clri_piece *find_piece(const clri_source *source, const char *path)
{
    size_t first = 0, end = source->library.count;

    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const clri_piece *piece = &source->library.pieces[middle];
        const int order = compare_path(path, piece);

        if (order == 0)
            return piece;
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return NULL;
}

void clri_source_piece(clri_source *source, const char *path)
{
    const clri_piece *piece = find_piece(source, path);

    if (piece)
        add_piece(source, piece);
    else
        fail(source, "there is no piece %s.cl", path);
}

bool clri_source_provides(const clri_source *source, const char *path, const char *name)
{
    const clri_piece *piece = find_piece(source, path);

    return piece && clri_text_has_word(piece->names[source->is_narrow].provides, name);
}

void clri_source_piece_of(clri_source *source, const char *folder, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    clri_source_piece(source, path);
}

/* ---- macros ---- */

bool clri_source_has(const clri_source *source, clri_macro macro)
{
    return clri_contract_find(&source->contract, clri_macro_of(macro)->name) != NULL;
}

/* From here on names that stand in the macro are what `value` says. */
static void name_by(clri_source *source, clri_macro macro, const char *value)
{
    clri_spelling_set(&source->spelling, macro, value);
    source->contract.scope++;
    if (macro == CLRI_MACRO_OF)
        clri_contract_leave_member(&source->contract);
}

static void know_macro(clri_source *source, clri_macro macro, const char *name)
{
    clri_contract_add(&source->contract, name,
                      (clri_provision){
                          .is_certain = true,
                          .is_of_member = clri_macro_of(macro)->holds == CLRI_HOLDS_MEMBER,
                      });
}

static void add_definition(clri_source *source, clri_macro macro, const char *value)
{
    const clri_macro_row *row = clri_macro_of(macro);

    know_macro(source, macro, row->name);
    if (clri_is_naming(macro))
        name_by(source, macro, value);
    clri_source_addf(source, "#define %s%s %s\n", row->name, row->parameters, value);
}

static void check_new(clri_source *source, const char *name)
{
    if (!source->is_trusted && clri_contract_find(&source->contract, name))
        fail(source, "the prelude defines %s twice", name);
}

void clri_source_define(clri_source *source, clri_macro macro, const char *value)
{
    check_new(source, clri_macro_of(macro)->name);
    add_definition(source, macro, value);
}

/* A value in full, or the text fails. */
__attribute__((format(printf, 4, 0))) static void write_value(clri_source *source, clri_macro macro,
                                                              char value[VALUE_SIZE],
                                                              const char *format, va_list arguments)
{
    if (vsnprintf(value, VALUE_SIZE, format, arguments) >= VALUE_SIZE)
        fail(source, "the value of %s is longer than %d letters", clri_macro_of(macro)->name,
             VALUE_SIZE - 1);
}

void clri_source_define_number(clri_source *source, clri_macro macro, int64_t value)
{
    clri_source_define_by(source, macro, "%" PRId64, value);
}

void clri_source_define_by(clri_source *source, clri_macro macro, const char *format, ...)
{
    char value[VALUE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    write_value(source, macro, value, format, arguments);
    va_end(arguments);
    clri_source_define(source, macro, value);
}

void clri_source_define_start(clri_source *source, clri_macro macro)
{
    const clri_macro_row *row = clri_macro_of(macro);

    check_new(source, row->name);
    know_macro(source, macro, row->name);
    clri_source_addf(source, "#define %s%s", row->name, row->parameters);
}

static void redefine_start(clri_source *source, clri_macro macro)
{
    const clri_macro_row *row = clri_macro_of(macro);

    know_macro(source, macro, row->name);
    clri_source_addf(source, "#undef %s\n#define %s%s", row->name, row->name, row->parameters);
}

void clri_source_define_of(clri_source *source, clri_macro macro, size_t number, const char *value)
{
    char name[CLRI_NAME_SIZE];

    snprintf(name, sizeof name, "%s%zu", clri_macro_of(macro)->name, number);
    check_new(source, name);
    know_macro(source, macro, name);
    clri_source_addf(source, "#define %s%s%s%s\n", name, clri_macro_of(macro)->parameters,
                     *value ? " " : "", value);
}

void clri_source_define_name(clri_source *source, const char *name, int64_t value)
{
    check_new(source, name);
    clri_source_provide(source, name);
    clri_source_addf(source, "#define %s %" PRId64 "\n", name, value);
}

void clri_source_redefine(clri_source *source, clri_macro macro, const char *value)
{
    clri_source_addf(source, "#undef %s\n", clri_macro_of(macro)->name);
    add_definition(source, macro, value);
}

void clri_source_redefine_by(clri_source *source, clri_macro macro, const char *format, ...)
{
    char value[VALUE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    write_value(source, macro, value, format, arguments);
    va_end(arguments);
    clri_source_redefine(source, macro, value);
}

/* Integers of 1 to 64 bytes, the shortest first, so that each of them is aligned where a gap ends
 * at a multiple of its size. */
static void add_gap(clri_source *source, const char *macro, const char *name, size_t size)
{
    static const char *const types[] = {"uchar",  "ushort", "uint",  "ulong",
                                        "ulong2", "ulong4", "ulong8"};

    clri_source_addf(source, "#undef %s\n#define %s", macro, macro);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (size >> i & 1)
            clri_source_addf(source, " %s %s%d;", types[i], name, 1 << i);
    clri_source_add(source, "\n");
}

void clri_source_gap(clri_source *source, clri_macro macro, const char *name, size_t size)
{
    know_macro(source, macro, clri_macro_of(macro)->name);
    add_gap(source, clri_macro_of(macro)->name, name, size);
}

void clri_source_gap_of(clri_source *source, clri_macro macro, size_t number, const char *name,
                        size_t size)
{
    char own[CLRI_NAME_SIZE];

    snprintf(own, sizeof own, "%s%zu", clri_macro_of(macro)->name, number);
    know_macro(source, macro, own);
    add_gap(source, own, name, size);
}

/* ---- what all texts have ---- */

/* Of the public header. */
static const struct {
    const char *name;
    int number;
} numbers[] = {
#define CLRI_PUBLIC(name) {#name, name},
#include "base/flag.def"
};

/* FP_CONTRACT OFF first: a product and a sum made one would break TwoSum. */
void clri_source_language(clri_source *source, const char *pragmas, bool uses_double)
{
    clri_source_add(source, "#pragma OPENCL FP_CONTRACT OFF\n");
    if (pragmas)
        clri_source_add(source, pragmas);
    if (uses_double)
        clri_source_add(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    clri_source_define(source, CLRI_MACRO_FN, "static inline __attribute__((always_inline))");
    clri_source_define(source, CLRI_MACRO_COLD, "CLR_FN");    /* what is seldom done */
    clri_source_define(source, CLRI_MACRO_LENGTHY, "CLR_FN"); /* what is long */
    clri_source_define(source, CLRI_MACRO_JOIN_, "a##b");
    clri_source_define(source, CLRI_MACRO_JOIN, "CLR_JOIN_(a, b)");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        clri_source_define_name(source, numbers[i].name, numbers[i].number);
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

void clri_source_flags(clri_source *source, clri_flag_set set)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (flags[i].set != set)
            continue;
        check_new(source, flags[i].name);
        clri_source_provide(source, flags[i].name);
        clri_source_addf(source, "#define %s %d /* %s */\n", flags[i].name, flags[i].number,
                         flags[i].meaning);
    }
}

/* f over the lanes of x, neighbours first, so that halves fold side by side: "f(f((x).s0, (x).s1),
 * f((x).s2, (x).s3))". */
static void add_across(clri_source *source, unsigned first, unsigned width)
{
    if (width == 1) {
        clri_source_addf(source, "(x).s%x", first);
        return;
    }
    clri_source_add(source, "f(");
    add_across(source, first, width / 2);
    clri_source_add(source, ", ");
    add_across(source, first + width / 2, width / 2);
    clri_source_add(source, ")");
}

void clri_source_width(clri_source *source, unsigned width, bool narrow)
{
    source->is_narrow = narrow;
    clri_source_add(source, narrow ? "\n#define CLR_NARROW\n" : "\n#undef CLR_NARROW\n");
    clri_source_redefine_by(source, CLRI_MACRO_WIDTH, "%u", width);
    if (width == 1)
        clri_source_redefine(source, CLRI_MACRO_WIDE, "name");
    else
        clri_source_redefine_by(source, CLRI_MACRO_WIDE, "CLR_JOIN(name, %u)", width);
    redefine_start(source, CLRI_MACRO_ACROSS);
    if (width == 1)
        clri_source_add(source, " (x)");
    else {
        clri_source_add(source, " ");
        add_across(source, 0, width);
    }
    clri_source_add(source, "\n");
    /* Behind a single ulong, where vectors of them follow. */
    clri_source_gap(source, CLRI_MACRO_BESIDE_LONG, "beside", (width - 1) * sizeof(cl_ulong));
    clri_source_redefine(source, CLRI_MACRO_ANY_LANE, width == 1 ? "(mask)" : "any(mask)");
}
