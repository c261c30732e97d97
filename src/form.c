/* SPDX-License-Identifier: Apache-2.0 */
#include "form.h"

/* Sums and products of integers: 64 bits, unsigned, so that wrapping is defined. */
static void form_integer(const clri_number *number, const char *identity, clri_form *form)
{
    const bool is_signed = number->class == CLRI_SIGNED;

    *form = (clri_form){
        .reader = "plain",
        .stored = number->value,
        .value = number->value,
        .arithmetic = "native",
        .state = "ulong",
        .widen = is_signed ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                           : "CLR_WIDE(convert_ulong)(x)",
        .identity = identity,
        .empty = identity,
        .state_size = 8,
        .machine = "ulong",
        .result = "ulong",
        .round = "x",
        .accumulator = is_signed ? "i64" : "u64",
    };
}

/* How a float is read, before it is widened. */
static void read_float(clr_type type, clri_form *form)
{
    switch (type) {
    case CLR_TYPE_F16:
        form->reader = "half";
        form->stored = "half";
        form->value = "float";
        break;
    case CLR_TYPE_BF16:
        form->reader = "bfloat";
        form->stored = "ushort";
        form->value = "float";
        break;
    default:
        form->reader = "plain";
        form->stored = form->value = clri_number_of(type)->value;
        break;
    }
}

/*
 * Sums and products of floats in f64. A sum starts from -0, the one value that adding changes
 * nothing of; the sum of no elements at all is +0.
 */
static void form_double(bool additive, clr_type result, clri_form *form)
{
    form->arithmetic = "native";
    form->state = "double";
    form->widen = "CLR_WIDE(convert_double)(x)";
    form->identity = additive ? "-0.0" : "1.0";
    form->empty = additive ? "0.0" : "1.0";
    form->state_size = 8;
    form->machine = "double";
    form->result = result == CLR_TYPE_F64 ? "double" : "float";
    form->round = result == CLR_TYPE_F64 ? "x" : "convert_float(x)";
    form->accumulator = "f64";
    form->uses_double = true;
}

/* The same in unevaluated pairs of f32, for devices without fp64. */
static void form_double_float(bool additive, clr_type result, clri_form *form)
{
    form->arithmetic = "double_float";
    form->state = "float";
    form->widen = "x";
    form->identity = additive ? "-0.0f" : "1.0f";
    form->empty = additive ? "0.0f" : "1.0f";
    form->state_size = 8;
    form->result = result == CLR_TYPE_F64 ? "ulong" : "float";
    form->round = result == CLR_TYPE_F64 ? "clr_double_bits(x)" : "clr_nearest_float(x)";
    form->accumulator = "double-float";
}

static const char *form_float(clr_operator op, clr_type type, clr_type result, bool has_fp64,
                              clri_form *form)
{
    const bool additive = clri_operator_of(op)->kind == CLRI_ADDITIVE;

    read_float(type, form);
    if (has_fp64) {
        form_double(additive, result, form);
        return NULL;
    }
    if (type == CLR_TYPE_F64)
        return "the device has no fp64, which sums and products of f64 need at this level";
    if (!additive && result == CLR_TYPE_F64)
        return "the device has no fp64, and a product in pairs of f32 would overflow where f64 "
               "does not: ask for a result of f32";
    form_double_float(additive, result, form);
    return NULL;
}

/* Mantissa bits of a stored float, by which its NaNs are counted. */
static unsigned mantissa_bits(clr_type type)
{
    switch (type) {
    case CLR_TYPE_F16:
        return 10;
    case CLR_TYPE_BF16:
        return 7;
    case CLR_TYPE_F32:
        return 23;
    case CLR_TYPE_F64:
        return 52;
    default:
        return 0;
    }
}

/* Atomics and collectives take no integers shorter than 32 bits. */
static const char *machine_of(const clri_number *number)
{
    if (number->size == 8)
        return number->key;
    return number->class == CLRI_SIGNED ? "int" : "uint";
}

/* Min and max compare integers: the elements themselves, or the keys of floats. */
static void form_ordered(clr_operator op, clr_type type, clri_form *form)
{
    const clri_number *number = clri_number_of(type);
    const bool is_float = number->class == CLRI_FLOAT;
    const char *identity = op == CLR_OPERATOR_MIN ? number->highest : number->lowest;

    *form = (clri_form){
        .reader = is_float ? "ordered" : "plain",
        .stored = number->key,
        .value = number->key,
        .arithmetic = "native",
        .state = number->key,
        .widen = "x",
        .identity = identity,
        .empty = identity,
        .state_size = number->size,
        .machine = machine_of(number),
        .result = number->key,
        .round = is_float ? "clr_unordered(x)" : "x",
        .accumulator = number->name,
        .key_nan_bits = mantissa_bits(type),
    };
}

const char *clri_form_find(clr_operator op, clr_type type, clr_type result, bool has_fp64,
                           clri_form *form)
{
    const clri_operator *row = clri_operator_of(op);
    const clri_number *number = clri_number_of(type);
    const bool wide_float = row->kind != CLRI_ORDERED && number->class == CLRI_FLOAT &&
                            (result == CLR_TYPE_F32 || result == CLR_TYPE_F64);

    *form = (clri_form){0};
    if (wide_float)
        return form_float(op, type, result, has_fp64, form);
    if (result != clr_operator_result(op, type))
        return row->kind != CLRI_ORDERED && number->class == CLRI_FLOAT
                   ? "sums and products of floats come as f32 or f64"
                   : "the operator has one result type for these elements";
    if (row->kind == CLRI_ORDERED)
        form_ordered(op, type, form);
    else
        form_integer(number, row->kind == CLRI_ADDITIVE ? "0" : "1", form);
    return NULL;
}
