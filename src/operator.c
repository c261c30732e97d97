/* SPDX-License-Identifier: Apache-2.0 */
#include "operator.h"
#include "number.h"

#include <string.h>

static const clri_operator operators[] = {
#define CLRI_OPERATOR(id, name, kind, has_empty_value, collective, atomic_32, atomic_64)           \
    [CLR_OPERATOR_##id] = {name, CLRI_##kind, has_empty_value, collective, atomic_32, atomic_64},
#include "operator.def"
};

enum { OPERATOR_END = sizeof operators / sizeof *operators };

static const char *const accuracy_names[] = {
    [CLR_ACCURACY_EXACT] = "exact",
    [CLR_ACCURACY_REPRODUCIBLE] = "reproducible",
    [CLR_ACCURACY_FAST] = "fast",
    [CLR_ACCURACY_RELAXED] = "relaxed",
};

enum { ACCURACY_END = sizeof accuracy_names / sizeof *accuracy_names };

const clri_operator *clri_operator_of(clr_operator op)
{
    return (int)op > 0 && (int)op < OPERATOR_END ? &operators[op] : NULL;
}

const char *clr_operator_name(clr_operator op)
{
    const clri_operator *row = clri_operator_of(op);

    return row ? row->name : NULL;
}

clr_operator clr_operator_from_name(const char *name)
{
    for (int op = 1; name && op < OPERATOR_END; op++)
        if (strcmp(operators[op].name, name) == 0)
            return (clr_operator)op;
    return (clr_operator)0;
}

clr_type clr_operator_result(clr_operator op, clr_type type)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_number *number = clri_number_of(type);

    if (!row || !number)
        return CLR_TYPE_DEFAULT;
    if (row->kind == CLRI_ORDERED)
        return type;
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

clr_accuracy clri_operator_accuracy(clr_operator op, clr_type type, clr_accuracy asked)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_number *number = clri_number_of(type);

    if (row->kind == CLRI_ORDERED || number->class != CLRI_FLOAT)
        return CLR_ACCURACY_EXACT;
    if (asked == CLR_ACCURACY_EXACT || asked == CLR_ACCURACY_REPRODUCIBLE)
        return CLR_ACCURACY_DEFAULT;
    return CLR_ACCURACY_FAST;
}
