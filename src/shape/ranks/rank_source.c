/* SPDX-License-Identifier: Apache-2.0 */
#include "accumulator/state_kind.h"
#include "compose/by_index.h"
#include "compose/compose.h"
#include "compose/results.h"
#include "shape/ranks/ranked.h"

#include <inttypes.h>

enum {
    DIGIT_BITS = 8, /* of a digit: bins are 1 KiB of local memory, and summed in blocks of 16 */
    BLOCK = 16,
    KEPT_SIZE = 8 << 10, /* bytes of keys in a group's local memory: four groups fit 48 KiB */
};

/* ---- keys ---- */

/* A key's type, and how the element's value becomes one: wide enough for the value, as maps compute
 * it, and 32 bits at least. */
static void define_key(clri_source *source, const clri_number *number, bool is_64)
{
    const unsigned bits = is_64 ? 64 : 32;
    const bool is_float = number->class == CLRI_FLOAT;
    const bool is_signed = number->class == CLRI_SIGNED;
    const char *key = is_64 ? "ulong" : "uint";
    const char *top = is_64 ? "0x8000000000000000UL" : "0x80000000u";
    const char *all = is_64 ? "0xffffffffffffffffUL" : "0xffffffffu";
    const bool takes_all = !clri_source_has(source, CLRI_MACRO_IS_TAKEN);

    clri_source_define(source, CLRI_MACRO_RANK_TAKES,
                       takes_all ? "true" : "((CLR_IS_TAKEN(e)) != 0)");
    clri_source_define_number(source, CLRI_MACRO_RANK_TAKES_ALL, takes_all);
    clri_source_define(source, CLRI_MACRO_RANK_KEY, key);
    clri_source_define_number(source, CLRI_MACRO_RANK_KEY_BITS, bits);
    if (is_float)
        clri_source_define_by(source, CLRI_MACRO_RANK_BITS, "as_%s(x)", key);
    else
        clri_source_define_by(source, CLRI_MACRO_RANK_BITS, "((%s)(%s)(x))", key,
                              is_signed ? is_64 ? "long" : "int" : key);
    clri_source_define(source, CLRI_MACRO_RANK_SIGN, is_float || is_signed ? top : "0");
    clri_source_define(source, CLRI_MACRO_RANK_TURNED, is_float ? all : "0");
    clri_source_define(source, CLRI_MACRO_RANK_ENDLESS,
                       !is_float ? all
                       : is_64   ? "0x7ff0000000000000UL"
                                 : "0x7f800000u");
    clri_source_define_number(source, CLRI_MACRO_RANK_KEPT, KEPT_SIZE / (bits / 8));
}

/* ---- values ---- */

/* An unsigned integer as wide as a number of so many bytes. */
static const char *word_of(size_t size)
{
    return size == 1 ? "uchar" : size == 2 ? "ushort" : size == 4 ? "uint" : "ulong";
}

/* How the bits of an element are stored as a result of that type. */
static const char *store_of(clr_type result)
{
    switch (result) {
    case CLR_TYPE_F16:
        return "clr_half_bits(as_float(bits))";
    case CLR_TYPE_BF16:
        return "((ushort)((bits) >> 16))";
    default:
        return "((CLR_RANK_RESULT)(bits))";
    }
}

/* The bits of a quiet NaN, of integers 0. */
static uint64_t nan_of(clr_type type)
{
    return clri_number_is_float(type) ? clri_state_quiet_nan(type) : 0;
}

/* What a result is made of: an element's bits, or a value between two elements, rounded to its
 * type. The value of floats of the result's width is at an element that element's own bits. */
static void define_result(clri_source *source, const clri_outcome *outcome,
                          const clri_number *number, bool is_64)
{
    const bool is_between = outcome->is_between;
    const bool is_float = number->class == CLRI_FLOAT;
    const bool is_double = outcome->result == CLR_TYPE_F64;
    const unsigned element_bits = is_float ? is_64 ? 2046 + 53 : 254 + 24 : 64;

    clri_source_define(source, CLRI_MACRO_RANK_RESULT, word_of(outcome->field.value_size));
    clri_source_define_by(source, CLRI_MACRO_RANK_NOTHING, "0x%" PRIx64 "UL",
                          nan_of(outcome->result));
    clri_source_define_number(source, CLRI_MACRO_RANK_HAS_NANS, is_float);
    clri_source_define_number(source, CLRI_MACRO_RANK_IS_BETWEEN, is_between);
    clri_source_define_number(source, CLRI_MACRO_RANK_KEEPS_BITS, !is_between || is_float);
    clri_source_define(source, CLRI_MACRO_RANK_STORE, store_of(outcome->result));
    if (!is_between)
        return;
    clri_source_define_number(source, CLRI_MACRO_RANK_ELEMENT_BITS, element_bits);
    clri_source_define_number(source, CLRI_MACRO_RANK_PRECISION, is_64 ? 53 : 24);
    clri_source_define_number(source, CLRI_MACRO_RANK_RESULT_BITS, is_double ? 64 : 32);
    clri_source_define_number(source, CLRI_MACRO_RANK_RESULT_PRECISION, is_double ? 53 : 24);
    clri_source_define(source, CLRI_MACRO_RANK_AS_DOUBLE,
                       is_float ? is_64 ? "as_double(bits)" : "((double)as_float(bits))"
                       : number->class == CLRI_SIGNED
                           ? is_64 ? "((double)(long)(bits))" : "((double)(int)(bits))"
                           : "((double)(bits))");
    clri_source_define(source, CLRI_MACRO_RANK_ROUND,
                       is_double ? "as_ulong(x)" : "((ulong)as_uint((float)(x)))");
    clri_source_define_number(source, CLRI_MACRO_RANK_LOWEST, is_float ? 1074 : 0);
}

/* Numbers of the methods by which a position is found. */
static void define_methods(clri_source *source)
{
#define CLRI_INTERPOLATION(id, name)                                                               \
    clri_source_define_name(source, "CLR_INTERPOLATION_" #id, CLR_INTERPOLATION_##id);
#include "problem/selection.def"
}

/* ---- the text ---- */

static void add_elements(clri_source *source, const clri_choice *choice)
{
    clri_source_values(source, choice, true);
    clri_source_member(source, &choice->pass.members[0], 0, true);
}

/* Teams of results of up to `keys` elements an item, under names that begin with `name`. */
static void add_team(clri_source *source, const char *name, uint32_t keys)
{
    clri_source_redefine_by(source, CLRI_MACRO_TRY, "clr_%s_##name", name);
    clri_source_redefine_by(source, CLRI_MACRO_RANK_KEYS, "%u", keys);
    clri_source_piece(source, "select_teams");
}

static void add_teams(clri_source *source, const clri_choice_ranks *ranks)
{
    static const char *const names[CLRI_RANK_TEAMS] = {"few", "some", "many", "most"};

    clri_source_define_number(source, CLRI_MACRO_RANK_TEAM, ranks->team);
    clri_source_piece(source, ranks->sums_warps ? "rank/sum_nvidia" : "rank/sum_local");
    for (int k = 0; k < CLRI_RANK_TEAMS && ranks->keys[k]; k++)
        add_team(source, names[k], ranks->keys[k]);
}

void clri_source_ranks(clri_source *source, const clri_choice *choice)
{
    const clri_outcome *outcome = &choice->pass.outcomes[0];
    const clri_number *number = clri_number_of(outcome->value);
    const bool is_64 = choice->ranks.key_size == sizeof(uint64_t);

    /* Cold functions are of values alone here, so that all compilers and groups may call them.
     * Inlined to each kernel they took PoCL 3.1 18 s a kernel, and an H200's driver 12 s a plan. */
    clri_source_redefine(source, CLRI_MACRO_COLD, "__attribute__((noinline))");
    add_elements(source, choice);
    define_key(source, number, is_64);
    define_result(source, outcome, number, is_64);
    define_methods(source);
    clri_source_define_number(source, CLRI_MACRO_RANK_ARE_EVEN, !choice->carrier->is_uneven);
    clri_source_define_number(source, CLRI_MACRO_RANK_LOADS, choice->ranks.loads);
    clri_source_define_number(source, CLRI_MACRO_RANK_SAMPLE, choice->ranks.sample);
    clri_source_define_number(source, CLRI_MACRO_RANK_DIGIT_BITS, DIGIT_BITS);
    clri_source_define_number(source, CLRI_MACRO_RANK_BINS, 1 << DIGIT_BITS);
    clri_source_define_number(source, CLRI_MACRO_RANK_BLOCK, BLOCK);
    clri_source_define_number(source, CLRI_MACRO_RANK_BLOCKS, (1 << DIGIT_BITS) / BLOCK);
    clri_source_piece(source, "rank/key");
    clri_source_piece(source, "rank/digits");
    clri_source_piece(source, "rank/position");
    if (outcome->is_between)
        clri_source_piece(source, "rank/between");
    clri_source_piece(source, "rank/deliver");
    if (choice->input.index || !choice->carrier->text.axes)
        clri_source_count(source, choice->input.index || choice->input.count_in_memory);
    clri_source_find_rows(source, choice);
    clri_source_parameters(source, choice);
    if (choice->ranks.keys[0])
        add_teams(source, &choice->ranks);
    clri_source_piece(source, "rank/rows");
    clri_source_piece(source, "select_rows");
    clri_source_piece(source, "rank/parts");
    clri_source_piece(source, "select_parts");
    for (size_t i = 0; i < CLRI_RANKS_KERNELS; i++)
        if (clri_ranks_kernels(&choice->ranks) >> i & 1)
            clri_source_need(source, "the plan", clri_ranks_table.rows[i].kernel);
    if (choice->input.index)
        clri_source_outside(source);
}
