/* SPDX-License-Identifier: Apache-2.0 */
/* label_file - the label of each element. See label_file.h. */
#include "label_file.h"
#include "beside.h"
#include "message.h"
#include "smaller.h"
#include "value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading --------------------------------------------------------------------------------- */

/* Converts labels of 8 or 16 bits to i32. */
static bool widen(labels *l, clr_type from, const char *elements)
{
    l->at = malloc(l->count * sizeof(int32_t) + 1);
    for (uint64_t i = 0; l->at && i < l->count; i++)
        value_store(value_integer(from, elements + i * clr_type_size(from)), sizeof(int32_t),
                    l->at + i * sizeof(int32_t));
    return l->at != NULL;
}

static int read_some(labels *l, uint64_t count)
{
    void *elements = NULL;
    bool is_read = beside_read(l->in, count, &elements, &l->count);

    if (input_type(l->in) == l->type) {
        l->at = elements;
    } else {
        is_read = is_read && widen(l, input_type(l->in), elements);
        free(elements);
    }
    if (!is_read)
        return message_fail(CODE_DEVICE, "out of memory for the labels of %s.", l->name);
    return beside_fail(l->in);
}

/* Maps the labels if the file has them in the library's form. False: read them instead. */
static bool view_some(labels *l, uint64_t count)
{
    uint64_t viewed = 0;

    if (input_type(l->in) != l->type || input_count(l->in) == INPUT_COUNT_UNKNOWN)
        return false;
    count = smaller(count, input_count(l->in) - l->first);
    const void *at = input_view(l->in, count, &viewed);
    if (!at || viewed != count) {
        if (at)
            input_pass(l->in, 0);
        return false;
    }
    l->at = (unsigned char *)(uintptr_t)at; /* never written to */
    l->count = count;
    l->is_viewed = true;
    return true;
}

static void close_input(labels *l)
{
    input_close(l->in);
    l->in = NULL;
    l->is_viewed = false;
}

int labels_pass(labels *l)
{
    uint64_t more;

    if (!l->is_viewed)
        return CODE_FINE;
    l->at = NULL;
    if (input_pass(l->in, l->count))
        input_read(l->in, &more, 1); /* an error may show only at the end */
    const int code = beside_fail(l->in);
    close_input(l);
    return code;
}

int labels_open(labels *l, const options *o)
{
    *l = (labels){.name = beside_name(o->shape.labels.path)};
    OR_RETURN(beside_open(o, &o->shape.labels, "labels", &l->in));
    l->type = clr_type_size(input_type(l->in)) < sizeof(cl_int) ? CLR_TYPE_I32 : input_type(l->in);
    return CODE_FINE;
}

int labels_read(labels *l, uint64_t first, uint64_t count)
{
    l->first = first;
    if (first != 0 && !input_begin_at(l->in, first))
        return beside_fail(l->in);
    if (view_some(l, count))
        return CODE_FINE;
    const int code = read_some(l, count);
    close_input(l);
    return code;
}

void labels_close(labels *l)
{
    if (!l->is_viewed)
        free(l->at);
    input_close(l->in);
    *l = (labels){0};
}

/* ---- Results --------------------------------------------------------------------------------- */

/* A negative label becomes a number larger than any number of results. */
static uint64_t label_at(const labels *l, uint64_t index)
{
    return value_integer(l->type, l->at + index * clr_type_size(l->type));
}

/* The largest label as an unsigned number: negative labels are larger than all others. */
#define DEFINE_LARGEST(name, word)                                                                 \
    static uint64_t name(const unsigned char *at, uint64_t count)                                  \
    {                                                                                              \
        word largest = 0;                                                                          \
        _Pragma("omp parallel for reduction(max : largest)") for (uint64_t i = 0; i < count; i++)  \
        {                                                                                          \
            word label;                                                                            \
            memcpy(&label, at + i * sizeof label, sizeof label);                                   \
            largest = label > largest ? label : largest;                                           \
        }                                                                                          \
        return largest;                                                                            \
    }
DEFINE_LARGEST(largest_of_4, uint32_t)
DEFINE_LARGEST(largest_of_8, uint64_t)

/* Whether all numbers are valid labels; if not, the first invalid one is searched for. */
static bool find_largest(const labels *l, uint64_t *largest)
{
    const bool is_signed = value_kind_of(l->type) == VALUE_SIGNED;
    const bool is_wide = clr_type_size(l->type) == sizeof(uint64_t);

    *largest = is_wide ? largest_of_8(l->at, l->count) : largest_of_4(l->at, l->count);
    return *largest < (is_wide     ? is_signed ? (uint64_t)INT64_MAX + 1 : UINT64_MAX
                       : is_signed ? (uint64_t)INT32_MAX + 1
                                   : (uint64_t)UINT32_MAX + 1);
}

int labels_find_results(const labels *l, uint64_t *results)
{
    const bool is_signed = value_kind_of(l->type) == VALUE_SIGNED;
    uint64_t largest = 0;

    *results = 0;
    if (l->count != 0 && find_largest(l, &largest)) {
        *results = largest + 1;
        return CODE_FINE;
    }
    for (uint64_t i = 0; i < l->count; i++) {
        const uint64_t label = label_at(l, i);
        if (is_signed && label >> 63 != 0)
            return message_fail(
                CODE_INPUT,
                "%s: label %" PRIu64 " is %" PRId64
                ", below 0: --bins K takes labels 0 to K - 1, and leaves out others.",
                l->name, l->first + i, (int64_t)label);
        if (label == UINT64_MAX)
            return message_fail(CODE_INPUT,
                                "%s: label %" PRIu64 " is %" PRIu64
                                ": 64 bits cannot count as many results.",
                                l->name, l->first + i, label);
        *results = label >= *results ? label + 1 : *results;
    }
    return CODE_FINE;
}

uint64_t *labels_occurring(const labels *l, uint64_t results, uint64_t *absent)
{
    uint64_t *words = calloc(results / 64 + 1, sizeof *words);

    *absent = results;
    for (uint64_t i = 0; words && i < l->count && *absent != 0; i++) {
        const uint64_t label = label_at(l, i);
        const uint64_t bit = UINT64_C(1) << label % 64;
        if (label >= results || (words[label / 64] & bit) != 0)
            continue;
        words[label / 64] |= bit;
        --*absent;
    }
    return words;
}

uint64_t labels_outside(const labels *l, uint64_t results, const void *truths, size_t size)
{
    static const unsigned char zeros[sizeof(uint64_t)];
    const char *truth = truths;
    uint64_t count = 0;

    for (uint64_t i = 0; i < l->count; i++) {
        const bool is_taken = !truth || memcmp(truth + i * size, zeros, size) != 0;
        count += is_taken && label_at(l, i) >= results;
    }
    return count;
}

/* ---- Sorting --------------------------------------------------------------------------------- */

uint64_t *labels_offsets(const labels *l, uint64_t results)
{
    uint64_t *offsets = results < SIZE_MAX / 16 ? calloc(results + 1, sizeof *offsets) : NULL;

    if (!offsets)
        return NULL;
    for (uint64_t i = 0; i < l->count; i++) {
        const uint64_t label = label_at(l, i);
        if (label < results)
            offsets[label + 1]++;
    }
    for (uint64_t k = 0; k < results; k++)
        offsets[k + 1] += offsets[k];
    return offsets;
}

bool labels_sort(const labels *l, uint64_t results, const uint64_t *offsets, size_t size,
                 const void *from, void *to)
{
    uint64_t *next = malloc((results + 1) * sizeof *next);

    if (!next)
        return false;
    memcpy(next, offsets, (results + 1) * sizeof *next);
    for (uint64_t i = 0; i < l->count; i++) {
        const uint64_t label = label_at(l, i);
        if (label < results)
            memcpy((char *)to + next[label]++ * size, (const char *)from + i * size, size);
    }
    free(next);
    return true;
}
