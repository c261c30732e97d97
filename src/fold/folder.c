/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/folder.h"
#include "base/system.h"
#include "fold/bits.h"
#include "fold/short_sum.h"

#include <stdlib.h>
#include <string.h>

/* ---- floats of 16 bits ---- */

static void widen(clr_type type, const void *from, size_t count, float *to)
{
    const uint16_t *x = from;

    for (size_t i = 0; i < count; i++)
        to[i] =
            type == CLR_TYPE_F16 ? clri_f32_of_half(x[i]) : clri_f32_of_bits((uint32_t)x[i] << 16);
}

/* ---- sums of floats ---- */

static clr_type type_of(const clri_folder *folder)
{
    return folder->state->type;
}

/* The tile's elements without their signs, in `to`. */
static const void *magnitudes_of(const clri_folder *folder, const void *from, size_t count,
                                 void *to)
{
    const float *x = from;
    const double *wide = from;
    float *floats = to;
    double *doubles = to;

    if (type_of(folder) == CLR_TYPE_F64)
        for (size_t i = 0; i < count; i++)
            doubles[i] = clri_f64_of_bits(clri_bits_of_f64(wide[i]) & (UINT64_MAX >> 1));
    else
        for (size_t i = 0; i < count; i++)
            floats[i] = clri_f32_of_bits(clri_bits_of_f32(x[i]) & (UINT32_MAX >> 1));
    return to;
}

/* The factors of a sum's terms: of values the first alone. */
static const void *first_of(clri_lift lift, const void *x, const void *y)
{
    return lift == CLRI_LIFT_OTHER || lift == CLRI_LIFT_OTHER_SQUARE ? y : x;
}

static const void *second_of(clri_lift lift, const void *x, const void *y)
{
    return lift == CLRI_LIFT_SQUARE ? x : y;
}

/* Adds f32 or f64, and their products. */
static void take_block(clri_folder *folder, const void *x, const void *y, size_t count)
{
    const bool are_doubles = type_of(folder) == CLR_TYPE_F64;

    for (int i = 0; i < folder->sum_count; i++) {
        const clri_lift lift = folder->lifts[i];
        const bool multiplies = clri_lift_of(lift)->keeps == CLRI_KEEPS_PRODUCTS;
        const void *first = first_of(lift, x, y), *second = second_of(lift, x, y);
        clri_float_sum *sum = &folder->sums[i];

        if (multiplies && are_doubles)
            clri_float_sum_multiply_f64(sum, first, second, count);
        else if (multiplies)
            clri_float_sum_multiply_f32(sum, first, second, count);
        else if (are_doubles)
            clri_float_sum_add_f64(sum, first, count);
        else
            clri_float_sum_add_f32(sum, first, count);
    }
}

/* By blocks, where elements are widened or lose their signs on the way. */
static void take_float_sum(clri_folder *folder, const clri_tile *tile)
{
    const bool is_absolute = folder->op->lift == CLRI_LIFT_ABS;
    const bool is_short = folder->number->size == sizeof(uint16_t);
    const size_t step = is_absolute || is_short ? CLRI_TILE : tile->count;
    const size_t size = folder->number->size;
    _Alignas(64) unsigned char room[CLRI_TILE * sizeof(double)];

    folder->met.values += tile->count;
    for (size_t i = 0; i < tile->count; i += step) {
        const size_t count = tile->count - i < step ? tile->count - i : step;
        const void *x = (const char *)tile->x + i * size;
        const void *y = tile->y ? (const char *)tile->y + i * size : x;

        if (is_short) {
            widen(type_of(folder), x, count, folder->floats[0]);
            if (y != x)
                widen(type_of(folder), y, count, folder->floats[1]);
            y = folder->floats[y != x];
            x = folder->floats[0];
        }
        if (is_absolute)
            x = magnitudes_of(folder, x, count, room);
        take_block(folder, x, y, count);
    }
}

/* ---- sums of integers, counts ---- */

static void add_whole(clri_whole *to, const clri_whole *from)
{
    bool carry = false;

    for (int i = 0; i < CLRI_WHOLE_LIMBS; i++) {
        const bool first = __builtin_add_overflow(to->limbs[i], from->limbs[i], &to->limbs[i]);
        const bool second = __builtin_add_overflow(to->limbs[i], (uint64_t)carry, &to->limbs[i]);

        carry = first || second;
    }
}

/* A sum's lift as that of its factors, by which loops are found. */
static clri_lift lift_of_factors(clri_lift lift)
{
    return lift == CLRI_LIFT_OTHER          ? CLRI_LIFT_VALUE
           : lift == CLRI_LIFT_OTHER_SQUARE ? CLRI_LIFT_SQUARE
                                            : lift;
}

static void take_whole_part(clri_folder *folder, const void *x, const void *y, size_t count)
{
    for (int i = 0; i < folder->sum_count; i++) {
        const clri_lift lift = folder->lifts[i];
        const clri_whole sum = folder->loops->sum[type_of(folder)][lift_of_factors(lift)](
            first_of(lift, x, y), second_of(lift, x, y), count);

        add_whole(&folder->wholes[i], &sum);
    }
}

static void take_whole_sum(clri_folder *folder, const clri_tile *tile)
{
    const size_t size = folder->number->size;

    folder->met.values += tile->count;
    for (size_t i = 0; i < tile->count; i += CLRI_SUM_ELEMENTS_MOST) {
        const size_t left = tile->count - i;

        take_whole_part(folder, (const char *)tile->x + i * size,
                        tile->y ? (const char *)tile->y + i * size : NULL,
                        left < CLRI_SUM_ELEMENTS_MOST ? left : CLRI_SUM_ELEMENTS_MOST);
    }
}

static uint64_t nonzero_of(const clri_folder *folder, const clri_tile *tile)
{
    return folder->loops->nonzero[folder->width][folder->is_float](tile->x, tile->count);
}

static void take_count(clri_folder *folder, const clri_tile *tile)
{
    const bool counts_all = folder->op->lift == CLRI_LIFT_TAKEN;
    const clri_whole sum = {{counts_all ? tile->count : nonzero_of(folder, tile)}};

    folder->met.values += tile->count;
    add_whole(&folder->wholes[0], &sum);
}

/* ---- words ---- */

static void combine(clri_folder *folder, uint64_t word)
{
    folder->word = clri_state_combine(folder->state->op, folder->word, word);
}

static void take_truth(clri_folder *folder, const clri_tile *tile)
{
    const uint64_t nonzero = nonzero_of(folder, tile);

    combine(folder, folder->op->fold == CLRI_FOLD_AND ? nonzero == tile->count : nonzero != 0);
}

static void take_word(clri_folder *folder, const clri_tile *tile)
{
    combine(folder,
            folder->loops->combine[type_of(folder)][folder->op->fold](tile->x, tile->count));
}

/* ---- NaNs that are ignored ---- */

/* Clears the bytes of NaNs, whose magnitudes are above that of an infinity. */
#define LEAVE_NANS(type)                                                                           \
    for (size_t i = 0; i < count; i++)                                                             \
    takes[i] &= (((const type *)from)[i] & (type)((type)-1 >> 1)) <= (uint64_t)folder->finite.most

static void leave_nans(const clri_folder *folder, const void *from, size_t count, uint8_t *takes)
{
    switch (folder->number->size) {
    case sizeof(uint16_t):
        LEAVE_NANS(uint16_t);
        break;
    case sizeof(uint32_t):
        LEAVE_NANS(uint32_t);
        break;
    default:
        LEAVE_NANS(uint64_t);
    }
}

static void take_sifted(clri_folder *folder, const clri_tile *tile)
{
    const size_t size = folder->number->size;
    uint8_t takes[CLRI_TILE];

    for (size_t i = 0; i < tile->count; i += CLRI_TILE) {
        const size_t count = tile->count - i < CLRI_TILE ? tile->count - i : CLRI_TILE;
        clri_tile part = clri_tile_part(tile, i, count, size);

        memset(takes, 1, count);
        leave_nans(folder, part.x, count, takes);
        if (part.y)
            leave_nans(folder, part.y, count, takes);
        if (memchr(takes, 0, count))
            part = clri_tile_sift(&part, takes, size, clri_state_has_index(folder->state->op),
                                  &folder->sifted);
        if (part.count)
            folder->take(folder, &part);
    }
}

void clri_folder_take(clri_folder *folder, const clri_tile *tile)
{
    if (tile->count && folder->ignores_nan)
        take_sifted(folder, tile);
    else if (tile->count)
        folder->take(folder, tile);
}

/* ---- a reduction's folder ---- */

static void (*take_of(const clri_folder *folder))(clri_folder *, const clri_tile *)
{
    const bool is_truth = clri_lift_of(folder->op->lift)->bytes == 0;

    if (clri_state_is_end(folder->state->op))
        return clri_folder_take_end;
    if (folder->state->kind == &clri_state_extremes)
        return clri_folder_take_extreme;
    if (folder->state->kind == &clri_state_bits)
        return is_truth ? take_truth : take_word;
    return is_truth ? take_count : folder->is_float ? take_float_sum : take_whole_sum;
}

static clri_key_rule rule_of(const clri_folder *folder)
{
    const bool is_magnitude = folder->op->lift == CLRI_LIFT_ABS;

    if (folder->is_float)
        return is_magnitude ? CLRI_KEY_FLOAT_MAGNITUDE : CLRI_KEY_FLOAT;
    if (folder->number->class == CLRI_UNSIGNED)
        return CLRI_KEY_UNSIGNED;
    return is_magnitude ? CLRI_KEY_MAGNITUDE : CLRI_KEY_SIGNED;
}

static clri_keys finite_of(const clri_folder *folder)
{
    const int64_t infinity = folder->is_float ? (int64_t)clri_state_infinity(type_of(folder)) : 0;

    if (!folder->is_float)
        return (clri_keys){INT64_MIN, INT64_MAX};
    return (clri_keys){-1 - infinity, infinity}; /* -x has the key -1 - x */
}

/* The sums of which the operator's state consists; of other states it has no meaning. */
static void find_sums(clri_folder *folder)
{
    const clri_operator *part;

    folder->sum_count = 0;
    for (unsigned i = 0; (part = clri_operator_part(folder->op, i)); i++)
        folder->lifts[folder->sum_count++] = part->lift;
    if (folder->sum_count == 0)
        folder->lifts[folder->sum_count++] = folder->op->lift;
}

/* Elements of one input and their products go to bins of their own in one set; two sums of the same
 * kind need two. */
static clr_status make_bins(clri_folder *folder, clri_error *error)
{
    const int sets = folder->op->inputs > 1 ? folder->sum_count : 1;

    for (int i = 0; i < sets; i++) {
        if (!folder->bins[i])
            folder->bins[i] = calloc(1, sizeof **folder->bins);
        if (!folder->bins[i])
            return clri_fail_memory(error);
    }
    for (int i = 0; i < CLRI_PARTS_MOST; i++) {
        folder->sums[i].loops = folder->loops;
        folder->sums[i].bins = folder->bins[i < sets ? i : 0];
    }
    return CLR_OK;
}

static void set(clri_folder *folder, const clr_reduction *reduction)
{
    folder->op = clri_operator_of(reduction->op);
    find_sums(folder);
    folder->number = clri_number_of(reduction->type);
    folder->is_float = folder->number->class == CLRI_FLOAT;
    folder->width = (unsigned)__builtin_ctzll(folder->number->size);
    folder->ignores_nan = folder->is_float && reduction->nan == CLR_NAN_IGNORE;
    folder->is_maximum = clri_state_is_maximum(reduction->op);
    folder->rule = rule_of(folder);
    folder->finite = finite_of(folder);
    folder->take = take_of(folder);
    folder->adds_short =
        folder->op->lift == CLRI_LIFT_VALUE && folder->op->fold == CLRI_FOLD_ADD &&
        folder->op->lower == CLRI_LOWER_VALUE &&
        (reduction->type == CLR_TYPE_F32 || reduction->type == CLR_TYPE_F64) &&
        (reduction->result == CLR_TYPE_F64 || reduction->result == reduction->type) &&
        !folder->ignores_nan;
    folder->is_narrow = reduction->result == CLR_TYPE_F32;
}

clr_status clri_folder_set(clri_folder **folder, const clr_reduction *reduction, clri_error *error)
{
    clri_folder *made = *folder;

    if (!made) {
        made = clri_aligned_alloc(64, (sizeof *made + 63) / 64 * 64);
        if (!made)
            return clri_fail_memory(error);
        memset(made, 0, sizeof *made);
        *folder = made;
        made->loops = clri_loops_here();
    }
    if (made->state && memcmp(&made->reduction, reduction, sizeof *reduction) == 0)
        return CLR_OK;
    clr_accumulator_destroy(made->state);
    made->state = NULL;
    CLRI_OR_RETURN(clri_accumulator_make(reduction, 1, &made->state, error));
    made->reduction = *reduction;
    set(made, reduction);
    return make_bins(made, error);
}

void clri_folder_destroy(clri_folder *folder)
{
    if (!folder)
        return;
    clr_accumulator_destroy(folder->state);
    for (int i = 0; i < CLRI_PARTS_MOST; i++)
        free(folder->bins[i]);
    clri_aligned_free(folder);
}

void clri_folder_hand_over(clri_folder *folder, void (*take)(clri_folder *, const clri_tile *),
                           void *taker)
{
    folder->take = take;
    folder->taker = taker;
}

/* ---- a result ---- */

void clri_folder_begin(clri_folder *folder, uint64_t count)
{
    const clri_exact_sums *sums = &folder->state->sums;

    folder->met = (clri_met){.count = count};
    folder->has_key = false;
    for (int i = 0; i < folder->sum_count; i++)
        folder->wholes[i] = (clri_whole){{0}};
    folder->word = clri_state_no_bits(folder->state->op);
    if (!folder->state->addends.are_floats)
        return;
    for (int i = 0; i < folder->sum_count; i++)
        clri_float_sum_begin(&folder->sums[i], clri_exact_sum_at(sums, i)->lowest, count);
}

/* What the terms were. What is left out is no -0. */
static uint32_t flags_of(const clri_folder *folder)
{
    const bool has_absent = folder->met.values < folder->met.count;
    uint32_t flags[CLRI_PARTS_MOST];

    for (int i = 0; i < folder->sum_count; i++)
        flags[i] = folder->sums[i].flags;
    return clri_state_flags(folder->op, flags) | (has_absent ? CLRI_SEEN_OTHER : 0);
}

static void end_floats(clri_folder *folder)
{
    for (int i = 0; i < folder->sum_count; i++)
        clri_float_sum_end(&folder->sums[i]);
    folder->met.flags = folder->met.count ? flags_of(folder) : 0;
}

static void put_floats(clri_folder *folder, const clri_exact_sums *sums, uint32_t *state)
{
    for (int i = 0; i < folder->sum_count; i++)
        clri_float_sum_digits(&folder->sums[i], state + clri_exact_first_digit(sums, i),
                              clri_exact_sum_at(sums, i)->digits);
}

static void put_whole(const clri_whole *whole, uint32_t *digits, int count)
{
    for (int i = 0; i < count; i++)
        digits[i] = (uint32_t)(whole->limbs[i / 2] >> 32 * (i % 2));
}

/* Whether states tell how many elements count: of sums of floats, of integers' sums and what is
 * divided by the count, as devices count them (src/state/pass.c). Of extremes they tell whether
 * there are any; of other states all elements are told. */
static bool counts_values(const clri_folder *folder)
{
    return folder->state->addends.are_floats || folder->state->kind == &clri_state_extremes ||
           folder->state->op == CLR_OPERATOR_SUM || folder->op->lower == CLRI_LOWER_MEAN ||
           clri_operator_part(folder->op, 0);
}

void clri_folder_state(clri_folder *folder, clr_accumulator *accumulator, size_t k)
{
    const clri_exact_sums *sums = &accumulator->sums;
    uint32_t *state = clri_state_of(accumulator, k);

    if (accumulator->addends.are_floats)
        end_floats(folder);
    accumulator->met[k] = folder->met;
    if (!counts_values(folder))
        accumulator->met[k].values = folder->met.count;
    if (accumulator->kind == &clri_state_bits) {
        clri_state_put(state, CLRI_STATE_VALUE, folder->word & clri_state_bits_of(accumulator));
    } else if (accumulator->kind == &clri_state_extremes) {
        memset(state, 0, accumulator->digits * sizeof *state);
        if (folder->has_key)
            clri_folder_put_extremes(folder, state);
    } else if (accumulator->addends.are_floats) {
        put_floats(folder, sums, state);
    } else {
        for (int i = 0; i < folder->sum_count; i++)
            put_whole(&folder->wholes[i], state + clri_exact_first_digit(sums, i),
                      clri_exact_sum_at(sums, i)->digits);
    }
}

/* Whether the result is one rounding of two doubles, or the one double that there is: a sum that
 * has a value. IEEE 754's addition rounds the sum of two doubles once; to f32 their sum would be
 * rounded twice. */
static bool is_short(const clri_folder *folder)
{
    const clri_float_sum *sum = &folder->sums[0];
    const uint32_t flags = folder->met.flags;

    return folder->op->lower == CLRI_LOWER_VALUE && clri_float_sum_is_short(sum) &&
           flags == CLRI_SEEN_OTHER &&
           (folder->state->result == CLR_TYPE_F64 ||
            (folder->state->result == CLR_TYPE_F32 && sum->part_count < 2));
}

static clri_state_result result_of(const clri_folder *folder, double total)
{
    return (clri_state_result){.value = folder->state->result == CLR_TYPE_F64
                                            ? clri_bits_of_f64(total)
                                            : clri_bits_of_f32((float)total)};
}

static clri_state_result short_result(const clri_folder *folder)
{
    const clri_float_sum *sum = &folder->sums[0];
    const double first = sum->part_count > 0 ? sum->parts[0] : 0;

    return result_of(folder, sum->part_count > 1 ? first + sum->parts[1] : first);
}

bool clri_folder_short_result(const clri_folder *folder, const void *x, uint64_t count,
                              clri_state_result *result)
{
    double total;

    *result = (clri_state_result){.status = CLR_OK};

    if (!folder->adds_short || count == 0 || count > CLRI_ROW_MOST)
        return false;
    if (!(folder->number->size == sizeof(double)
              ? clri_short_sum_f64(folder->loops, x, (size_t)count, &total)
              : clri_short_sum_f32(folder->loops, x, (size_t)count, folder->is_narrow, &total)))
        return false;
    result->value = folder->is_narrow ? clri_bits_of_f32((float)total) : clri_bits_of_f64(total);
    return true;
}

/* Devices' kernels leave extremes of f16 that are NaNs with all bits of the fraction, accumulators
 * have the one quiet NaN. */
static uint64_t nan_of_results(const clr_accumulator *accumulator, uint64_t bits)
{
    enum { QUIET = 0x7e00, ALL = 0x7fff };

    return accumulator->result == CLR_TYPE_F16 && bits == QUIET ? ALL : bits;
}

clri_state_result clri_folder_round(const clr_accumulator *accumulator, size_t k)
{
    clri_state_result result = accumulator->kind->round(accumulator, k);

    if (result.status == CLR_OK && accumulator->kind == &clri_state_extremes) {
        result.value = nan_of_results(accumulator, result.value);
        result.second = nan_of_results(accumulator, result.second);
    }
    return result;
}

clri_state_result clri_folder_result(clri_folder *folder)
{
    if (folder->state->addends.are_floats) {
        end_floats(folder);
        if (is_short(folder))
            return short_result(folder);
    }
    clri_folder_state(folder, folder->state, 0);
    return clri_folder_round(folder->state, 0);
}
