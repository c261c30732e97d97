/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_few - the certificate of a sum in two doubles, of which something may have been lost
 * (cl/exact/pair.cl, cl/exact/one.cl, cl/lower/few.cl): where it says that the result is certain,
 * the result is the sum rounded once, to a double and to a float. Elements are doubles, wherever
 * they are parted and joined again; and floats, of whose infinite sums it always says so.
 */
#include <algorithm>
#include <vector>

#include "opencl.h"

#include "proof.h"

#include "sums.h"

/* Whether the elements are doubles, which may overflow. */
static bool overflows = true;

namespace few
{
#define double toy_double
#define float toy_float
#define long int64_t
#define CLR_GROUP_SIZE 1
#define CLR_LENGTHY    CLR_FN
#define CLR_NARROW
#define CLR_COUNTED            0
#define CLR_OVERFLOWS          overflows
#define CLR_WIDE(name)         name
#define CLR_OF(name)           clr_##name
#define CLR_AT(name)           clr_##name
#define CLR_ALL(name)          clr_##name
#define CLR_LENGTH             2
#define CLR_RUN_AT(name)       clr_##name##_run
#define CLR_COUNT_OF(state, n) (n)

typedef double clr_number, clr_lifted, clr_element, clr_inputs;

typedef struct clr_state {
    double high, low, lost;
} clr_state;

typedef struct clr_terms {
    double term[2];
} clr_terms;

static inline double clr_constant(double x)
{
    return x;
}

static inline double clr_lift(double x)
{
    return x;
}

static inline double clr_element_of(double x, ulong, ulong)
{
    return x;
}

static inline bool clr_is_finite(double x)
{
    return is_number(x);
}

static inline bool clr_is_within(double)
{
    return true;
}

#include "exact/across.cl"

#include "exact/two_sum.cl"

#include "exact/pair.cl"

#include "fold/taken.cl"

#include "fold/run.cl"

#include "exact/quick.cl"

#include "exact/one.cl"

#define CLR_RESULT          ulong
#define CLR_OUT(name)       clr_double_##name
#define CLR_PRECISION       CLR_DOUBLE_DIGITS
#define CLR_EXPONENT_BITS   CLR_DOUBLE_EXPONENT_BITS
#define CLR_QUICK_BITS(sum) CLR_OF(double_bits)(sum)
#define CLR_IS_ONE          CLR_OF(is_one_double)
#define CLR_HIGH_BITS(x)    as_ulong(x)
#include "lower/endless.cl"

#include "lower/pair.cl"

#include "lower/few.cl"
#undef CLR_OUT
#undef CLR_PRECISION
#undef CLR_EXPONENT_BITS
#undef CLR_QUICK_BITS
#undef CLR_HIGH_BITS
#undef CLR_IS_ONE

#define CLR_OUT(name)       clr_float_##name
#define CLR_PRECISION       CLR_FLOAT_DIGITS
#define CLR_EXPONENT_BITS   CLR_FLOAT_EXPONENT_BITS
#define CLR_QUICK_BITS(sum) CLR_OF(float_bits)(sum)
#define CLR_IS_ONE          CLR_OF(is_one_float)
#define CLR_HIGH_BITS(x)    as_uint(convert_float(x))
#include "lower/endless.cl"

#include "lower/pair.cl"

#include "lower/few.cl"

#undef double
#undef float
#undef long
} // namespace few

/* A tile of two, and the rest as they come. */
static few::clr_state sum_of(const toy_double *elements, int count)
{
    few::clr_state sum = few::clr_none();
    int i = 0;

    for (; i + 2 <= count; i += 2)
        sum = few::clr_fold_run(sum, elements + i, 0, 1, 0);
    for (; i < count; i++) {
        const toy_double pair[2] = {elements[i], -toy_double(0)};

        sum = few::clr_fold_run(sum, pair, 0, 1, 0);
    }
    return sum;
}

static void judge(bool is_sure, ulong bits, ulong of_truth, const Truth &truth,
                  const toy_double *elements, int count, const char *what)
{
    tried++;
    certain += is_sure;
    if (is_sure ? bits == of_truth : overflows || truth.is_finite())
        return;
    begin_counterexample("few", is_sure ? what : "an infinite sum that was not sure");
    show_all("of", elements, count);
    printf("  is: 0x%llx, not 0x%llx\n", (unsigned long long)bits, (unsigned long long)of_truth);
    fail();
}

static void check_parted(const toy_double *elements, int count, int parted, const Truth &truth)
{
    few::clr_state sum = sum_of(elements, parted);

    if (parted < count)
        sum = few::clr_combine(sum, sum_of(elements + parted, count - parted));
    judge(few::clr_double_is_sure(sum, 1), few::clr_double_lower(sum, 1).value,
          rounded<toy_double>(truth), truth, elements, count,
          "a double that is not rounded rightly");
    judge(few::clr_float_is_sure(sum, 1), few::clr_float_lower(sum, 1).value,
          rounded<toy_float>(truth), truth, elements, count, "a float that is not rounded rightly");
}

static void check_all(const toy_double *elements, int count)
{
    Truth truth;

    for (int i = 0; i < count; i++)
        add_element(truth, elements[i]);
    for (int parted = 1; parted <= count; parted++)
        check_parted(elements, count, parted, truth);
}

static bool is_float(toy_double x)
{
    return !is_number(x) || as_ulong(convert_double(convert_float(x))) == as_ulong(x);
}

template <int COUNT> static void check(const toy_double *elements)
{
    check_all(elements, COUNT);
}

template <int COUNT> static void check_at_random(const std::vector<toy_double> &numbers)
{
    for (int i = 0; i < TOY_TIMES; i++) {
        toy_double elements[COUNT];

        for (toy_double &x : elements)
            x = numbers[draw() % numbers.size()];
        check_all(elements, COUNT);
    }
}

int main(void)
{
    const auto all = all_numbers<toy_double>(false);
    auto floats = all;

    floats.erase(
        std::remove_if(floats.begin(), floats.end(), [](toy_double x) { return !is_float(x); }),
        floats.end());
#if TOY_RUNS
    for_every(all, all.size(), 1, check<1>);
    for_every(all, all.size(), 2, check<2>);
    for_every(all, all.size(), 3, check<3>);
    proved("few", "of up to three elements", true);
#endif
    check_at_random<6>(all);
    proved("few", "of six elements", true);
    overflows = false;
    check_at_random<4>(floats); /* five of the short format's overflow a double */
    proved("few", "of four floats", true);
    return 0;
}
