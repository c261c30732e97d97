/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_array - the same reduction on the host where all of the data is there: in parts, a core
 * each, that are joined in their order; and sums of floats exactly. See check.h.
 */
#include "check_part.h"

/* More than there are cores, mostly, so that none waits long for another. */
#define PART_COUNT 64

/* ---- Exact sums ------------------------------------------------------------------------------ */

/* What is added up; `squares` too where both are wanted. */
static const struct {
    clr_operator op;
    exact_term term;
    bool squares;
} sums[] = {
    {CLR_OPERATOR_SUM, EXACT_VALUE, false},      {CLR_OPERATOR_MEAN, EXACT_VALUE, false},
    {CLR_OPERATOR_ASUM, EXACT_MAGNITUDE, false}, {CLR_OPERATOR_SUMSQ, EXACT_SQUARE, false},
    {CLR_OPERATOR_NRM2, EXACT_SQUARE, false},    {CLR_OPERATOR_DOT, EXACT_PRODUCT, false},
    {CLR_OPERATOR_VAR, EXACT_VALUE, true},       {CLR_OPERATOR_STD, EXACT_VALUE, true},
};

/* False if there is anything that is no finite number. */
static bool add_exactly(check *c, const void *const *inputs, uint64_t count, exact_term term,
                        bool squares)
{
    const void *second = term == EXACT_PRODUCT ? inputs[1] : NULL;
    long double ignored;
    exact_sum sum;

    if (!exact_sum_make(&sum, c->type, term, inputs[0], second, count))
        return false;
    c->total = sum.total;
    exact_pair(&sum.total, &c->sum.high, &c->sum.low);
    exact_pair(&sum.magnitude, &c->magnitude, &ignored);
    if (squares && !exact_sum_make(&sum, c->type, EXACT_SQUARE, inputs[0], NULL, count))
        return false;
    if (squares)
        exact_pair(&sum.total, &c->squares.high, &c->squares.low);
    c->seen = c->count = count;
    c->is_exact = true;
    return true;
}

static bool try_exactly(check *c, const void *const *inputs, uint64_t count)
{
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        if (sums[i].op == c->op)
            return add_exactly(c, inputs, count, sums[i].term, sums[i].squares);
    }
    return false;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static uint64_t part_begin(uint64_t count, unsigned part)
{
    return count / PART_COUNT * part + count % PART_COUNT * part / PART_COUNT;
}

static void add_part(check *c, const void *const *inputs, uint64_t first, uint64_t end)
{
    const uint64_t offset = first * clr_type_size(c->type);
    const void *from[CLR_INPUTS_MOST] = {NULL};
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(c->op, &info);
    for (uint64_t i = 0; i < info.inputs; i++)
        from[i] = (const char *)inputs[i] + offset;
    c->seen = first;
    check_add(c, from, end - first);
}

static void add_in_parts(check *c, const void *const *inputs, uint64_t count)
{
    check parts[PART_COUNT];

#pragma omp parallel for schedule(dynamic)
    for (unsigned i = 0; i < PART_COUNT; i++) {
        parts[i] = *c;
        add_part(&parts[i], inputs, part_begin(count, i), part_begin(count, i + 1));
    }
    for (unsigned i = 0; i < PART_COUNT; i++)
        check_join(c, &parts[i]);
}

void check_array(check *c, const void *const *inputs, uint64_t count)
{
    if (c->missing != NULL)
        return;
    if (!check_is_real(c) || !try_exactly(c, inputs, count))
        add_in_parts(c, inputs, count);
}
