/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_brief - the sum of a short result in one double (cl/stage/brief.cl): where it says that it
 * does, nothing has been lost, wherever the elements were parted; and it says so wherever the digits
 * between the largest and the smallest element leave room.
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
#define float  toy_float
#define UINT_MAX (~0u)
#define CLR_TRY(name)    clr_##name##_tried
#define CLR_BRIEF_DIGITS CLR_FLOAT_DIGITS
#define CLR_STAGE_RUN    4
#define CLR_LIST_PARAMETERS

typedef toy_float clr_inputs;

struct clr_memory {
};
struct clr_job {
    ulong total;
};
struct clr_state {
    double high, low;
    ulong lost;
};

static inline double clr_m0_lift(float x)
{
    return convert_double(x);
}
static inline float clr_m0_element_of(float x, uint, uint)
{
    return x;
}
static inline void clr_deliver(clr_memory, clr_job, clr_state)
{
}

#include "stage/brief.cl"

#undef double
#undef float
} // namespace brief

template <int COUNT> static brief::clr_brief sum_of(const toy_float *elements, int first, int end)
{
    brief::clr_brief sum = brief::clr_none_tried();

    for (int i = first; i < end; i++)
        sum = brief::clr_take_tried({}, sum, elements + i, 0, COUNT);
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

template <int COUNT> static void check(const toy_float *elements)
{
    Truth truth;

    for (int i = 0; i < COUNT; i++)
        add_element(truth, convert_double(elements[i]));
    for (int parted = 0; parted <= COUNT; parted++) {
        const brief::clr_brief sum = brief::clr_merge_tried(
            {}, sum_of<COUNT>(elements, 0, parted), sum_of<COUNT>(elements, parted, COUNT));
        const bool is_sure = brief::clr_brief_is_sure(sum, COUNT);
        exact is = 0;
        bool are_minus = true;

        for (int i = 0; i < COUNT && is_sure; i++) {
            is += exact_of(convert_double(elements[i]));
            are_minus &= is_minus(elements[i]) && exact_of(convert_double(elements[i])) == 0;
        }
        tried++;
        certain += is_sure;
        if ((is_sure && (!is_number(sum.sum) || exact_of(sum.sum) != is ||
                         (is == 0 && is_minus(sum.sum) != are_minus))) ||
            (!is_sure && has_room(elements, COUNT))) {
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
