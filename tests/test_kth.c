/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands at a place of keys in order (select/kth.h) against what qsort() puts there: data of
 * many kinds, lengths around the algorithm's own sizes, ranks at the ends. Once as it is, by
 * samples, and once without samples (test_kth_by_range), as data that mislead them are settled.
 */
#include "split_mix.h"
#include "unit.h"

#include "select/kth.c"

#include <stdlib.h>

enum { MOST = 300000 };

static uint64_t keys[MOST], sorted[MOST], worked[MOST], room[MOST];
static uint32_t narrow[MOST], narrow_room[MOST];

/* Key number i of data of a kind. */
static uint64_t key_of(int kind, size_t i, size_t count, uint64_t random)
{
    switch (kind) {
    case 0:
        return random;
    case 1:
        return random % 3;
    case 2:
        return 7;
    case 3:
        return i;
    case 4:
        return count - i;
    case 5: /* the ends of the type */
        return random % 2 ? UINT64_MAX - random % 4 : random / 4 % 4;
    case 6: /* one far from all others */
        return i == count / 2 ? UINT64_MAX : 1000 + random % 16;
    default: /* each key half as large as the one before */
        return UINT64_MAX >> random % 64;
    }
}

enum { KINDS = 8 };

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void assert_rank(size_t count, size_t rank, int kind)
{
    const uint64_t next = sorted[rank + 1 < count ? rank + 1 : rank];
    clri_kth found;

    memcpy(worked, keys, count * sizeof *keys);
    found = clri_kth_find(worked, sizeof *worked, count, rank);
    if (found.key != sorted[rank] || found.next != next)
        fail_msg("rank %zu of %zu keys of kind %d", rank, count, kind);
}

/* The same keys shifted to 32 bits, which keeps their order. */
static void assert_narrow_rank(size_t count, size_t rank, int kind)
{
    const uint64_t next = sorted[rank + 1 < count ? rank + 1 : rank];
    clri_kth found;

    for (size_t i = 0; i < count; i++)
        narrow[i] = (uint32_t)(kind == 3 || kind == 4 ? keys[i] : keys[i] >> 32);
    found = clri_kth_find(narrow, sizeof *narrow, count, rank);
    if (kind == 3 || kind == 4 ? found.key != sorted[rank] || found.next != next
                               : found.key != sorted[rank] >> 32 || found.next != next >> 32)
        fail_msg("rank %zu of %zu narrow keys of kind %d", rank, count, kind);
}

static void draw(int kind, size_t count)
{
    uint64_t seed = (uint64_t)kind * 1000003 + count;

    for (size_t i = 0; i < count; i++)
        keys[i] = key_of(kind, i, count, next_random(&seed));
    memcpy(sorted, keys, count * sizeof *keys);
    qsort(sorted, count, sizeof *sorted, compare);
}

static const size_t lengths[] = {1,    2,    3,    47,   48,   49,    50,     300,    511, 512,
                                 1023, 1024, 5000, 8191, 8192, 20000, 262143, 262144, MOST};

TEST(keys_of_all_ranks_are_found)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            const size_t count = lengths[l], step = count < 400 ? 1 : count / 5;

            draw(kind, count);
            for (size_t rank = 0; rank < count; rank += step) {
                assert_rank(count, rank, kind);
                assert_rank(count, count - 1 - rank, kind);
                assert_narrow_rank(count, rank, kind);
            }
        }
}

TEST(keys_are_sorted)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            const size_t count = lengths[l];

            draw(kind, count);
            for (size_t i = 0; i < count; i++)
                narrow[i] = (uint32_t)(keys[i] >> 32);
            clri_kth_sort(keys, room, sizeof *keys, count);
            assert_memory_equal(keys, sorted, count * sizeof *keys);
            clri_kth_sort(narrow, narrow_room, sizeof *narrow, count);
            for (size_t i = 0; i < count; i++)
                if (narrow[i] != (uint32_t)(sorted[i] >> 32))
                    fail_msg("narrow key %zu of %zu of kind %d", i, count, kind);
        }
}
