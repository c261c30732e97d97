/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_real - with the host's own floats and doubles, at the edges that follow from their sizes:
 * the longest runs, whose sum of magnitudes loses most; columns as full as launches make them.
 */
#define TOY_NAMESPACE cpu_16x16
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT 0
#define TOY_TERMS 2
#define TOY_WIDTH 16
#define TOY_LENGTH 16
#define TOY_GROUP 1
#define TOY_DIGITS 11
#include "pieces.h"
#define TOY_NAMESPACE gpu_4x4
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT 0
#define TOY_TERMS 2
#define TOY_WIDTH 4
#define TOY_LENGTH 4
#define TOY_GROUP 8192
#define TOY_DIGITS 11
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
                elements[k] = made(k ? (uint)(bits >> 40) : 0x7fffff, k ? -(int)(bits >> 8 & 15) : 0, 0);
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
                    lane == 0 ? (l ? 0 : made(bits % 2 ? 0x7fffff : (uint)(bits >> 40), exponent, negative))
                    : l == 0  ? made(0x7fffff, exponent - 1, negative)
                    : l == 1  ? made(0x7fffff, exponent - 25, negative)
                    : l == 2  ? made((uint)(bits >> 40) | 1, exponent + low - 2 + (int)(bits % 3), negative)
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
        const __int128 digit = bins.low[j] + ((__int128)bins.high[j] << 32);

        if (j >= 3)
            value = (value << 32) + digit;
        else if (digit)
            return -1;
    }
    return value;
}

/*
 * All columns of a row with as many of one number as an item gets: `elements`, and half as many
 * again where groups claim their tiles (src/form_exact.c, src/geometry.c).
 */
template <class Sum> static void full_columns(uint64_t elements)
{
    static typename Sum::bins bins;
    const float values[] = {made(0x7fffff, 16, 0), made(0x7fffff, 16, 1), made(1, 1, 0),
                            made(0x7fffff, 15, 0)};

    for (float x : values) {
        float run[Sum::count] = {0};
        const uint64_t times = elements + elements / 2;
        __int128 right = 0, got;

        Sum::cleared(&bins);
        for (uint item = 0; item < Sum::group; item++) {
            clr_item = item;
            run[0] = x;
            Sum::aside(&bins, Sum::empty(), typename Sum::run(run));
            /* So many times the same: one addition shows what all of them come to. */
            bins.columns.sum[8 * Sum::group + item] *= (double)times;
        }
        clr_item = 0;
        Sum::gathered(&bins);
        right = (__int128)(int64_t)((double)x * 0x1p22) * (__int128)(times * Sum::group);
        got = in_bins_from_3<Sum>(bins) >> 31;
        tried++;
        if (got == right && times <= (uint64_t)1 << 14)
            continue;
        begin_counterexample(Sum::name(), "columns that are full");
        printf("  %llu times %a in each of %d columns come to %.17g units, not %.17g\n",
               (unsigned long long)times, (double)x, (int)Sum::group, (double)got, (double)right);
        fail();
    }
    proved("columns", Sum::name(), false);
}

int main(void)
{
    near_a_power<cpu_16x16::Sum>(40000);
    near_a_power<gpu_4x4::Sum>(100000);
    lanes_apart<cpu_16x16::Sum>(40000);
    full_columns<gpu_4x4::Sum>((uint64_t)1 << 13);
    return 0;
}
