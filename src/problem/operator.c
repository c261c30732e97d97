/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/operator.h"
#include "base/sized.h"
#include "problem/number.h"
#include "problem/selection.h"

#include <string.h>

static const clri_operator operators[] = {
#define CLRI_OPERATOR(id, name, lift, fold, lower, takes, result, inputs, empty, meaning)          \
    [CLR_OPERATOR_##id] = {name,                                                                   \
                           CLRI_LIFT_##lift,                                                       \
                           CLRI_FOLD_##fold,                                                       \
                           CLRI_LOWER_##lower,                                                     \
                           CLRI_TAKES_##takes,                                                     \
                           CLRI_RESULT_##result,                                                   \
                           inputs,                                                                 \
                           empty,                                                                  \
                           meaning},
#include "problem/operator.def"
};

enum { OPERATOR_END = sizeof operators / sizeof *operators };

static const clri_operator custom = {
    .name = "custom",
    .lift = CLRI_LIFT_VALUE,
    .fold = CLRI_FOLD_CUSTOM,
    .lower = CLRI_LOWER_CUSTOM,
    .inputs = 1,
    .empty = "its identity",
    .meaning = "an operator of your own",
};

static const clri_lift_row lifts[] = {
#define CLRI_LIFT(id, piece, keeps, bytes, has_sign)                                               \
    [CLRI_LIFT_##id] = {piece, CLRI_KEEPS_##keeps, bytes, has_sign},
#include "problem/operator.def"
};

static const struct {
    clri_fold fold;
    clri_operator sum;
} parts[] = {
#define CLRI_PART(id, of, arrays)                                                                  \
    {CLRI_FOLD_##id,                                                                               \
     {.name = "sum",                                                                               \
      .lift = CLRI_LIFT_##of,                                                                      \
      .fold = CLRI_FOLD_ADD,                                                                       \
      .lower = CLRI_LOWER_VALUE,                                                                   \
      .takes = CLRI_TAKES_ANY,                                                                     \
      .result = CLRI_RESULT_WIDE,                                                                  \
      .inputs = arrays,                                                                            \
      .empty = "0"}},
#include "problem/operator.def"
};

static const clri_fold_row folds[] = {
#define CLRI_FOLD(id, ...) [CLRI_FOLD_##id] = {__VA_ARGS__},
#include "problem/fold.def"
};

static const char *const accuracy_names[] = {
    [CLR_ACCURACY_EXACT] = "exact",
    [CLR_ACCURACY_REPRODUCIBLE] = "reproducible",
    [CLR_ACCURACY_FAST] = "fast",
    [CLR_ACCURACY_RELAXED] = "relaxed",
};

enum { ACCURACY_END = sizeof accuracy_names / sizeof *accuracy_names };

/* ---- rows ---- */

const clri_operator *clri_operator_of(clr_operator op)
{
    if (op == CLR_OPERATOR_CUSTOM)
        return &custom;
    return (int)op > 0 && (int)op < OPERATOR_END ? &operators[op] : NULL;
}

const clri_operator *clri_operator_part(const clri_operator *row, unsigned i)
{
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k].fold == row->fold && i-- == 0)
            return &parts[k].sum;
    return NULL;
}

bool clri_operator_has_pairs(const clri_operator *row)
{
    return row->inputs > 1 && clri_operator_part(row, 0);
}

const clri_lift_row *clri_lift_of(clri_lift lift)
{
    return &lifts[lift];
}

const clri_fold_row *clri_fold_of(clri_fold fold)
{
    return &folds[fold];
}

const char *clr_operator_name(clr_operator op)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_selection *selection = clri_selection_of(op);

    return row ? row->name : selection ? selection->name : NULL;
}

clr_operator clr_operator_from_name(const char *name)
{
    for (int op = 1; name && op < OPERATOR_END; op++)
        if (strcmp(operators[op].name, name) == 0)
            return (clr_operator)op;
    return name ? clri_selection_from_name(name) : (clr_operator)0;
}

/* ---- results ---- */

/* The result of a sum: 64 bits for integers, so that few overflow; floats as accurate as the
 * element, at least f32, as a sum of halves soon exceeds them. */
static clr_type wide_result(const clri_number *number, clr_type type)
{
    switch (number->class) {
    case CLRI_SIGNED:
        return CLR_TYPE_I64;
    case CLRI_UNSIGNED:
        return CLR_TYPE_U64;
    case CLRI_FLOAT:
        break;
    }
    return type == CLR_TYPE_F64 ? CLR_TYPE_F64 : CLR_TYPE_F32;
}

clr_type clr_operator_result(clr_operator op, clr_type type)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_number *number = clri_number_of(type);

    if (number && clri_selection_of(op))
        return clri_selection_result(op, CLR_INTERPOLATION_LINEAR, type);
    if (!row || !number || row == &custom)
        return CLR_TYPE_DEFAULT;
    if (row->takes == CLRI_TAKES_INTEGERS && number->class == CLRI_FLOAT)
        return CLR_TYPE_DEFAULT;
    switch (row->result) {
    case CLRI_RESULT_WIDE:
        return wide_result(number, type);
    case CLRI_RESULT_REAL:
        return number->class == CLRI_FLOAT ? wide_result(number, type) : CLR_TYPE_F64;
    case CLRI_RESULT_ELEMENT:
        return type;
    case CLRI_RESULT_MAGNITUDE:
        return number->magnitude;
    case CLRI_RESULT_TRUTH:
        return CLR_TYPE_U8;
    case CLRI_RESULT_COUNT:
        break;
    }
    return CLR_TYPE_U64;
}

static const char *const result_words[] = {
    [CLRI_RESULT_WIDE] = "i64, u64; floats f32, f64",
    [CLRI_RESULT_REAL] = "f64; floats f32, f64",
    [CLRI_RESULT_ELEMENT] = "the element's",
    [CLRI_RESULT_MAGNITUDE] = "the element's, unsigned",
    [CLRI_RESULT_TRUTH] = "u8",
    [CLRI_RESULT_COUNT] = "u64",
};

static clr_operator_info selection_info(const clri_selection *row)
{
    return (clr_operator_info){
        .size = sizeof(clr_operator_info),
        .name = row->name,
        .meaning = row->meaning,
        .types = "all",
        .result = row->finds == CLRI_FINDS_QUANTILES  ? result_words[CLRI_RESULT_REAL]
                  : row->finds == CLRI_FINDS_DISTINCT ? result_words[CLRI_RESULT_COUNT]
                                                      : result_words[CLRI_RESULT_ELEMENT],
        .empty = row->empty ? row->empty : "none",
        .inputs = 1,
        .values = row->values == CLRI_VALUES_ONE,
        .has_index = row->finds == CLRI_FINDS_BEST,
        .has_empty_value = row->empty != NULL,
    };
}

clr_status clr_operator_describe(clr_operator op, clr_operator_info *info)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_selection *selection = clri_selection_of(op);
    clr_operator_info told;

    if (!row && !selection)
        return CLR_ERROR_ARGUMENT;
    if (selection)
        told = selection_info(selection);
    else
        told = (clr_operator_info){
            .size = sizeof told,
            .name = row->name,
            .meaning = row->meaning,
            .types = row->takes == CLRI_TAKES_INTEGERS ? "integers" : "all",
            .result = row == &custom ? "the operator's own" : result_words[row->result],
            .empty = row->empty ? row->empty : "none",
            .inputs = row->inputs,
            .values = row->lower == CLRI_LOWER_EXTREMES ? 2 : 1,
            .has_index = row->lower == CLRI_LOWER_ARG,
            .has_empty_value = row->empty != NULL,
        };
    return CLRI_SIZED_WRITE(clr_operator_info, info, &told);
}

/* ---- levels ---- */

const char *clr_accuracy_name(clr_accuracy accuracy)
{
    return (int)accuracy > 0 && (int)accuracy < ACCURACY_END ? accuracy_names[accuracy] : NULL;
}

clr_accuracy clr_accuracy_from_name(const char *name)
{
    for (int level = 1; name && level < ACCURACY_END; level++)
        if (strcmp(accuracy_names[level], name) == 0)
            return (clr_accuracy)level;
    return CLR_ACCURACY_DEFAULT;
}

static bool is_integer(clr_type type)
{
    return type != CLR_TYPE_DEFAULT && clri_number_of(type)->class != CLRI_FLOAT;
}

/* Whether nothing is rounded before the result, so that it is exact at every level and in every
 * order: comparisons, counts, sums and products of integers, and what two inputs' several sums are
 * made into, which no level has cheaper. Custom operators may do anything. */
static bool is_exact(const clri_operator *row, clr_type type)
{
    if (row == &custom)
        return false;
    if (clri_operator_has_pairs(row))
        return true;
    if (row->result == CLRI_RESULT_WIDE || row->lower == CLRI_LOWER_MEAN)
        return is_integer(type);
    return row->result != CLRI_RESULT_REAL;
}

bool clri_operator_adds_up(const clri_operator *row)
{
    return (row->fold == CLRI_FOLD_ADD && lifts[row->lift].keeps != CLRI_KEEPS_NOTHING) ||
           row->fold == CLRI_FOLD_NORM || clri_operator_part(row, 0);
}

bool clri_operator_takes_ddof(clr_operator op)
{
    const clri_operator *row = clri_operator_of(op);

    return clri_operator_needs_more_than_ddof(op) || (row && row->fold == CLRI_FOLD_SPREAD);
}

bool clri_operator_needs_more_than_ddof(clr_operator op)
{
    const clri_operator *row = clri_operator_of(op);

    return row && (row->fold == CLRI_FOLD_MOMENTS || row->fold == CLRI_FOLD_COMOMENTS);
}

uint64_t clri_operator_least(clr_operator op, uint64_t ddof)
{
    if (clri_operator_needs_more_than_ddof(op))
        return ddof < UINT64_MAX ? ddof + 1 : UINT64_MAX;
    return clri_operator_of(op)->empty ? 0 : 1;
}

bool clri_operator_sums_exactly(clr_operator op, clr_type type, clr_accuracy asked)
{
    const clri_operator *row = clri_operator_of(op);

    return (asked == CLR_ACCURACY_EXACT || is_exact(row, type)) && clri_operator_adds_up(row) &&
           type != CLR_TYPE_DEFAULT && clri_number_of(type)->class == CLRI_FLOAT;
}

bool clri_operator_rounds_once(clr_operator op, clr_type type, clr_type result, clr_accuracy asked)
{
    const clri_operator *row = clri_operator_of(op);

    return is_integer(type) && clri_operator_adds_up(row) &&
           clri_number_of(result)->class == CLRI_FLOAT &&
           (asked == CLR_ACCURACY_EXACT || is_exact(row, type));
}

bool clri_operator_adds_in_f32(clr_operator op, clr_type type, clr_type result, clr_accuracy asked)
{
    const clri_operator *row = clri_operator_of(op);

    return asked == CLR_ACCURACY_RELAXED && result == CLR_TYPE_F32 && type != CLR_TYPE_F64 &&
           type != CLR_TYPE_DEFAULT && !is_integer(type) && row->fold == CLRI_FOLD_ADD &&
           clri_operator_adds_up(row) && row->lower != CLRI_LOWER_ROOT;
}

clr_accuracy clri_operator_accuracy(clr_operator op, clr_type type, clr_accuracy asked)
{
    const clri_operator *row = clri_operator_of(op);

    if (is_exact(row, type) || clri_operator_sums_exactly(op, type, asked) ||
        (asked == CLR_ACCURACY_EXACT && is_integer(type) && clri_operator_adds_up(row)))
        return CLR_ACCURACY_EXACT;
    if (asked == CLR_ACCURACY_EXACT)
        return CLR_ACCURACY_DEFAULT;
    return asked == CLR_ACCURACY_REPRODUCIBLE ? asked : CLR_ACCURACY_FAST;
}

bool clri_operator_needs_order(clr_operator op, clr_type type, clr_accuracy accuracy)
{
    return accuracy == CLR_ACCURACY_REPRODUCIBLE && !is_exact(clri_operator_of(op), type);
}
