/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_accumulator - hostile bytes for clr_accumulator_load(). What it takes must be a state:
 * stored again it is the same bytes, and it rounds and merges.
 */
#include "accumulator/accumulator.h"
#include "fuzz.h"

#include <string.h>

enum { SIZE_MOST = 2048, HEADER = 72 };

static void check_refusal(clr_status status, const clr_accumulator *accumulator, const char *reason)
{
    fuzz_require(status == CLR_ERROR_ARGUMENT || status == CLR_ERROR_UNSUPPORTED,
                 "a refusal's status");
    fuzz_require(!accumulator, "no accumulator comes of a refusal");
    fuzz_require(reason[0] != '\0', "a refusal has a sentence");
}

static void check_round(const clr_accumulator *accumulator)
{
    uint64_t value;
    clr_accumulator_info info = {.size = sizeof info};
    clr_status status;

    fuzz_require(clr_accumulator_describe(accumulator, &info) == CLR_OK, "it can be described");
    status = clr_accumulator_round(accumulator, &value, clr_type_size(info.result), NULL, 0);
    fuzz_require(status == CLR_OK || status == CLR_ERROR_EMPTY, "it can be rounded");
}

/* What is derived of a state is a state. */
static void check_derive(const clr_accumulator *accumulator, clr_operator op)
{
    clri_error error = {0};
    clr_accumulator *derived = NULL;
    const clr_status status =
        clr_accumulator_derive(accumulator, op, CLR_TYPE_DEFAULT, 1, &derived, NULL, 0);

    fuzz_require(status == CLR_OK || status == CLR_ERROR_UNSUPPORTED, "it can be derived from");
    if (status == CLR_OK) {
        fuzz_require(clri_accumulator_check(derived, &error) == CLR_OK,
                     "what is derived is a state");
        check_round(derived);
    }
    clr_accumulator_destroy(derived);
}

/* Merging a state with itself gives a state, unless there are too many elements. */
static void check_merge(clr_accumulator *accumulator)
{
    clr_accumulator_info info = {.size = sizeof info};
    clri_error error = {0};
    clr_status status = clr_accumulator_merge(accumulator, accumulator, NULL, 0);

    clr_accumulator_describe(accumulator, &info);
    if (status == CLR_OK)
        fuzz_require(clri_accumulator_check(accumulator, &error) == CLR_OK,
                     "twice a state is a state");
    else
        fuzz_require(status == CLR_ERROR_OVERFLOW && info.count > CLRI_EXACT_COUNT_MOST / 2,
                     "only too many elements do not merge");
    check_round(accumulator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t bytes[SIZE_MOST];
    clr_accumulator *accumulator = NULL;
    char reason[300];
    size_t stored_size;
    clr_status status;

    status = clr_accumulator_load(data, size, &accumulator, reason, sizeof reason);
    if (status != CLR_OK) {
        check_refusal(status, accumulator, reason);
        return 0;
    }
    fuzz_require(clr_accumulator_store(accumulator, bytes, sizeof bytes, &stored_size) == CLR_OK,
                 "what was loaded can be stored");
    fuzz_require(stored_size == size && !memcmp(bytes, data, size), "it is the same bytes");
    check_round(accumulator);
    check_derive(accumulator, CLR_OPERATOR_MEAN);
    check_derive(accumulator, CLR_OPERATOR_NRM2);
    check_derive(accumulator, CLR_OPERATOR_STD);
    check_merge(accumulator);
    clr_accumulator_destroy(accumulator);
    return 0;
}

/* An accumulator of any number of elements, with something in the middle of the last sum it has. */
static size_t make_seed(uint8_t *data, unsigned long run, uint64_t *state)
{
    static const clr_operator operators[] = {
        CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ,
        CLR_OPERATOR_DOT, CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,
    };
    const clr_operator op = operators[fuzz_draw(state) % 8];
    clr_reduction reduction = CLR_REDUCTION(op, (clr_type)(CLR_TYPE_F16 + fuzz_draw(state) % 4));
    const uint64_t count = fuzz_draw(state) >> fuzz_draw(state) % 64 >> 1;
    const clri_met met = {count, count, count ? CLRI_SEEN_OTHER : 0};
    clr_accumulator *accumulator = NULL;
    clri_exact_sums sums;
    clri_error error = {0};
    size_t size = 0;

    (void)run;
    clri_exact_sums_of(op, reduction.type, &sums);
    clri_accumulator_make(&reduction, 1, &accumulator, &error);
    fuzz_require(accumulator != NULL, "there is memory");
    accumulator->met[0] = met;
    if (count)
        clri_state_of(accumulator,
                      0)[sums.products.digits ? sums.values.digits + sums.products.digits / 4
                                              : sums.values.digits / 4] =
            (uint32_t)fuzz_draw(state);
    clr_accumulator_store(accumulator, data, SIZE_MOST, &size);
    clr_accumulator_destroy(accumulator);
    return size;
}

/* A field, or a digit, or a byte of the digits. */
static size_t mutate(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    static const uint8_t bytes[] = {0, 1, 2, 8, 0x7f, 0x80, 0xff};
    const uint8_t byte = bytes[fuzz_draw(state) % sizeof bytes];
    const size_t word = at / 4 * 4;

    if (size <= HEADER)
        data[at] = byte;
    else if (fuzz_draw(state) % 4 == 0)
        data[8 + fuzz_draw(state) % (HEADER - 8)] = byte;
    else if (fuzz_draw(state) % 3 == 0)
        memset(data + word, byte, size - word < 4 ? size - word : 4);
    else
        data[HEADER + fuzz_draw(state) % (size - HEADER)] = (uint8_t)fuzz_draw(state);
    return size;
}

static uint32_t castagnoli(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < 8 * size; i++)
        crc = crc >> 1 ^ (((crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1) ? 0x82f63b78 : 0);
    return ~crc;
}

/* Makes length and checksum right, most often, so that mutations get further. */
static void seal(uint8_t *data, size_t size, uint64_t *state)
{
    if (size < HEADER + 4 || fuzz_draw(state) % 8 == 0)
        return;
    for (size_t i = 0; i < 4; i++)
        data[12 + i] = (uint8_t)(size >> 8 * i);
    for (size_t i = 0; i < 4; i++)
        data[size - 4 + i] = (uint8_t)(castagnoli(data, size - 4) >> 8 * i);
}

const struct fuzz_target fuzz_target = {
    .runs = 50000, .mutations = 4, .first = 0, .seed = make_seed, .mutate = mutate, .finish = seal};
