/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_brief - the sum of a short result in one double (cl/exact/brief.cl): where it says that it
 * does, nothing has been lost, wherever the elements were parted; and it says so wherever the
 * digits between the largest and the smallest element leave room, and of sums that are not finite.
 */
#include "opencl.h"

#include "proof.h"

#include "sums.h"

static inline int clz(uint x)
{
    return __builtin_clz(x);
}

namespace brief
{
#define double toy_double
#define UINT_MAX (~0u)
#define CLR_NARROW
#define CLR_WIDE(name)   name
#define CLR_OF(name)     clr_##name
#define CLR_AT(name)     clr_##name
#define CLR_BRIEF_DIGITS CLR_FLOAT_DIGITS

typedef double clr_number;

static inline double clr_constant(double x)
{
    return x;
}

#include "exact/brief.cl"

#undef double
} // namespace brief

static brief::clr_brief sum_of(const toy_float *elements, int first, int end)
{
    brief::clr_brief sum = brief::clr_brief_none();

    for (int i = first; i < end; i++)
        sum = brief::clr_brief_add(sum, convert_double(elements[i]));
    return sum;
}

/* Whether the digits leave room: said by the numbers, not by their bits. */
static bool has_room(const toy_float *elements, int count)
{
    exact largest = 0, smallest = 0;
    int digits = CLR_FLOAT_DIGITS;

    for (int i = 0; i < count; i++) {
        const exact x = exact_of(convert_double(elements[i])), magnitude = x < 0 ? -x : x;

        if (!is_number(elements[i]))
            return false;
        largest = magnitude > largest ? magnitude : largest;
        smallest = magnitude && (!smallest || magnitude < smallest) ? magnitude : smallest;
    }
    if (largest)
        digits += __builtin_clzll((uint64_t)smallest) - __builtin_clzll((uint64_t)largest);
    for (int n = count; n; n /= 2)
        digits++;
    return digits <= CLR_DOUBLE_DIGITS;
}

static bool is_endless_as(const Truth &truth, toy_double sum)
{
    return truth.nan || (truth.plus && truth.minus)
               ? !(sum == sum)
               : is_infinite(sum) && is_minus(sum) == truth.minus;
}

template <int COUNT> static void check(const toy_float *elements)
{
    Truth truth;

    for (int i = 0; i < COUNT; i++)
        add_element(truth, convert_double(elements[i]));
    for (int parted = 0; parted <= COUNT; parted++) {
        const brief::clr_brief sum =
            brief::clr_brief_merge(sum_of(elements, 0, parted), sum_of(elements, parted, COUNT));
        const bool is_sure = brief::clr_brief_is_sure(sum, COUNT);
        exact is = 0;
        bool are_minus = true;

        for (int i = 0; i < COUNT && truth.is_finite(); i++) {
            is += exact_of(convert_double(elements[i]));
            are_minus &= is_minus(elements[i]) && exact_of(convert_double(elements[i])) == 0;
        }
        tried++;
        certain += is_sure;
        if (truth.is_finite() ? (is_sure && (!is_number(sum.sum) || exact_of(sum.sum) != is ||
                                             (is == 0 && is_minus(sum.sum) != are_minus))) ||
                                    (!is_sure && has_room(elements, COUNT))
                              : !is_sure || !is_endless_as(truth, sum.sum)) {
            begin_counterexample("brief", is_sure ? "what was lost" : "a sum that was not sure");
            show_all("of", elements, COUNT);
            show_all("is", &sum.sum, 1);
            fail();
        }
    }
}

int main(void)
{
    const auto all = all_numbers<toy_float>(false);

    for_every(all, all.size(), 1, check<1>);
    for_every(all, all.size(), 2, check<2>);
    for_every(all, all.size(), 3, check<3>);
    for_every(all, all.size(), 4, check<4>);
    proved("brief", "of up to four elements", true);
    return 0;
}
