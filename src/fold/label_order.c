/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/label_order.h"
#include "fold/element_source.h"

#include <stdlib.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS }; /* counters of a pass stay in the first cache */

static size_t digit_of(uint64_t label, unsigned shift)
{
    return (size_t)(label >> shift) % DIGITS;
}

/* Sorts by one digit of the labels: counts, then puts each entry behind those of its digit. */
static void sort_digit(clr_type type, const void *labels, const uint64_t *from, uint64_t *to,
                       size_t count, unsigned shift)
{
    size_t places[DIGITS + 1] = {0};

    for (size_t i = 0; i < count; i++)
        places[digit_of(clri_source_index(type, labels, (int64_t)from[i]), shift) + 1]++;
    for (size_t digit = 0; digit < DIGITS; digit++)
        places[digit + 1] += places[digit];
    for (size_t i = 0; i < count; i++)
        to[places[digit_of(clri_source_index(type, labels, (int64_t)from[i]), shift)]++] = from[i];
}

bool clri_label_order(clr_type type, const void *labels, uint64_t **order, size_t count)
{
    uint64_t *other = malloc((count + 1) * sizeof *other);
    uint64_t used = 0; /* bits that some label has */

    if (!other)
        return false;
    for (size_t i = 0; i < count; i++)
        used |= clri_source_index(type, labels, (int64_t)(*order)[i]);
    for (unsigned shift = 0; shift < 64 && used >> shift; shift += DIGIT_BITS) {
        uint64_t *sorted = other;

        sort_digit(type, labels, *order, sorted, count, shift);
        other = *order;
        *order = sorted;
    }
    free(other);
    return true;
}
