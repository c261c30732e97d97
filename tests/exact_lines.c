/* SPDX-License-Identifier: Apache-2.0 */
#include "exact_lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static FILE *out;

void lines_to(FILE *file)
{
    out = file;
}

void section(const char *title)
{
    fprintf(out, "\n# %s\n", title);
}

/* ---- formats ---- */

const struct format formats[] = {[CLR_TYPE_F16] = {11, -14, 15},
                                 [CLR_TYPE_BF16] = {8, -126, 127},
                                 [CLR_TYPE_F32] = {24, -126, 127},
                                 [CLR_TYPE_F64] = {53, -1022, 1023}};

/* The exponent of the smallest number. */
int smallest(clr_type type)
{
    return formats[type].least - formats[type].digits + 1;
}

double power(int exponent)
{
    return ldexp(1, exponent);
}

double greatest(clr_type type)
{
    return ldexp(2 - power(1 - formats[type].digits), formats[type].most);
}

/* ---- sets of elements ---- */

static void put_bits(set *s, uint64_t bits)
{
    s->used += (size_t)snprintf(s->text + s->used, sizeof s->text - s->used, "%s%0*" PRIx64,
                                s->used ? " " : "", (int)(2 * oracle_size(s->type)), bits);
    if (s->used >= sizeof s->text - 64)
        abort();
}

double put_nearest(set *s, double x)
{
    uint64_t bits = 0;

    oracle_store(s->type, &bits, 0, x);
    put_bits(s, bits);
    return oracle_from_bits(s->type, bits);
}

/* A number as it is, or if the type does not have it as several. */
static void put(set *s, double x)
{
    const double limit = greatest(s->type);

    if (!isfinite(x) || x == 0) {
        put_nearest(s, x);
        return;
    }
    while (x != 0)
        x -= put_nearest(s, fabs(x) > limit ? copysign(limit, x) : x);
}

set set_of(clr_type type, const double *x, size_t count)
{
    set s = {.type = type};

    for (size_t i = 0; i < count; i++)
        put(&s, x[i]);
    return s;
}

set set_generated(clr_type type, const char *kind, uint64_t seed, size_t count)
{
    set s = {.type = type};

    snprintf(s.text, sizeof s.text, "@%s %" PRIu64 " %zu", kind, seed, count);
    return s;
}

/* ---- lines ---- */

static void print_value(const oracle_value *value, clr_type result)
{
    if (value->empty)
        fprintf(out, "empty");
    else if (value->nan)
        fprintf(out, "nan");
    else
        fprintf(out, "%0*" PRIx64, (int)(2 * oracle_size(result)), oracle_round(value, result));
}

void reduce(const set *s, const oracle_question *question, oracle_value *value)
{
    const size_t inputs = exact_case_inputs(question->op);
    size_t count = 0;
    char *x = exact_case_elements(s->text, s->type, inputs, &count);

    if (!x)
        abort();
    oracle_reduce(question, x, inputs == 2 ? x + count * oracle_size(s->type) : NULL, count, value);
    free(x);
}

static void line(const set *s, oracle_question question, clr_type result)
{
    oracle_value value;

    question.type = s->type;
    reduce(s, &question, &value);
    fprintf(out, "%s %s %s %s %" PRIu64 " ", clr_operator_name(question.op), clr_type_name(s->type),
            clr_type_name(result), question.nan == CLR_NAN_IGNORE ? "ignore" : "propagate",
            question.ddof);
    print_value(&value, result);
    fprintf(out, " %s\n", s->text);
    oracle_clear(&value);
}

void plain(set s, clr_operator op, clr_type result)
{
    line(&s, (oracle_question){.op = op}, result);
}

/*
 * What is computed of one set together; CLR_TYPE_DEFAULT is the elements' type. Together with what
 * is computed elsewhere these are at most 16, as many as one plan takes.
 */
static const struct {
    clr_operator op;
    clr_type result;
} all[EACH] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F16},       {CLR_OPERATOR_SUM, CLR_TYPE_BF16},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32},       {CLR_OPERATOR_SUM, CLR_TYPE_F64},
    {CLR_OPERATOR_MEAN, CLR_TYPE_DEFAULT},  {CLR_OPERATOR_ASUM, CLR_TYPE_DEFAULT},
    {CLR_OPERATOR_SUMSQ, CLR_TYPE_DEFAULT}, {CLR_OPERATOR_NRM2, CLR_TYPE_DEFAULT},
    {CLR_OPERATOR_VAR, CLR_TYPE_DEFAULT},   {CLR_OPERATOR_STD, CLR_TYPE_DEFAULT},
};

/* All of a set, or as many as stand at the table's end. */
void several(set s, clr_nan nan, uint64_t ddof, size_t count)
{
    for (size_t i = EACH - count; i < EACH; i++)
        line(&s, (oracle_question){.op = all[i].op, .nan = nan, .ddof = ddof},
             all[i].result == CLR_TYPE_DEFAULT ? s.type : all[i].result);
}

void each(set s)
{
    several(s, CLR_NAN_PROPAGATE, 0, EACH);
}
