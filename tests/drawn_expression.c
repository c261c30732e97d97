/* SPDX-License-Identifier: Apache-2.0 */
#include "drawn_expression.h"
#include "split_mix.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What is drawn: the text so far, of elements of a type. */
struct draft {
    char *text;
    size_t length;
    clr_type element;
    bool has_scalars;
    uint64_t *state;
};

static void draw_truth(struct draft *draft, int depth);
static void draw_integer(struct draft *draft, int depth);
static void draw_real(struct draft *draft, int depth);

static size_t below(const struct draft *draft, size_t end)
{
    return (size_t)(next_random(draft->state) % end);
}

static bool is_float(const struct draft *draft)
{
    return draft->element >= CLR_TYPE_F16;
}

static void add(struct draft *draft, const char *text)
{
    draft->length +=
        (size_t)snprintf(draft->text + draft->length, EXPRESSION_SIZE - draft->length, "%s", text);
}

/* Adds words with operands between them: ( a + b ). */
static void add_call(struct draft *draft, const char *const words[4], int depth,
                     void (*draw)(struct draft *, int))
{
    add(draft, words[0]);
    for (int i = 1; i < 4 && words[i]; i++) {
        draw(draft, depth - 1);
        add(draft, words[i]);
    }
}

static void add_choice(struct draft *draft, int depth, void (*draw)(struct draft *, int))
{
    add(draft, "(");
    draw_truth(draft, depth - 1);
    add(draft, " ? ");
    draw(draft, depth - 1);
    add(draft, " : ");
    draw(draft, depth - 1);
    add(draft, ")");
}

/* x most of the time, so that few inputs are needed. */
static void add_input(struct draft *draft)
{
    static const char *const inputs[] = {"x", "x", "x", "x", "y", "y", "z", "w"};

    add(draft, inputs[below(draft, COUNT(inputs))]);
}

static void draw_integer_leaf(struct draft *draft)
{
    static const char *const leaves[] = {"i",
                                         "n",
                                         "0",
                                         "1",
                                         "3",
                                         "(-1)",
                                         "(-7)",
                                         "64",
                                         "255",
                                         "0x7fffffffffffffff",
                                         "(-9223372036854775808)",
                                         "(18446744073709551615)",
                                         "32768"};

    if (!is_float(draft) && below(draft, 3))
        add_input(draft);
    else
        add(draft, leaves[below(draft, COUNT(leaves))]);
}

static void draw_integer(struct draft *draft, int depth)
{
    static const char *const calls[][4] = {{"(", " + ", ")"},
                                           {"(", " - ", ")"},
                                           {"(", " * ", ")"},
                                           {"(", " / ", ")"},
                                           {"(", " % ", ")"},
                                           {"(", " & ", ")"},
                                           {"(", " | ", ")"},
                                           {"(", " ^ ", ")"},
                                           {"(", " << ", ")"},
                                           {"(", " >> ", ")"},
                                           {"(- ", ")"},
                                           {"(~", ")"},
                                           {"abs(", ")"},
                                           {"min(", ", ", ")"},
                                           {"max(", ", ", ")"},
                                           {"popcount(", ")"},
                                           {"clamp(", ", ", ", ", ")"},
                                           {"clz(", ")"}};
    const size_t drawn = below(draft, COUNT(calls) + 3);

    if (depth <= 0)
        draw_integer_leaf(draft);
    else if (drawn == COUNT(calls))
        add_choice(draft, depth, draw_integer);
    else if (drawn > COUNT(calls))
        draw_truth(draft, depth - 1);
    else
        add_call(draft, calls[drawn], depth, draw_integer);
}

static void draw_real_leaf(struct draft *draft)
{
    static const char *const leaves[] = {"0.0",  "(-0.0)", "0.5",    "1.0", "(-2.5)", "1e-40f",
                                         "1e10", "inf",    "(-inf)", "nan", "0.1f",   "pi"};
    static const char *const scalars[] = {"a", "b", "c"};

    if (is_float(draft) && below(draft, 3))
        add_input(draft);
    else if (draft->has_scalars && below(draft, 3) == 0)
        add(draft, scalars[below(draft, COUNT(scalars))]);
    else
        add(draft, leaves[below(draft, COUNT(leaves))]);
}

static void draw_real(struct draft *draft, int depth)
{
    static const char *const calls[][4] = {{"(- ", ")"},
                                           {"fabs(", ")"},
                                           {"abs(", ")"},
                                           {"sign(", ")"},
                                           {"min(", ", ", ")"},
                                           {"max(", ", ", ")"},
                                           {"fmin(", ", ", ")"},
                                           {"fmax(", ", ", ")"},
                                           {"step(", ", ", ")"},
                                           {"copysign(", ", ", ")"},
                                           {"clamp(", ", ", ", ", ")"},
                                           {"f64(", ")"}};
    const size_t drawn = below(draft, COUNT(calls) + 4);

    if (depth <= 0)
        draw_real_leaf(draft);
    else if (drawn < COUNT(calls))
        add_call(draft, calls[drawn], depth, draw_real);
    else if (drawn == COUNT(calls))
        add_call(draft, (const char *const[4]){"f64(", ")"}, depth, draw_integer);
    else if (drawn == COUNT(calls) + 1)
        add_call(draft, (const char *const[4]){"f32(", ")"}, depth, draw_integer);
    else
        add_choice(draft, depth, draw_real);
}

/* A number of either kind, most often of the elements'. */
static void draw_number(struct draft *draft, int depth)
{
    if ((below(draft, 5) == 0) == is_float(draft))
        draw_integer(draft, depth);
    else
        draw_real(draft, depth);
}

static void draw_truth(struct draft *draft, int depth)
{
    static const char *const comparisons[][4] = {{"(", " < ", ")"},  {"(", " <= ", ")"},
                                                 {"(", " > ", ")"},  {"(", " >= ", ")"},
                                                 {"(", " == ", ")"}, {"(", " != ", ")"}};
    static const char *const logic[][4] = {{"(", " && ", ")"}, {"(", " || ", ")"}, {"(!", ")"}};
    static const char *const questions[][4] = {{"isnan(", ")"},
                                               {"isinf(", ")"},
                                               {"isfinite(", ")"},
                                               {"isnormal(", ")"},
                                               {"signbit(", ")"}};
    const size_t drawn = depth > 0 ? below(draft, 6) : 0;

    if (drawn < 3)
        add_call(draft, comparisons[below(draft, COUNT(comparisons))], depth, draw_number);
    else if (drawn < 5)
        add_call(draft, logic[below(draft, COUNT(logic))], depth,
                 below(draft, 4) ? draw_truth : draw_number);
    else
        add_call(draft, questions[below(draft, COUNT(questions))], depth, draw_number);
}

void draw_expression(char *to, clr_type element, bool has_scalars, uint64_t *state)
{
    struct draft draft = {
        .text = to, .element = element, .has_scalars = has_scalars, .state = state};
    const int depth = 1 + (int)below(&draft, 3);

    if (below(&draft, 5) == 0)
        draw_truth(&draft, depth);
    else
        draw_number(&draft, depth);
}

void draw_condition(char *to, clr_type element, bool has_scalars, uint64_t *state)
{
    struct draft draft = {
        .text = to, .element = element, .has_scalars = has_scalars, .state = state};
    const int depth = 1 + (int)below(&draft, 2);

    if (below(&draft, 5) == 0)
        draw_number(&draft, depth);
    else
        draw_truth(&draft, depth);
}

static bool names_scalar(const char *expression)
{
    for (const char *at = expression; at && *at; at++)
        if (strchr("abc", *at) &&
            (at == expression || !strchr("abcdefghijklmnopqrstuvwxyz0123456789", at[-1])) &&
            !strchr("abcdefghijklmnopqrstuvwxyz", at[1]))
            return true;
    return false;
}

bool drawn_names_scalars(const char *map, const char *where)
{
    return names_scalar(map) || names_scalar(where);
}
