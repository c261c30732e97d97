/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops_text - the loops of loops.h as text, for files that compile it for one kind of machine
 * each, with CLRI_LOOPS for the table's name. Surveys, sums and keys are written for the compiler's
 * vectoriser: independent lanes, and values chosen without branches. Bins, whose places depend on
 * the data, sums of 128-bit products, and find_NAME(), which ends at the first number that it looks
 * for, are not.
 */
#include "fold/loops_cells.h"
#include "fold/loops_columns.h"
#include "fold/loops_floats.h"
#include "fold/loops_integers.h"
#include "fold/loops_pairs.h"
#include "fold/loops_rows.h"

/* ---- the table ---- */

#define INTEGER_RULES(LOOP, bits)                                                                  \
    [CLRI_KEY_SIGNED] = LOOP##_signed_##bits, [CLRI_KEY_UNSIGNED] = LOOP##_unsigned_##bits,        \
    [CLRI_KEY_MAGNITUDE] = LOOP##_magnitude_##bits
#define ALL_RULES(LOOP, bits)                                                                      \
    INTEGER_RULES(LOOP, bits), [CLRI_KEY_FLOAT] = LOOP##_float_##bits,                             \
                               [CLRI_KEY_FLOAT_MAGNITUDE] = LOOP##_float_magnitude_##bits
#define BY_WIDTH(LOOP)                                                                             \
    {                                                                                              \
        {INTEGER_RULES(LOOP, 8)}, {ALL_RULES(LOOP, 16)}, {ALL_RULES(LOOP, 32)},                    \
        {                                                                                          \
            ALL_RULES(LOOP, 64)                                                                    \
        }                                                                                          \
    }
#define LIFTS(type)                                                                                \
    {                                                                                              \
        sum_value_##type, sum_abs_##type, sum_square_##type, sum_product_##type                    \
    }
#define COMBINED(type)                                                                             \
    {                                                                                              \
        [CLRI_FOLD_AND] = and_##type, [CLRI_FOLD_OR] = or_##type, [CLRI_FOLD_XOR] = xor_##type,    \
        [CLRI_FOLD_MULTIPLY] = multiply_##type                                                     \
    }
#define BY_TYPE(ROW)                                                                               \
    {                                                                                              \
        [CLR_TYPE_I8] = ROW(i8), [CLR_TYPE_I16] = ROW(i16), [CLR_TYPE_I32] = ROW(i32),             \
        [CLR_TYPE_I64] = ROW(i64), [CLR_TYPE_U8] = ROW(u8), [CLR_TYPE_U16] = ROW(u16),             \
        [CLR_TYPE_U32] = ROW(u32), [CLR_TYPE_U64] = ROW(u64),                                      \
    }

const clri_loops CLRI_LOOPS = {
    .survey_f32 = survey_f32,
    .survey_f64 = survey_f64,
    .seen_f32 = seen_f32,
    .seen_f64 = seen_f64,
    .add_f32 = add_f32,
    .extract_f64 = extract_f64,
    .bin_f32 = bin_f32,
    .bin_f64 = bin_f64,
    .pair_f64 = pair_f64,
    .pair_f32 = pair_f32,
    .row_ends = {row_ends_32, row_ends_64},
    .rows_f64 = rows_f64,
    .rows_f32 = rows_f32,
    .row_pairs = row_pairs,
    .tile_f64 = tile_f64,
    .tile_f32 = tile_f32,
    .pairs_f64 = pairs_f64,
    .pairs_f32 = pairs_f32,
    .add_up_pairs = add_up_pairs,
    .round_f64 = round_f64,
    .round_f32 = round_f32,
    .fix_f64 = fix_f64,
    .scatter = scatter,
    .multiply_f32 = multiply_f32,
#ifdef __FMA__
    .multiply_f64 = multiply_f64,
#endif
    .keys = BY_WIDTH(keys),
    .find = BY_WIDTH(find),
    .list = BY_WIDTH(list),
    .sum = BY_TYPE(LIFTS),
    .nonzero = {{nonzero_8, NULL},
                {nonzero_16, nonzero_float_16},
                {nonzero_32, nonzero_float_32},
                {nonzero_64, nonzero_float_64}},
    .combine = BY_TYPE(COMBINED),
};
