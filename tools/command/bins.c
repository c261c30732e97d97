/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins - the bins of a histogram. See bins.h. The edges are numpy.linspace()'s:
 * https://numpy.org/doc/stable/reference/generated/numpy.histogram.html
 */
#include "bins.h"
#include "message.h"
#include "output.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- Elements and doubles -------------------------------------------------------------------- */

static bool is_signed(clr_type type)
{
    return value_kind_of(type) == VALUE_SIGNED;
}

/* -1, 0 or 1: the element is below, at or above the edge (not NaN), as real numbers; 0 for NaN
 * elements. Doubles beyond 2^53 are whole. */
static int compare(clr_type type, const void *element, double edge)
{
    if (value_kind_of(type) == VALUE_REAL) {
        const double number = value_real(type, element);
        return (number > edge) - (number < edge);
    }
    const uint64_t integer = value_integer(type, element);
    if (edge >= (is_signed(type) ? 0x1p63 : 0x1p64))
        return -1;
    if (edge < (is_signed(type) ? -0x1p63 : 0))
        return 1;
    return is_signed(type) ? ((int64_t)integer > (int64_t)floor(edge)) -
                                 ((int64_t)integer < (int64_t)ceil(edge))
                           : (integer > (uint64_t)floor(edge)) - (integer < (uint64_t)ceil(edge));
}

double bins_below(clr_type type, const void *element)
{
    const double near = value_nearest(type, element);

    return compare(type, element, near) < 0 ? nextafter(near, -(double)INFINITY) : near;
}

double bins_above(clr_type type, const void *element)
{
    const double near = value_nearest(type, element);

    return compare(type, element, near) > 0 ? nextafter(near, (double)INFINITY) : near;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static uint64_t mask_of(clr_type type)
{
    return UINT64_MAX >> (64 - 8 * clr_type_size(type));
}

/*
 * The element of a key. The key of a signed integer has the sign bit inverted; of a float, whose
 * bits are sign and magnitude, all bits if the sign is set, else the sign bit.
 */
static void element_of(clr_type type, uint64_t key, void *at)
{
    const uint64_t mask = mask_of(type), sign = mask / 2 + 1;
    uint64_t bits = key;

    if (is_signed(type))
        bits = key ^ sign;
    else if (value_kind_of(type) == VALUE_REAL)
        bits = (key & sign) != 0 ? key ^ sign : ~key & mask;
    value_store(bits, clr_type_size(type), at);
}

/* The key of an element. */
static uint64_t key_of(clr_type type, const void *element)
{
    static const clr_type unsigned_types[] = {
        [1] = CLR_TYPE_U8, [2] = CLR_TYPE_U16, [4] = CLR_TYPE_U32, [8] = CLR_TYPE_U64};
    const uint64_t bits = value_integer(unsigned_types[clr_type_size(type)], element);
    const uint64_t mask = mask_of(type), sign = mask / 2 + 1;

    if (is_signed(type))
        return bits ^ sign;
    if (value_kind_of(type) == VALUE_REAL)
        return (bits & sign) != 0 ? ~bits & mask : bits | sign;
    return bits;
}

/* Whether the key's element compares with the edge as `least` or higher. Keys of NaNs are below
 * those of all numbers or above them, by their sign. */
static bool key_is_beyond(clr_type type, uint64_t key, double edge, int least)
{
    unsigned char element[sizeof(uint64_t)];

    element_of(type, key, element);
    if (value_kind_of(type) == VALUE_REAL && isnan(value_real(type, element)))
        return (key & (mask_of(type) / 2 + 1)) != 0;
    return compare(type, element, edge) >= least;
}

/* Moves `*key` up to the least key whose element compares with the edge as `least` or higher. False
 * if there is none. */
static bool find_key(clr_type type, double edge, int least, uint64_t *key)
{
    uint64_t low = *key, high = mask_of(type);

    if (!key_is_beyond(type, high, edge, least))
        return false;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (key_is_beyond(type, middle, edge, least))
            high = middle;
        else
            low = middle + 1;
    }
    *key = low;
    return true;
}

static void set_keys(bins *b)
{
    uint64_t key = 0;

    for (b->key_count = 0; b->key_count <= b->count; b->key_count++) {
        const uint64_t i = b->key_count;
        if (!find_key(b->type, b->edges[i], i == b->count, &key))
            return;
        b->keys[i] = key;
    }
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static int refuse_range(const bins *b, double low, double high, const char *why)
{
    char from[OUTPUT_TEXT_SIZE], to[OUTPUT_TEXT_SIZE];

    output_text(CLR_TYPE_F64, &low, from);
    output_text(CLR_TYPE_F64, &high, to);
    return message_fail(CODE_USAGE, "from %s to %s there are no %" PRIu64 " bins: %s.", from, to,
                        b->count, why);
}

static int set_edges(bins *b, double low, double high)
{
    const double step = (high - low) / (double)b->count;

    if (!isfinite(high - low))
        return refuse_range(b, low, high, "their width is beyond f64; say a smaller --range");
    for (uint64_t i = 0; i < b->count; i++) {
        const double distance = (double)i * step;
        b->edges[i] = distance + low;
    }
    b->edges[b->count] = high;
    for (uint64_t i = 0; i < b->count; i++)
        if (b->edges[i] >= b->edges[i + 1])
            return refuse_range(b, low, high,
                                "f64 has too few numbers there; say fewer --bins, or a "
                                "wider --range");
    return CODE_FINE;
}

int bins_open(bins *b, clr_type type, uint64_t count, double low, double high)
{
    /* a range of a single number is widened around it */
    const double margin = low == high ? 0.5 : 0;

    *b = (bins){.type = type, .count = count};
    if (count < SIZE_MAX / sizeof *b->edges) {
        b->edges = malloc((size_t)(count + 1) * sizeof *b->edges);
        b->keys = malloc((size_t)(count + 1) * sizeof *b->keys);
    }
    if (!b->edges || !b->keys)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bins.", count);
    OR_RETURN(set_edges(b, low - margin, high + margin));
    set_keys(b);
    return CODE_FINE;
}

void bins_close(bins *b)
{
    free(b->edges);
    free(b->keys);
    *b = (bins){0};
}

/* ---- Finding --------------------------------------------------------------------------------- */

uint64_t bins_find(const bins *b, const void *element)
{
    const double first = b->edges[0], last = b->edges[b->count];
    const double near = value_nearest(b->type, element);

    if (isnan(near) || compare(b->type, element, first) < 0 || compare(b->type, element, last) > 0)
        return b->count;
    const double share = (near - first) / (last - first) * (double)b->count;
    uint64_t bin = share < (double)b->count ? (uint64_t)share : b->count - 1;
    while (bin > 0 && compare(b->type, element, b->edges[bin]) < 0)
        bin--;
    while (bin + 1 < b->count && compare(b->type, element, b->edges[bin + 1]) >= 0)
        bin++;
    return bin;
}

/* Keys up to the element's, less 1; without any such key the difference is the largest number. */
uint64_t bins_find_key(const bins *b, const void *element)
{
    const uint64_t key = key_of(b->type, element);
    uint64_t low = 0, high = b->key_count;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (b->keys[middle] <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}
