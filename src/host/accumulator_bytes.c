/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator_bytes - accumulators as bytes, in the format of docs/accumulator.md, little-endian on
 * every host. Input may be hostile: every field is checked before use.
 */
#include "base/bytes.h"
#include "base/sized.h"
#include "host/accumulator.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char magic[8] = {0x89, 'c', 'l', 'r', 'a', 'c', 'c', '\n'};

/* Offsets of the fields. */
enum {
    AT_VERSION = 8,
    AT_SIZE = 12,
    AT_OPERATOR = 16,
    AT_TYPE = 20,
    AT_RESULT = 24,
    AT_NAN = 28,
    AT_DDOF = 32,
    AT_COUNT = 40,
    AT_VALUES = 48,
    AT_FLAGS = 56,
    AT_VALUE_DIGITS = 60,
    AT_PRODUCT_DIGITS = 64,
    AT_ZERO = 68,
    AT_DIGITS = 72,
    CHECKSUM_SIZE = 4
};

enum { VERSION = 1 };

/* ---- numbers ---- */

static void put32(unsigned char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static void put64(unsigned char *to, uint64_t number)
{
    put32(to, (uint32_t)number);
    put32(to + 4, (uint32_t)(number >> 32));
}

static uint32_t get32(const unsigned char *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static uint64_t get64(const unsigned char *from)
{
    return get32(from) | (uint64_t)get32(from + 4) << 32;
}

/* CRC-32C (Castagnoli), RFC 3720, appendix B.4; bit by bit, for some hundred bytes. */
static uint32_t checksum(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    }
    return ~crc;
}

/* ---- storing ---- */

static size_t size_of(const clr_accumulator *accumulator)
{
    return AT_DIGITS + 4 * (size_t)clri_accumulator_digits(accumulator) + CHECKSUM_SIZE;
}

static void write_bytes(const clr_accumulator *accumulator, unsigned char *to)
{
    const size_t size = size_of(accumulator);

    memcpy(to, magic, sizeof magic);
    put32(to + AT_VERSION, VERSION);
    put32(to + AT_SIZE, (uint32_t)size);
    put32(to + AT_OPERATOR, (uint32_t)accumulator->op);
    put32(to + AT_TYPE, (uint32_t)accumulator->type);
    put32(to + AT_RESULT, (uint32_t)accumulator->result);
    put32(to + AT_NAN, (uint32_t)accumulator->nan);
    put64(to + AT_DDOF, accumulator->ddof);
    put64(to + AT_COUNT, accumulator->met.count);
    put64(to + AT_VALUES, accumulator->met.values);
    put32(to + AT_FLAGS, accumulator->met.flags);
    put32(to + AT_VALUE_DIGITS, (uint32_t)accumulator->sums.values.digits);
    put32(to + AT_PRODUCT_DIGITS, (uint32_t)accumulator->sums.products.digits);
    put32(to + AT_ZERO, 0);
    for (int i = 0; i < clri_accumulator_digits(accumulator); i++)
        put32(to + AT_DIGITS + 4 * i, accumulator->digits[i]);
    put32(to + size - CHECKSUM_SIZE, checksum(to, size - CHECKSUM_SIZE));
}

clr_status clr_accumulator_store(const clr_accumulator *accumulator, void *bytes, size_t room,
                                 size_t *size)
{
    if (size)
        *size = accumulator ? size_of(accumulator) : 0;
    if (!accumulator || !size || (!bytes && room) || room > PTRDIFF_MAX)
        return CLR_ERROR_ARGUMENT;
    if (room == 0 && !bytes)
        return CLR_OK;
    if (room < *size)
        return CLR_ERROR_ARGUMENT;
    write_bytes(accumulator, bytes);
    return CLR_OK;
}

/* ---- loading ---- */

/* Whether the bytes are a whole accumulator, unchanged. */
static clr_status check_bytes(const unsigned char *bytes, size_t size, clri_error *error)
{
    uint32_t told;

    if (size < AT_DIGITS + CHECKSUM_SIZE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator ends after %zu bytes, before its header does: it is cut "
                         "off, or is none",
                         size);
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte 0 of the accumulator: its mark is missing, so this is none, or one "
                         "that went through a conversion of text");
    if (get32(bytes + AT_VERSION) != VERSION)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "byte %d of the accumulator: it is of version %" PRIu32
                         ", and this library reads version %d",
                         AT_VERSION, get32(bytes + AT_VERSION), VERSION);
    told = get32(bytes + AT_SIZE);
    if (told != size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %d of the accumulator: it should be %" PRIu32 " bytes long, and "
                         "there are %zu: %s",
                         AT_SIZE, told, size,
                         told > size ? "its end is missing" : "something follows it");
    if (get32(bytes + size - CHECKSUM_SIZE) != checksum(bytes, size - CHECKSUM_SIZE))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %zu of the accumulator: the checksum does not agree with the bytes "
                         "before it: some are damaged",
                         size - CHECKSUM_SIZE);
    return CLR_OK;
}

static bool is_float(uint32_t type)
{
    const clri_number *number = type <= INT32_MAX ? clri_number_of((clr_type)type) : NULL;

    return number && number->class == CLRI_FLOAT;
}

/* Names the number at that offset in the message. */
static clr_status refuse(clri_error *error, const unsigned char *bytes, int at, const char *is_no)
{
    return clri_fail(error, CLR_ERROR_ARGUMENT, "byte %d of the accumulator: %" PRIu32 " is no %s",
                     at, get32(bytes + at), is_no);
}

static clr_status read_reduction(const unsigned char *bytes, clr_accumulator *accumulator,
                                 clri_error *error)
{
    const uint32_t op = get32(bytes + AT_OPERATOR);

    if (!is_float(get32(bytes + AT_TYPE)))
        return refuse(error, bytes, AT_TYPE, "type of floats");
    accumulator->type = (clr_type)get32(bytes + AT_TYPE);
    if (op > INT32_MAX ||
        !clri_exact_sums_of((clr_operator)op, accumulator->type, &accumulator->sums))
        return refuse(error, bytes, AT_OPERATOR, "operator that has accumulators");
    accumulator->op = (clr_operator)op;
    if (!is_float(get32(bytes + AT_RESULT)))
        return refuse(error, bytes, AT_RESULT, "type of floats");
    accumulator->result = (clr_type)get32(bytes + AT_RESULT);
    if (get32(bytes + AT_NAN) > CLR_NAN_IGNORE)
        return refuse(error, bytes, AT_NAN, "policy of NaNs");
    accumulator->nan = (clr_nan)get32(bytes + AT_NAN);
    accumulator->ddof = get64(bytes + AT_DDOF);
    if (accumulator->ddof && clri_operator_of(accumulator->op)->fold != CLRI_FOLD_MOMENTS)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %d of the accumulator: a ddof of %" PRIu64 " goes with var and std "
                         "only",
                         AT_DDOF, accumulator->ddof);
    return CLR_OK;
}

static clr_status read_state(const unsigned char *bytes, size_t size, clr_accumulator *accumulator,
                             clri_error *error)
{
    accumulator->met =
        (clri_met){get64(bytes + AT_COUNT), get64(bytes + AT_VALUES), get32(bytes + AT_FLAGS)};
    if (get32(bytes + AT_VALUE_DIGITS) != (uint32_t)accumulator->sums.values.digits)
        return refuse(error, bytes, AT_VALUE_DIGITS, "number of digits for its sum of values");
    if (get32(bytes + AT_PRODUCT_DIGITS) != (uint32_t)accumulator->sums.products.digits)
        return refuse(error, bytes, AT_PRODUCT_DIGITS, "number of digits for its sum of products");
    if (get32(bytes + AT_ZERO) != 0)
        return refuse(error, bytes, AT_ZERO, "0");
    if (size != size_of(accumulator))
        return refuse(error, bytes, AT_SIZE, "length of such an accumulator");
    for (int i = 0; i < clri_accumulator_digits(accumulator); i++)
        accumulator->digits[i] = get32(bytes + AT_DIGITS + 4 * i);
    return clri_accumulator_check(accumulator, error);
}

static clr_status load(const unsigned char *bytes, size_t size, clr_accumulator **accumulator,
                       clri_error *error)
{
    clr_accumulator *made = NULL;
    clr_status status = CLR_OK;

    if (!accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the place of the accumulator is NULL");
    *accumulator = NULL;
    if (!bytes)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the accumulator's bytes are NULL");
    CLRI_TRY(clri_bytes_check("the accumulator's bytes", size, 1, error));
    CLRI_TRY(check_bytes(bytes, size, error));
    made = calloc(1, sizeof *made);
    if (!made)
        return clri_fail_memory(error);
    CLRI_TRY(read_reduction(bytes, made, error));
    CLRI_TRY(read_state(bytes, size, made, error));
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

clr_status clr_accumulator_load(const void *bytes, size_t size, clr_accumulator **accumulator,
                                char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_accumulator_answer(load(bytes, size, accumulator, &error), &error, reason,
                                   reason_size);
}

/* ---- describing ---- */

clr_status clr_accumulator_describe(const clr_accumulator *accumulator, clr_accumulator_info *info)
{
    clr_accumulator_info told;
    size_t size;

    if (!accumulator)
        return CLR_ERROR_ARGUMENT;
    clr_accumulator_store(accumulator, NULL, 0, &size);
    told = (clr_accumulator_info){
        .size = sizeof told,
        .op = accumulator->op,
        .type = accumulator->type,
        .result = accumulator->result,
        .nan = accumulator->nan,
        .ddof = accumulator->ddof,
        .count = accumulator->met.count,
        .values = accumulator->met.values,
        .store_size = size,
        .has_nan = (accumulator->met.flags & CLRI_SEEN_NAN) != 0,
        .has_infinity = (accumulator->met.flags & CLRI_SEEN_PLUS) != 0,
        .has_minus_infinity = (accumulator->met.flags & CLRI_SEEN_MINUS) != 0,
        .is_minus_zero = clri_accumulator_is_minus_zero(accumulator),
    };
    return CLRI_SIZED_WRITE(clr_accumulator_info, info, &told);
}
