/* SPDX-License-Identifier: Apache-2.0 */
/* split_mix - random bits, the same in every run: SplitMix64 (Steele, Lea and Flood, 2014). */
#ifndef CLREDUCE_TESTS_SPLIT_MIX_H
#define CLREDUCE_TESTS_SPLIT_MIX_H

#include <stdint.h>

static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
