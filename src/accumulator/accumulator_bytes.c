/* SPDX-License-Identifier: Apache-2.0 */
/* accumulator_bytes - accumulators as bytes, in the format of docs/accumulator.md, little-endian on
 * every host. Input may be hostile: the checksum, each field and each state are checked before an
 * accumulator is handed out, and memory is taken for results only if the bytes have room for
 * them. */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "base/bytes.h"
#include "base/checksum.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char magic[8] = {0x89, 'c', 'l', 'r', 'a', 'c', 'c', '\n'};

/* Offsets of the fields that both versions have. */
enum {
    AT_VERSION = 8,
    AT_SIZE = 12,
    AT_OPERATOR = 16,
    AT_TYPE = 20,
    AT_RESULT = 24,
    AT_NAN = 28,
    AT_DDOF = 32,
    CHECKSUM_SIZE = 4
};

/* Offsets in which the versions differ. Version 1 is of a single sum of floats, and has its size in
 * the header; version 2, of anything else, has the number of results there, as what follows may be
 * longer than 4 GiB, and the policy of overflow. */
typedef struct byte_form {
    uint32_t number;
    int results;  /* ulong; 0: there is one */
    int overflow; /* uint; 0: it wraps */
    int value_digits;
    int product_digits;
    int zero;
    int header; /* bytes in front of the states */
    /* in a state */
    int count;
    int values;
    int flags;
    int digits;
} byte_form;

static const byte_form forms[] = {
    {1, 0, 0, 60, 64, 68, 40, 0, 8, 16, 32},
    {2, 40, 48, 52, 56, 60, 64, 0, 8, 16, 20},
};

/* Equal states have equal bytes, so that callers may compare and hash these: each accumulator has
 * one version, the older one if that holds it. */
static const byte_form *form_of(const clr_accumulator *accumulator)
{
    const bool is_single = accumulator->addends.are_floats && accumulator->results == 1;

    return &forms[!is_single];
}

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

/* ---- sizes ---- */

/* Bytes from one state to the next. */
static size_t state_size(const byte_form *form, const clr_accumulator *accumulator)
{
    return (size_t)form->digits + sizeof(uint32_t) * accumulator->digits;
}

static size_t size_of(const clr_accumulator *accumulator)
{
    const byte_form *form = form_of(accumulator);

    return (size_t)form->header + accumulator->results * state_size(form, accumulator) +
           CHECKSUM_SIZE;
}

/* Digits of sums of products, and of those of values; of states that are no sums all are of values.
 */
static uint32_t product_digits(const clr_accumulator *accumulator)
{
    return (uint32_t)clri_exact_product_digits(&accumulator->sums);
}

static uint32_t value_digits(const clr_accumulator *accumulator)
{
    return (uint32_t)(accumulator->digits - (size_t)product_digits(accumulator));
}

/* ---- storing ---- */

static void write_header(const byte_form *form, const clr_accumulator *accumulator,
                         unsigned char *to)
{
    memset(to, 0, (size_t)form->header);
    memcpy(to, magic, sizeof magic);
    put32(to + AT_VERSION, form->number);
    put32(to + AT_OPERATOR, (uint32_t)accumulator->op);
    put32(to + AT_TYPE, (uint32_t)accumulator->type);
    put32(to + AT_RESULT, (uint32_t)accumulator->result);
    put32(to + AT_NAN, (uint32_t)accumulator->nan);
    put64(to + AT_DDOF, accumulator->ddof);
    if (form->results)
        put64(to + form->results, accumulator->results);
    else
        put32(to + AT_SIZE, (uint32_t)size_of(accumulator));
    if (form->overflow)
        put32(to + form->overflow, (uint32_t)accumulator->overflow);
}

static void write_state(const byte_form *form, const clr_accumulator *accumulator, size_t k,
                        unsigned char *to)
{
    put64(to + form->count, accumulator->met[k].count);
    put64(to + form->values, accumulator->met[k].values);
    put32(to + form->flags, accumulator->met[k].flags);
    for (size_t i = 0; i < accumulator->digits; i++)
        put32(to + form->digits + 4 * i, clri_state_of(accumulator, k)[i]);
}

static void write_bytes(const clr_accumulator *accumulator, unsigned char *to)
{
    const byte_form *form = form_of(accumulator);
    const size_t size = size_of(accumulator);

    write_header(form, accumulator, to);
    for (size_t k = 0; k < accumulator->results; k++)
        write_state(form, accumulator, k, to + form->header + k * state_size(form, accumulator));
    put32(to + form->value_digits, value_digits(accumulator));
    put32(to + form->product_digits, product_digits(accumulator));
    put32(to + form->zero, 0);
    put32(to + size - CHECKSUM_SIZE, clri_checksum(to, size - CHECKSUM_SIZE));
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

/* Bytes that every accumulator has at least; and of a version, with the fields of the header. */
enum { LEAST_SIZE = 68 };

static size_t least_size(const byte_form *form)
{
    return (size_t)form->header + (size_t)(form->results ? 0 : form->digits) + CHECKSUM_SIZE;
}

static clr_status refuse_cut(size_t size, clri_error *error)
{
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the accumulator ends after %zu bytes, before its header does: it is cut off, "
                     "or is none",
                     size);
}

static clr_status find_form(const unsigned char *bytes, const byte_form **found, clri_error *error)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (get32(bytes + AT_VERSION) == forms[i].number) {
            *found = &forms[i];
            return CLR_OK;
        }
    }
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "byte %d of the accumulator: it is of version %" PRIu32
                     ", and this library reads versions 1 and 2",
                     AT_VERSION, get32(bytes + AT_VERSION));
}

/* Whether the bytes are a whole accumulator, unchanged. */
static clr_status check_bytes(const unsigned char *bytes, size_t size, const byte_form **found,
                              clri_error *error)
{
    uint32_t told;

    if (size < LEAST_SIZE)
        return refuse_cut(size, error);
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte 0 of the accumulator: its mark is missing, so this is none, or one "
                         "that went through a conversion of text");
    CLRI_OR_RETURN(find_form(bytes, found, error));
    if (size < least_size(*found))
        return refuse_cut(size, error);
    told = get32(bytes + AT_SIZE);
    if (!(*found)->results && told != size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %d of the accumulator: it should be %" PRIu32 " bytes long, and "
                         "there are %zu: %s",
                         AT_SIZE, told, size,
                         told > size ? "its end is missing" : "something follows it");
    if (get32(bytes + size - CHECKSUM_SIZE) != clri_checksum(bytes, size - CHECKSUM_SIZE))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %zu of the accumulator: the checksum does not agree with the bytes "
                         "before it: some are damaged or missing",
                         size - CHECKSUM_SIZE);
    return CLR_OK;
}

static bool is_number(uint32_t type)
{
    return type <= INT32_MAX && clri_number_of((clr_type)type);
}

/* Names the number at that offset in the message. */
static clr_status refuse_bytes(clri_error *error, const unsigned char *bytes, int at,
                               const char *is_no)
{
    return clri_fail(error, CLR_ERROR_ARGUMENT, "byte %d of the accumulator: %" PRIu32 " is no %s",
                     at, get32(bytes + at), is_no);
}

static clr_status read_overflow(const byte_form *form, const unsigned char *bytes,
                                clr_reduction *reduction, clri_error *error)
{
    if (!form->overflow)
        return CLR_OK;
    if (get32(bytes + form->overflow) > CLR_OVERFLOW_DETECT)
        return refuse_bytes(error, bytes, form->overflow, "policy of overflow");
    reduction->overflow = (clr_overflow)get32(bytes + form->overflow);
    return CLR_OK;
}

static clr_status read_reduction(const byte_form *form, const unsigned char *bytes,
                                 clr_reduction *reduction, clri_error *error)
{
    const uint32_t op = get32(bytes + AT_OPERATOR);
    const uint32_t type = get32(bytes + AT_TYPE);
    const uint32_t result = get32(bytes + AT_RESULT);

    if (!is_number(type))
        return refuse_bytes(error, bytes, AT_TYPE, "type of numbers");
    if (op > INT32_MAX || !clri_state_kind_of((clr_operator)op, (clr_type)type))
        return refuse_bytes(error, bytes, AT_OPERATOR, "operator that has accumulators");
    if (!is_number(result) ||
        !clri_state_has_result((clr_operator)op, (clr_type)type, (clr_type)result))
        return refuse_bytes(error, bytes, AT_RESULT, "type of the results");
    if (get32(bytes + AT_NAN) > CLR_NAN_IGNORE)
        return refuse_bytes(error, bytes, AT_NAN, "policy of NaNs");
    *reduction = clr_reduction_of((clr_operator)op, (clr_type)type);
    reduction->result = (clr_type)result;
    reduction->nan = (clr_nan)get32(bytes + AT_NAN);
    reduction->ddof = get64(bytes + AT_DDOF);
    if (reduction->ddof && !clri_operator_takes_ddof(reduction->op))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %d of the accumulator: a ddof of %" PRIu64 " goes with var, std and "
                         "cov only",
                         AT_DDOF, reduction->ddof);
    return read_overflow(form, bytes, reduction, error);
}

/* The number of results, before memory is taken for them. `like` has the same reduction. */
static clr_status read_results(const byte_form *form, const unsigned char *bytes, size_t size,
                               const clr_accumulator *like, size_t *results, clri_error *error)
{
    const uint64_t told = form->results ? get64(bytes + form->results) : 1;

    if (told > (size - (size_t)form->header) / state_size(form, like))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "byte %d of the accumulator: it should have %" PRIu64
                         " results, and %zu bytes have no room for them",
                         form->results, told, size);
    *results = (size_t)told;
    return CLR_OK;
}

/* Fields that follow from the reduction must be as it says. */
static clr_status check_fields(const byte_form *form, const unsigned char *bytes,
                               const clr_accumulator *accumulator, clri_error *error)
{
    if (get32(bytes + form->value_digits) != value_digits(accumulator))
        return refuse_bytes(error, bytes, form->value_digits,
                            "number of digits for its sum of values");
    if (get32(bytes + form->product_digits) != product_digits(accumulator))
        return refuse_bytes(error, bytes, form->product_digits,
                            "number of digits for its sum of products");
    if (get32(bytes + form->zero) != 0)
        return refuse_bytes(error, bytes, form->zero, "0");
    if (form->results && get32(bytes + AT_SIZE) != 0)
        return refuse_bytes(error, bytes, AT_SIZE, "0");
    if ((uint32_t)accumulator->nan != get32(bytes + AT_NAN))
        return refuse_bytes(error, bytes, AT_NAN, "policy of NaNs for integers");
    if (form->overflow && (uint32_t)accumulator->overflow != get32(bytes + form->overflow))
        return refuse_bytes(error, bytes, form->overflow, "policy of overflow for such results");
    return CLR_OK;
}

/* Whether the bytes are as many as the results take, and in the version that they have. */
static clr_status check_size(const byte_form *form, const unsigned char *bytes, size_t size,
                             const clr_accumulator *accumulator, clri_error *error)
{
    if (form != form_of(accumulator))
        return refuse_bytes(error, bytes, AT_VERSION, "version for a single sum of floats");
    if (size != size_of(accumulator))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator should be %zu bytes long, and there are %zu",
                         size_of(accumulator), size);
    return CLR_OK;
}

static void read_state(const byte_form *form, const unsigned char *from, size_t k,
                       clr_accumulator *accumulator)
{
    accumulator->met[k] = (clri_met){get64(from + form->count), get64(from + form->values),
                                     get32(from + form->flags)};
    for (size_t i = 0; i < accumulator->digits; i++)
        clri_state_of(accumulator, k)[i] = get32(from + form->digits + 4 * i);
}

static clr_status read_all(const byte_form *form, const unsigned char *bytes, size_t size,
                           clr_accumulator **accumulator, clri_error *error)
{
    clr_accumulator *none = NULL, *made = NULL;
    clr_reduction reduction;
    size_t results = 0;
    clr_status status = CLR_OK;

    CLRI_TRY(read_reduction(form, bytes, &reduction, error));
    CLRI_TRY(clri_accumulator_make(&reduction, 0, &none, error));
    CLRI_TRY(check_fields(form, bytes, none, error));
    CLRI_TRY(read_results(form, bytes, size, none, &results, error));
    CLRI_TRY(clri_accumulator_make(&reduction, results, &made, error));
    CLRI_TRY(check_size(form, bytes, size, made, error));
    for (size_t k = 0; k < results; k++)
        read_state(form, bytes + form->header + k * state_size(form, made), k, made);
    CLRI_TRY(clri_accumulator_check(made, error));
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(none);
    clr_accumulator_destroy(made);
    return status;
}

static clr_status load(const unsigned char *bytes, size_t size, clr_accumulator **accumulator,
                       clri_error *error)
{
    const byte_form *form = NULL;

    if (!accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the place of the accumulator is NULL");
    *accumulator = NULL;
    if (!bytes)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the accumulator's bytes are NULL");
    CLRI_OR_RETURN(clri_bytes_check("the accumulator's bytes", size, 1, error));
    CLRI_OR_RETURN(check_bytes(bytes, size, &form, error));
    return read_all(form, bytes, size, accumulator, error);
}

clr_status clr_accumulator_load(const void *bytes, size_t size, clr_accumulator **accumulator,
                                char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(load(bytes, size, accumulator, &error), &error, reason, reason_size);
}
