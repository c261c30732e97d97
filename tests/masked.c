/* SPDX-License-Identifier: Apache-2.0 */
#include "masked.h"

#include <stdlib.h>
#include <string.h>

cl_mem mask_of(const struct rig *rig, clr_mask_kind kind, const bool *taken, size_t before,
               size_t count)
{
    const size_t size = before + count;
    unsigned char *mask = calloc(size + 1, 1);
    cl_mem buffer;

    for (size_t i = 0; i < count; i++) {
        const size_t at = before + i;

        if (!taken[i])
            continue;
        if (kind == CLR_MASK_BYTES)
            mask[at] = (unsigned char)(1u << i % 8);
        else
            mask[at / 8] |= (unsigned char)(1u << at % 8);
    }
    buffer = buffer_of(rig, mask, kind == CLR_MASK_BYTES ? size : (size + 7) / 8);
    free(mask);
    return buffer;
}

struct left left_make(size_t most, size_t element)
{
    return (struct left){
        .bytes = {malloc(most * element + 1), malloc(most * element + 1)},
        .places = malloc((most + 1) * sizeof(uint64_t)),
    };
}

void left_add(struct left *left, const void *x, const void *y, size_t element, uint64_t place)
{
    memcpy(left->bytes[0] + left->count * element, x, element);
    memcpy(left->bytes[1] + left->count * element, y, element);
    left->places[left->count++] = place;
}

void left_free(struct left *left)
{
    free(left->bytes[0]);
    free(left->bytes[1]);
    free(left->places);
}

/* Where in what is left the element is that was number `index`; too far if it is not. */
static uint64_t place_in(const struct left *left, uint64_t index)
{
    for (size_t k = 0; k < left->count; k++)
        if (left->places[k] == index)
            return k;
    return UINT64_MAX - 1;
}

void judge_left(const clr_reduction *reduction, const clr_result *result, const struct left *left,
                uint64_t depth, const struct got *got, const char *what)
{
    const oracle_question question = {reduction->op, reduction->type, reduction->nan,
                                      reduction->overflow, reduction->ddof};
    const oracle_answer answer = {
        .type = result->type,
        .value = got->value,
        .second = result->second_offset != CLR_UNKNOWN ? got->second : NULL,
        .index = result->index_offset != CLR_UNKNOWN ? place_in(left, got->index) : 0,
        .status = got->status,
        .depth = depth,
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
        .accumulator = result->accumulator,
    };
    oracle_value truth;
    char why[256];

    oracle_reduce(&question, left->bytes[0],
                  oracle_takes_pairs(reduction->op) ? left->bytes[1] : NULL, left->count, &truth);
    truth.minus_zero &= !left->has_absent;
    if (!oracle_accepts(&truth, &answer, why, sizeof why))
        fail_msg("%s of %s, %s, %zu left: %s", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type), what, left->count, why);
    oracle_clear(&truth);
}
