/* SPDX-License-Identifier: Apache-2.0 */
#include "state/form_parts.h"
#include "state/reader.h"

#include <assert.h>

/* ---- building ---- */

/* Room is fixed at compile time: a maker that adds more fails in tests, by the assertion. */
static void append(const char **pieces, size_t room, const char *piece)
{
    size_t i = 0;

    while (pieces[i])
        i++;
    assert(i + 1 < room);
    (void)room;
    pieces[i] = piece;
}

void clri_form_use(clri_form *form, const char *piece)
{
    append(form->state.pieces, CLRI_FORM_PIECES, piece);
}

void clri_form_use_run(clri_form *form, const char *piece)
{
    append(form->state.runs, CLRI_FORM_RUNS, piece);
}

static void add_define(clri_define *defines, size_t room, clri_macro macro, const char *text)
{
    size_t i = 0;

    while (defines[i].macro)
        i++;
    assert(i + 1 < room);
    (void)room;
    defines[i] = (clri_define){macro, text};
}

void clri_form_define(clri_form *form, clri_macro macro, const char *text)
{
    add_define(form->state.defines, CLRI_FORM_DEFINES, macro, text);
}

void clri_form_define_lower(clri_form *form, clri_macro macro, const char *text)
{
    add_define(form->lower.defines, CLRI_LOWER_DEFINES, macro, text);
}

void clri_form_state_is(clri_form *form, size_t size, size_t align, const char *accumulator)
{
    form->state.size = size;
    form->state.align = align;
    form->state.accumulator = accumulator;
}

void clri_form_state_is_number(clri_form *form, const char *type, size_t size, const char *machine,
                               const char *accumulator)
{
    clri_form_state_is(form, size, size, accumulator);
    form->state.number = type;
    form->state.machine = machine;
}

void clri_form_use_struct(clri_form *form, const char *fields)
{
    clri_form_define(form, CLRI_MACRO_STATE_FIELDS, fields);
    clri_form_use(form, "fold/struct");
}

void clri_form_use_number(clri_form *form, bool lanes_share)
{
    clri_form_use(form, "fold/number");
    clri_form_use(form, lanes_share ? "fold/one_state" : "fold/number_lanes");
    form->state.lanes_share = lanes_share;
}

void clri_form_use_pair(clri_form *form, const char *half, const char *piece)
{
    clri_form_define(form, CLRI_MACRO_HALF, half);
    clri_form_use(form, "number/pair");
    clri_form_use(form, piece);
}

/* ---- questions ---- */

const clri_operator *clri_form_row(const clri_question *q)
{
    return q->part ? q->part : clri_operator_of(q->op);
}

const clri_number *clri_form_number(const clri_question *q)
{
    return clri_number_of(q->type);
}

bool clri_form_is_float(const clri_question *q)
{
    return clri_form_number(q)->class == CLRI_FLOAT;
}

bool clri_form_is_bits(const clri_question *q)
{
    return q->type == CLR_TYPE_F64 && !q->has_fp64;
}

bool clri_form_is_signed(const clri_question *q)
{
    return clri_form_number(q)->class == CLRI_SIGNED && clri_form_row(q)->lift != CLRI_LIFT_ABS;
}

bool clri_form_has_pairs(const clri_question *q)
{
    return clri_operator_has_pairs(clri_form_row(q));
}

bool clri_form_is_truth(const clri_question *q)
{
    return clri_lift_of(clri_form_row(q)->lift)->bytes == 0;
}

/* ---- elements: NaNs, and lifts ---- */

/*
 * Tests of floats by their bits: drivers set to fast math assume that there is neither NaN nor
 * infinity, and some flush subnormal numbers. A row for floats of 32 bits, as which shorter ones
 * are read; for doubles; for doubles held as bits.
 */
typedef struct float_tests {
    const char *is_number;
    const char *is_nonzero;
    const char *magnitude;
} float_tests;

static const float_tests *tests_of(const clri_question *q)
{
    static const float_tests rows[] = {
        {"((CLR_WIDE(as_uint)(x) & 0x7fffffff) <= 0x7f800000)",
         "((CLR_WIDE(as_uint)(x) << 1) != (CLR_WIDE(uint))(0))",
         "CLR_WIDE(as_float)(CLR_WIDE(as_uint)(x) & 0x7fffffff)"},
        {"((CLR_WIDE(as_long)(x) & LONG_MAX) <= 0x7ff0000000000000L)",
         "((CLR_WIDE(as_ulong)(x) << 1) != (CLR_WIDE(ulong))(0))",
         "CLR_WIDE(as_double)(CLR_WIDE(as_long)(x) & LONG_MAX)"},
        {"(((x) & LONG_MAX) <= 0x7ff0000000000000L)", "(((x) << 1) != (CLR_AT(value))(0))",
         "((x) & LONG_MAX)"},
    };

    return &rows[clri_form_is_bits(q) ? 2 : q->type == CLR_TYPE_F64];
}

static bool is_pair(const clri_question *q)
{
    return clri_form_row(q)->inputs == 2;
}

/* A custom struct has no type. */
static bool drops_nan(const clri_question *q)
{
    return q->ignores_nan && q->type && clri_form_is_float(q);
}

bool clri_form_leaves_out(const clri_question *q)
{
    return q->is_sifted || drops_nan(q);
}

/* Comparisons of vectors yield signed integers as wide as the operands; floats of 16 bits are read
 * as f32, and a custom struct has no number: 4 bytes. */
const char *clri_form_truth(clr_type type)
{
    const clri_number *number = clri_number_of(type);
    const size_t size =
        !number || (number->class == CLRI_FLOAT && number->size < 4) ? 4 : number->size;
    static const char *const types[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long"};

    return types[size];
}

/* Whether an element is taken: a sifted one has a field that tells, another is tested for NaN. Of
 * pairs both have to be numbers. */
static void define_taken(const clri_question *q, clri_form *form)
{
    static const char *const numbers[] = {"CLR_IS_NUMBER((e).x)",
                                          "(CLR_IS_NUMBER((e).x) & CLR_IS_NUMBER((e).y))"};

    clri_form_define(form, CLRI_MACRO_IS_PAIR, is_pair(q) ? "1" : "0");
    clri_form_define(form, CLRI_MACRO_IS_NUMBER,
                     drops_nan(q) ? tests_of(q)->is_number : "(CLR_WIDE(CLR_TRUTH))(-1)");
    clri_form_define(form, CLRI_MACRO_IS_TAKEN,
                     q->is_sifted ? "((e).taken != (CLR_WIDE(CLR_TRUTH))(0))"
                                  : numbers[is_pair(q)]);
}

void clri_form_use_element(const clri_question *q, clri_form *form)
{
    const char *piece = q->is_mapped ? "element/mapped"
                        : is_pair(q) ? "element/pair"
                                     : "element/direct";

    if (q->is_sifted) {
        form->state.whole = piece;
        form->state.truth = clri_form_truth(q->type);
        clri_form_define(form, CLRI_MACRO_TRUTH, clri_form_truth(q->type));
        clri_form_define(form, CLRI_MACRO_READ_TAKEN,
                         q->reads_taken ? "CLR_WIDE(CLR_JOIN(convert_, CLR_TRUTH))((inputs).taken)"
                                        : "(CLR_WIDE(CLR_TRUTH))(-1)");
        clri_form_define(form, CLRI_MACRO_CHOSEN,
                         q->has_where ? "CLR_AT(where_element_of)(inputs, i, n).x"
                                      : "(CLR_WIDE(CLR_TRUTH))(-1)");
        piece = "element/sifted";
    }
    if (clri_form_leaves_out(q))
        define_taken(q, form);
    clri_form_use(form, piece);
}

void clri_form_use_taken(const clri_question *q, const char *absent, clri_form *form)
{
    if (!clri_form_leaves_out(q) || !*absent) {
        clri_form_use(form, "taken/keep");
        return;
    }
    clri_form_define(form, CLRI_MACRO_ABSENT, absent);
    clri_form_use(form, "taken/drop");
}

void clri_form_use_magnitude(const clri_question *q, clri_form *form)
{
    static const char *const bits[] = {[1] = "8", [2] = "16", [4] = "32", [8] = "64"};

    if (clri_form_is_float(q)) {
        clri_form_define(form, CLRI_MACRO_ABS, tests_of(q)->magnitude);
    } else if (clri_form_number(q)->class == CLRI_UNSIGNED) {
        clri_form_define(form, CLRI_MACRO_ABS, "(x)");
    } else {
        clri_form_define(form, CLRI_MACRO_ABS, "CLR_AT(magnitude_of)(x)");
        clri_form_define(form, CLRI_MACRO_UNSIGNED,
                         clri_number_of(clri_form_number(q)->magnitude)->value);
        clri_form_define(form, CLRI_MACRO_VALUE_BITS, bits[clri_form_number(q)->size]);
        clri_form_use(form, "lift/magnitude");
    }
}

void clri_form_use_lift(const clri_question *q, clri_form *form)
{
    if (clri_form_row(q)->lift == CLRI_LIFT_ABS)
        clri_form_use_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_IS_NONZERO,
                     clri_form_is_float(q) ? tests_of(q)->is_nonzero
                                           : "((x) != (CLR_AT(value))(0))");
    if (clri_form_row(q)->lift == CLRI_LIFT_TAKEN && !clri_form_leaves_out(q))
        clri_form_define(form, CLRI_MACRO_IS_TAKEN, "(CLR_WIDE(int))(1)");
    clri_form_use(form, clri_lift_of(clri_form_row(q)->lift)->piece);
}

void clri_form_define_magnitude(const clri_question *q, clri_form *form)
{
    const clr_type type =
        clri_form_row(q)->lift == CLRI_LIFT_ABS ? clri_form_number(q)->magnitude : q->type;

    clri_form_define(form, CLRI_MACRO_MAGNITUDE, clri_reader_of(type, q->has_fp64).value);
}

/* ---- results ---- */

void clri_form_round_double(const clri_question *q, clri_form *form)
{
    const bool wide = q->result == CLR_TYPE_F64;

    clri_form_define_lower(form, CLRI_MACRO_RESULT, wide ? "double" : "float");
    clri_form_define_lower(form, CLRI_MACRO_ROUND, wide ? "(x)" : "convert_float(x)");
}

/* Keeps the result's lower bits. */
void clri_form_round_integer(const clri_question *q, clri_form *form)
{
    clri_form_define_lower(form, CLRI_MACRO_RESULT, clri_number_of(q->result)->stored);
    clri_form_define_lower(form, CLRI_MACRO_ROUND, "(CLR_RESULT)(x)");
}

void clri_form_lower_by(clri_form *form, const char *piece)
{
    append(form->lower.pieces, CLRI_LOWER_PIECES, piece);
}
