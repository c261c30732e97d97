/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_real - with the host's own floats and doubles, at the edges that follow from their sizes:
 * the longest runs, whose sum of magnitudes loses most; columns as full as launches make them.
 */
#define TOY_NAMESPACE       cpu_16x16
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           16
#define TOY_LENGTH          16
#define TOY_GROUP           1
#define TOY_DIGITS          11
#include "pieces.h"
#define TOY_NAMESPACE       gpu_4x4
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           8192
#define TOY_DIGITS          11
#include "pieces.h"

#include "sums.h"

/* 1.mantissa 2^exponent */
static float made(uint mantissa, int exponent, bool negative)
{
    return as_float((uint)(exponent + 127) << 23 | (mantissa & 0x7fffff) | (uint)negative << 31);
}

/*
 * A number just below a power of two, many that are less than half of its last place, so that the
 * sum of magnitudes in floats stays where it is though they come to more, and some further down.
 */
template <class Sum> static void near_a_power(int times)
{
    float elements[Sum::count];

    for (int t = 0; t < times; t++) {
        const uint64_t how = draw();
        const int low = -24 - (int)(how % 12);
        const int large = 1 + (int)(how >> 8) % 4;
        const bool mixed = how >> 16 & 1;

        for (int k = 0; k < Sum::count; k++) {
            const uint64_t bits = draw();
            const uint ones = bits % 4 ? 0x7fffff : (uint)(bits >> 40);

            if (k < large)
                elements[k] =
                    made(k ? (uint)(bits >> 40) : 0x7fffff, k ? -(int)(bits >> 8 & 15) : 0, 0);
            else if (bits % 64 < 4)
                elements[k] = made((uint)(bits >> 40) | 1, low, mixed && (bits & 64));
            else
                elements[k] = made(ones, -25 - (how >> 20 & 1 ? (int)(bits >> 8) % 8 : 0),
                                   mixed && (bits & 64));
        }
        check_run<Sum>(elements);
    }
    proved("near 2^k", Sum::name(), true);
}

/* Lanes of sizes of their own, as far apart as their windows let them be joined. */
template <class Sum> static void lanes_apart(int times)
{
    float elements[Sum::count];

    for (int t = 0; t < times; t++) {
        const uint64_t how = draw();
        const int low = -24 - (int)(how % 12);

        for (int lane = 0; lane < Sum::width; lane++) {
            const int exponent = lane ? -52 - (int)(how >> 8 & 1) : (int)(how >> 9) % 4;
            const bool negative = (how >> 40 >> lane & 1) && (how >> 60);

            for (int l = 0; l < Sum::length; l++) {
                const uint64_t bits = draw();

                elements[l * Sum::width + lane] =
                    lane == 0
                        ? (l ? 0
                             : made(bits % 2 ? 0x7fffff : (uint)(bits >> 40), exponent, negative))
                    : l == 0 ? made(0x7fffff, exponent - 1, negative)
                    : l == 1 ? made(0x7fffff, exponent - 25, negative)
                    : l == 2 ? made((uint)(bits >> 40) | 1, exponent + low - 2 + (int)(bits % 3),
                                    negative)
                             : 0;
            }
        }
        check_run<Sum>(elements);
    }
    proved("lanes", Sum::name(), true);
}

/* What is in the bins from digit 3 on, with nothing below. */
template <class Sum> static __int128 in_bins_from_3(const typename Sum::bins &bins)
{
    __int128 value = 0;

    for (int j = Sum::digits - 1; j >= 0; j--) {
        const __int128 digit = bins.low[j] + times_power(bins.high[j], 32);

        if (j >= 3)
            value = value * ((__int128)1 << 32) + digit;
        else if (digit)
            return -1;
    }
    return value;
}

#ifndef TOY_COLUMN_LOG2
#define TOY_COLUMN_LOG2 13 /* as src/state/form_exact.c has it */
#endif

/*
 * All columns of a row as full as launches make them, of the largest number there and one that ends
 * in the row's last digit: 2^13 elements an item, and half as many again where groups claim their
 * tiles (src/choose/geometry.c).
 */
template <class Sum> static void full_columns(void)
{
    static typename Sum::bins bins;
    const int64_t times = (3 << TOY_COLUMN_LOG2) / 2;

    for (int negative = 0; negative < 2; negative++) {
        const float largest = made(0x7fffff, 16, negative), last = made(1, 1, negative);
        const __int128 right = ((__int128)(int64_t)((double)largest * 0x1p22) * (times - 1) +
                                (int64_t)((double)last * 0x1p22)) *
                               Sum::group;
        float run[Sum::count] = {0};
        __int128 got;

        Sum::cleared(&bins);
        for (clr_item = 0; clr_item < Sum::group; clr_item++) {
            run[0] = largest;
            Sum::aside(&bins, Sum::empty(), typename Sum::run(run));
            bins.columns.sum[8 * Sum::group + clr_item] *= (double)(times - 1);
            run[0] = last;
            Sum::aside(&bins, Sum::empty(), typename Sum::run(run));
        }
        clr_item = 0;
        Sum::gathered(&bins);
        got = in_bins_from_3<Sum>(bins) >> 31;
        tried++;
        if (got == right)
            continue;
        begin_counterexample(Sum::name(), "columns that are full");
        printf("  %lld times %a and %a in each of %d columns come to %.17g units, not %.17g\n",
               (long long)times - 1, (double)largest, (double)last, (int)Sum::group, (double)got,
               (double)right);
        fail();
    }
    proved("columns", Sum::name(), false);
}

int main(void)
{
    near_a_power<cpu_16x16::Sum>(40000);
    near_a_power<gpu_4x4::Sum>(100000);
    lanes_apart<cpu_16x16::Sum>(40000);
    full_columns<gpu_4x4::Sum>();
    return 0;
}
