/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair - the rounding of a sum that two doubles add up to within a bound (clri_pair, loops.h).
 * Without branches, so that loops over pairs are vectors' (loops_pairs.h).
 */
#ifndef CLREDUCE_FOLD_PAIR_H
#define CLREDUCE_FOLD_PAIR_H

#include "fold/bits.h"
#include "fold/loops.h"

#include <math.h>

/* The pair as the nearest double and what that leaves, and how far from both the sum may be:
 * somewhat more than the bound, for the roundings of sums with it. 0 if the bound is. */
static inline clri_pair clri_pair_settle(clri_pair pair)
{
    const double sum = pair.rest == 0 ? pair.sum : pair.sum + pair.rest;
    const double back = sum - pair.sum;
    const double rest = (pair.sum - (sum - back)) + (pair.rest - back);
    const double bound = pair.bound;

    return (clri_pair){sum, rest, bound == 0 ? 0 : bound + (fabs(rest) + bound) * 0x1p-50};
}

static inline bool clri_is_finite(double x)
{
    return x - x == 0;
}

/* Whether a settled pair is rounded to its first double, whichever number within the bound it is.
 * Sums are rounded monotonically: where both ends of what is possible come to one double, all
 * between does. */
static inline bool clri_pair_is_f64(clri_pair near)
{
    return clri_is_finite(near.sum) & (near.sum + (near.rest - near.bound) == near.sum) &
           (near.sum + (near.rest + near.bound) == near.sum) &
           ((near.sum != 0) | (near.bound == 0));
}

/* The double next to the first one on the side of what that leaves, if the first one's last digit
 * is 0 and something is left: rounded to odd, a number is rounded to an f32 as it would have been
 * at once (Boldo, Melquiond, Emulation of a FMA and correctly rounded sums, IEEE Trans. Comput. 57,
 * 2008). */
static inline double clri_pair_to_odd(clri_pair near)
{
    const uint64_t bits = clri_bits_of_f64(near.sum);
    const uint64_t is_inward = (bits ^ clri_bits_of_f64(near.rest)) >> 63;
    const uint64_t next = bits + 1 - 2 * is_inward;

    return clri_f64_of_bits(near.rest == 0 || (bits & 1) ? bits : next);
}

/* Whether a settled pair is rounded to an f32, which is `*total`: as its sign says on which side of
 * the first double it is, or as both ends of what is possible come to one f32. These are doubles,
 * which a part of 2^52 of the sum widens for their own roundings. */
static inline bool clri_pair_is_f32(clri_pair near, float *total)
{
    const double reach = fabs(near.rest) + near.bound;
    const double margin = reach + fabs(near.sum) * 0x1p-52;
    const float low = (float)(near.sum - margin), high = (float)(near.sum + margin);
    const bool has_side = (near.bound == 0) | (fabs(near.rest) > near.bound);

    *total = has_side ? (float)clri_pair_to_odd(near) : low;
    return clri_is_finite(near.sum) & (has_side | (low == high)) & ((near.sum != 0) | (reach == 0));
}

#endif
