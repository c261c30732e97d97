/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins - the bins of a histogram. See bins.h. The edges are those of numpy.linspace():
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

/* Whether a whole number is below a double that is no NaN; doubles beyond 2^53 are whole. */
static bool integer_below(clr_type type, uint64_t integer, double edge)
{
    if (is_signed(type))
        return edge >= 0x1p63 || (edge > -0x1p63 && (int64_t)integer < (int64_t)ceil(edge));
    return edge >= 0x1p64 || (edge > 0 && integer < (uint64_t)ceil(edge));
}

static bool integer_above(clr_type type, uint64_t integer, double edge)
{
    if (is_signed(type))
        return edge < -0x1p63 || (edge < 0x1p63 && (int64_t)integer > (int64_t)floor(edge));
    return edge < 0 || (edge < 0x1p64 && integer > (uint64_t)floor(edge));
}

static bool is_below(clr_type type, const void *element, double edge)
{
    if (value_kind_of(type) == VALUE_REAL)
        return value_real(type, element) < edge;
    return integer_below(type, value_integer(type, element), edge);
}

static bool is_above(clr_type type, const void *element, double edge)
{
    if (value_kind_of(type) == VALUE_REAL)
        return value_real(type, element) > edge;
    return integer_above(type, value_integer(type, element), edge);
}

double bins_below(clr_type type, const void *element)
{
    const double near = value_nearest(type, element);

    return is_below(type, element, near) ? nextafter(near, -(double)INFINITY) : near;
}

double bins_above(clr_type type, const void *element)
{
    const double near = value_nearest(type, element);

    return is_above(type, element, near) ? nextafter(near, (double)INFINITY) : near;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static uint64_t mask_of(clr_type type)
{
    return UINT64_MAX >> (64 - 8 * clr_type_size(type));
}

/*
 * The element that has that key. Of signed integers the key has the sign's bit turned over; of
 * floats, whose bits are a sign and a magnitude, all bits where the sign is set.
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

typedef bool (*is_beyond)(clr_type type, const void *element, double edge);

/* Of floats an edge comes before the infinity, whose key is the largest that is asked about. */
static bool key_is_beyond(clr_type type, uint64_t key, double edge, is_beyond beyond)
{
    unsigned char element[sizeof(uint64_t)];

    element_of(type, key, element);
    if (value_kind_of(type) == VALUE_REAL && isnan(value_real(type, element)))
        return (key & (mask_of(type) / 2 + 1)) != 0;
    return beyond(type, element, edge);
}

static bool is_not_below(clr_type type, const void *element, double edge)
{
    return !is_below(type, element, edge);
}

/* The least key from `least` on that is beyond the edge. False if there is none. */
static bool find_key(clr_type type, uint64_t least, double edge, is_beyond beyond, uint64_t *key)
{
    uint64_t low = least, high = mask_of(type);

    if (!key_is_beyond(type, high, edge, beyond))
        return false;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (key_is_beyond(type, middle, edge, beyond))
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
        if (!find_key(b->type, key, b->edges[i], i < b->count ? is_not_below : is_above, &key))
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
    for (uint64_t i = 0; i < b->count; i++) {
        if (b->edges[i] >= b->edges[i + 1])
            return refuse_range(b, low, high,
                                "f64 has too few numbers there; say fewer --bins, or a "
                                "wider --range");
    }
    return CODE_FINE;
}

int bins_open(bins *b, clr_type type, uint64_t count, double low, double high)
{
    /* A range of one number has it in its middle. */
    const double margin = low == high ? 0.5 : 0;

    *b = (bins){.type = type, .count = count};
    if (count < SIZE_MAX / sizeof *b->edges) {
        b->edges = malloc((size_t)(count + 1) * sizeof *b->edges);
        b->keys = malloc((size_t)(count + 1) * sizeof *b->keys);
    }
    if (!b->edges || !b->keys)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bins.", count);
    const int code = set_edges(b, low - margin, high + margin);
    if (code == CODE_FINE)
        set_keys(b);
    return code;
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

    if (isnan(near) || is_below(b->type, element, first) || is_above(b->type, element, last))
        return b->count;
    const double share = (near - first) / (last - first) * (double)b->count;
    uint64_t bin = share < (double)b->count ? (uint64_t)share : b->count - 1;
    while (bin > 0 && is_below(b->type, element, b->edges[bin]))
        bin--;
    while (bin + 1 < b->count && !is_below(b->type, element, b->edges[bin + 1]))
        bin++;
    return bin;
}
