/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_accumulator - hostile bytes for clr_accumulator_load(). What it takes must be a state:
 * stored again it is the same bytes, and it rounds and merges. With libFuzzer
 * (-DFUZZ_WITH_LIBFUZZER) it is a target; without, `fuzz_accumulator [FILE...]` replays files, or
 * mutates its own seeds as often as CLREDUCE_FUZZ_RUNS says (default 50000).
 */
#include "../src/accumulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 2048, HEADER = 72 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *claim)
{
    if (!condition) {
        fprintf(stderr, "fuzz_accumulator: not so: %s\n", claim);
        abort();
    }
}

static uint32_t castagnoli(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < 8 * size; i++)
        crc = crc >> 1 ^ (((crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1) ? 0x82f63b78 : 0);
    return ~crc;
}

/* Makes length and checksum right, so that mutations get further. */
static void seal(uint8_t *data, size_t size)
{
    if (size < HEADER + 4)
        return;
    for (size_t i = 0; i < 4; i++)
        data[12 + i] = (uint8_t)(size >> 8 * i);
    for (size_t i = 0; i < 4; i++)
        data[size - 4 + i] = (uint8_t)(castagnoli(data, size - 4) >> 8 * i);
}

static void check_refusal(clr_status status, const clr_accumulator *accumulator, const char *reason)
{
    require(status == CLR_ERROR_ARGUMENT || status == CLR_ERROR_UNSUPPORTED, "a refusal's status");
    require(!accumulator, "no accumulator comes of a refusal");
    require(reason[0] != '\0', "a refusal has a sentence");
}

static void check_round(const clr_accumulator *accumulator)
{
    uint64_t value;
    clr_accumulator_info info = {.size = sizeof info};
    clr_status status;

    require(clr_accumulator_describe(accumulator, &info) == CLR_OK, "it can be described");
    status = clr_accumulator_round(accumulator, &value, clr_type_size(info.result), NULL, 0);
    require(status == CLR_OK || status == CLR_ERROR_EMPTY, "it can be rounded");
}

/* Merging a state with itself gives a state, unless there are too many elements. */
static void check_merge(clr_accumulator *accumulator)
{
    clr_accumulator_info info = {.size = sizeof info};
    clri_error error = {0};
    clr_status status = clr_accumulator_merge(accumulator, accumulator, NULL, 0);

    clr_accumulator_describe(accumulator, &info);
    if (status == CLR_OK)
        require(clri_accumulator_check(accumulator, &error) == CLR_OK, "twice a state is a state");
    else
        require(status == CLR_ERROR_OVERFLOW && info.count > CLRI_EXACT_COUNT_MOST / 2,
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
    require(clr_accumulator_store(accumulator, bytes, sizeof bytes, &stored_size) == CLR_OK,
            "what was loaded can be stored");
    require(stored_size == size && !memcmp(bytes, data, size), "it is the same bytes");
    check_round(accumulator);
    check_merge(accumulator);
    clr_accumulator_destroy(accumulator);
    return 0;
}

#ifndef FUZZ_WITH_LIBFUZZER

/* xorshift64 (Marsaglia 2003): the same mutations on every machine. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* An accumulator of any number of elements, with something in the middle of the last sum it has. */
static size_t make_seed(uint8_t *data, uint64_t *state)
{
    static const clr_operator operators[] = {
        CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ,
        CLR_OPERATOR_DOT, CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,
    };
    const clr_operator op = operators[draw(state) % 8];
    clr_reduction reduction = CLR_REDUCTION(op, (clr_type)(CLR_TYPE_F16 + draw(state) % 4));
    uint32_t low[CLRI_EXACT_DIGITS_MOST] = {0};
    int32_t high[CLRI_EXACT_DIGITS_MOST] = {0};
    const uint64_t count = draw(state) >> draw(state) % 64 >> 1;
    const clri_met met = {count, count, count ? CLRI_MET_OTHER : 0};
    clr_accumulator *accumulator = NULL;
    clri_exact_sums sums;
    clri_error error = {0};
    size_t size = 0;

    clri_exact_sums_of(op, reduction.type, &sums);
    if (count)
        low[sums.products.digits ? sums.values.digits + sums.products.digits / 4
                                 : sums.values.digits / 4] = (uint32_t)draw(state);
    clri_accumulator_create(&reduction, &met, low, high, &accumulator, &error);
    require(accumulator != NULL, "there is memory");
    clr_accumulator_store(accumulator, data, SIZE_MOST, &size);
    clr_accumulator_destroy(accumulator);
    return size;
}

/* Changes one thing: a byte, a whole field, a digit, or the length. */
static size_t mutate(uint8_t *data, size_t size, uint64_t *state)
{
    static const uint8_t bytes[] = {0, 1, 2, 8, 0x7f, 0x80, 0xff};
    const uint8_t byte = bytes[draw(state) % sizeof bytes];
    const size_t at = draw(state) % size;

    switch (draw(state) % 8) {
    case 0:
        return at + 1;
    case 1:
        memset(data + size, byte, 4);
        return size + 4 < SIZE_MOST - 4 ? size + 4 : size;
    case 2:
        data[8 + draw(state) % (size > HEADER ? HEADER - 8 : 1)] = byte;
        return size;
    case 3:
        memset(data + at / 4 * 4, byte, size - at / 4 * 4 < 4 ? size - at / 4 * 4 : 4);
        return size;
    default:
        if (size > HEADER)
            data[HEADER + draw(state) % (size - HEADER)] = (uint8_t)draw(state);
        return size;
    }
}

static void run_mutations(unsigned long runs)
{
    static uint8_t data[SIZE_MOST];
    uint64_t state = UINT64_C(88172645463325252);

    for (unsigned long i = 0; i < runs; i++) {
        size_t size = make_seed(data, &state);

        for (uint64_t left = draw(&state) % 4; left > 0; left--)
            size = mutate(data, size, &state);
        if (draw(&state) % 8)
            seal(data, size);
        LLVMFuzzerTestOneInput(data, size);
    }
}

static void replay(const char *path)
{
    static uint8_t data[SIZE_MOST];
    FILE *file = fopen(path, "rb");

    require(file != NULL, "a file to replay can be opened");
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *runs = getenv("CLREDUCE_FUZZ_RUNS");

    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc < 2)
        run_mutations(runs ? strtoul(runs, NULL, 10) : 50000);
    return 0;
}

#endif
