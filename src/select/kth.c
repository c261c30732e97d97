/* SPDX-License-Identifier: Apache-2.0 */
#include "select/kth.h"

#include <stdbool.h>
#include <string.h>

/* Rounds with a sample. Each leaves some two fifths of the keys or fewer (12 of the 32 parts into
 * which the smallest sample cuts them), unless the sample misleads. A test has none of these
 * rounds. */
#ifndef SAMPLES_MOST
#define SAMPLES_MOST 16
#endif

enum {
    FEW = 64,           /* most keys that sort_few() sorts sooner than a round or digits would */
    SAMPLE_MOST = 1023, /* most keys of a sample */
    BLOCK = 1 << 30,    /* keys that counters of 32 bits count */
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS
};

/* Keys of a sample of `count` keys. */
static size_t sample_size(size_t count)
{
    return count >= 1 << 18 ? SAMPLE_MOST : count >= 1 << 13 ? 255 : count >= 512 ? 63 : 31;
}

/* Places in a sample from the rank to each end of the bracket: of the largest sample three standard
 * deviations of how many of its keys lie below the median (half the root of its size), of the
 * smallest two. */
static size_t sample_margin(size_t size)
{
    return size == SAMPLE_MOST ? 48 : size == 255 ? 20 : size == 63 ? 9 : 6;
}

/* A number below `count`: Marsaglia's xorshift* (Vigna, 2016). Its state begins with the number of
 * keys, so that an equal call takes the same time. */
static size_t random_below(uint64_t *state, size_t count)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (size_t)((double)(*state * UINT64_C(2685821657736338717) >> 11) * 0x1p-53 *
                    (double)count);
}

#define KEY         uint32_t
#define NAMED(name) name##_32
#include "select/kth_text.h"
#undef KEY
#undef NAMED

#define KEY         uint64_t
#define NAMED(name) name##_64
#include "select/kth_text.h"
#undef KEY
#undef NAMED

clri_kth clri_kth_find(void *keys, size_t key_size, size_t count, size_t rank)
{
    return key_size == sizeof(uint32_t) ? find_32(keys, count, rank) : find_64(keys, count, rank);
}

void clri_kth_sort(void *keys, void *room, size_t key_size, size_t count)
{
    if (key_size == sizeof(uint32_t))
        sort_32(keys, room, count);
    else
        sort_64(keys, room, count);
}
