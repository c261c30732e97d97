/* SPDX-License-Identifier: Apache-2.0 */
#include "select/quantile.h"
#include "fold/bits.h"
#include "problem/number.h"

#include <math.h>

/* ---- positions ---- */

static bool is_odd(double whole)
{
    return (int64_t)whole % 2 != 0;
}

/* The position (n q + (alpha + q (1 - alpha - beta)) - 1) of Hyndman and Fan's numbers 4 to 9. */
static double continuous(double q, double n, double alpha, double beta)
{
    return n * q + (alpha + q * (1 - alpha - beta)) - 1;
}

/* The nearest whole number, of two the even one: the caller's rounding mode is not asked. */
static double nearest(double x)
{
    const double below = floor(x), rest = x - below;

    return below + (rest > 0.5 || (rest == 0.5 && is_odd(below)));
}

/* Of steps: 0 at the step itself, `at_step`, else the element behind it. */
static double stepwise(double position, double at_step)
{
    const double below = floor(position);

    return below + (position == below ? at_step : 1);
}

static double position_of(double q, double n, clr_interpolation interpolation)
{
    const double linear = (n - 1) * q;

    switch (interpolation) {
    case CLR_INTERPOLATION_INVERTED_CDF:
        return stepwise(n * q - 1, 0);
    case CLR_INTERPOLATION_AVERAGED_INVERTED_CDF:
        return stepwise(n * q - 1, 0.5);
    case CLR_INTERPOLATION_CLOSEST_OBSERVATION: {
        const double position = n * q - 1 - 0.5;

        /* At a step the element of even number, counted from 1. */
        return stepwise(position, !is_odd(floor(position)));
    }
    case CLR_INTERPOLATION_INTERPOLATED_INVERTED_CDF:
        return continuous(q, n, 0, 1);
    case CLR_INTERPOLATION_HAZEN:
        return continuous(q, n, 0.5, 0.5);
    case CLR_INTERPOLATION_WEIBULL:
        return continuous(q, n, 0, 0);
    case CLR_INTERPOLATION_MEDIAN_UNBIASED:
        return continuous(q, n, 1 / 3.0, 1 / 3.0);
    case CLR_INTERPOLATION_NORMAL_UNBIASED:
        return continuous(q, n, 3 / 8.0, 3 / 8.0);
    case CLR_INTERPOLATION_LOWER:
        return floor(linear);
    case CLR_INTERPOLATION_HIGHER:
        return ceil(linear);
    case CLR_INTERPOLATION_NEAREST:
        return nearest(linear);
    case CLR_INTERPOLATION_MIDPOINT:
        return (floor(linear) + ceil(linear)) * 0.5;
    case CLR_INTERPOLATION_LINEAR:
        break;
    }
    return linear;
}

clri_position clri_position_of(double q, uint64_t count, clr_interpolation interpolation)
{
    const double n = (double)count, position = position_of(q, n, interpolation);

    if (position >= n - 1)
        return (clri_position){count - 1, 0};
    if (position < 0)
        return (clri_position){0, 0};
    return (clri_position){(uint64_t)position, position - floor(position)};
}

/* ---- values ---- */

/* The mean of two doubles, rounded once to f64, or, of floats, to f32: a sum that does not overflow
 * is halved exactly, unless it is so small that it is exact itself; one that does is of numbers
 * whose halves are exact. */
static uint64_t mean_bits(double a, double b, clr_type result)
{
    if (result == CLR_TYPE_F32) {
        const float x = (float)a, y = (float)b, sum = x + y;

        return clri_bits_of_f32(isfinite(sum) ? sum * 0.5F : x * 0.5F + y * 0.5F);
    }
    return clri_bits_of_f64(isfinite(a + b) ? (a + b) * 0.5 : a * 0.5 + b * 0.5);
}

/* An integer as two doubles; a float, which is one, and 0. */
static void split(const clri_order *order, uint64_t key, double parts[2])
{
    const uint64_t bits = clri_order_element(order, key), low = UINT32_MAX;

    parts[0] = clri_order_number(order, key);
    parts[1] = 0;
    if (order->size < sizeof bits || order->all)
        return;
    parts[1] = (double)(bits & low);
    parts[0] = order->sign ? (double)(int64_t)(bits & ~low) : (double)(bits & ~low);
}

/* a + part (b - a) as a sum of exact products. */
static clr_status sum_products(const double a[2], const double b[2], double part, clr_type result,
                               clri_folder **folder, uint64_t *bits)
{
    const clr_reduction dot = {.size = sizeof dot,
                               .op = CLR_OPERATOR_DOT,
                               .type = CLR_TYPE_F64,
                               .result = result,
                               .accuracy = CLR_ACCURACY_EXACT};
    const double x[] = {a[0], a[1], b[0], b[1], a[0], a[1]};
    const double y[] = {1, 1, part, part, -part, -part};
    const clri_tile tile = {.x = x, .y = y, .count = sizeof x / sizeof *x};

    CLRI_OR_RETURN(clri_folder_set(folder, &dot, NULL));
    clri_folder_begin(*folder, tile.count);
    clri_folder_take(*folder, &tile);
    *bits = clri_folder_result(*folder).value;
    return CLR_OK;
}

clr_status clri_value_between(const clri_order *order, const uint64_t keys[2], double part,
                              clr_type result, clri_folder **folder, uint64_t *bits)
{
    const double numbers[] = {clri_order_number(order, keys[0]), clri_order_number(order, keys[1])};
    /* 2^53 may be 2^53 + 1, rounded */
    const bool are_doubles = fabs(numbers[0]) < 0x1p53 && fabs(numbers[1]) < 0x1p53;
    const bool is_short = order->all || are_doubles; /* numbers are the elements */
    double a[2], b[2];

    if (result == order->type && (part == 0 || keys[0] == keys[1])) {
        *bits = clri_order_element(order, keys[0]);
        return CLR_OK;
    }
    if (is_short && (part == 0.5 || part == 0 || keys[0] == keys[1] || !isfinite(numbers[0]) ||
                     !isfinite(numbers[1]))) {
        *bits = mean_bits(numbers[0], part == 0 ? numbers[0] : numbers[1], result);
        return CLR_OK;
    }
    split(order, keys[0], a);
    split(order, keys[1], b);
    return sum_products(a, b, part, result, folder, bits);
}
