/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_two - TwoSum of any two numbers; what is rounded of two terms alone (cl/exact/quick.cl).
 */
#define TOY_NAMESPACE       two
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           1
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"

#include "sums.h"

[[noreturn]] static void fail_of(const char *what, const toy_double *of, const toy_double *is)
{
    begin_counterexample("two", what);
    show_all("of", of, 2);
    show_all("is", is, 2);
    fail();
}

/*
 * As cl/exact/two_sum.cl has it: the sum is rounded, and the error is what it lacks; or the error
 * is not finite, and then the sum is not, or b is the largest number.
 */
static void check_two_sum(const toy_double *of)
{
    const two::clr_two got = two::clr_two_sum(of[0], of[1]);
    const toy_double is[2] = {got.sum, got.error};
    const bool is_largest = (of[1].code & (toy_double::sign - 1)) == toy_double::infinity - 1;

    tried++;
    if (is_number(got.sum) && is_number(got.error)) {
        certain++;
        if (exact_of(got.sum) + exact_of(got.error) != exact_of(of[0]) + exact_of(of[1]))
            fail_of("an error that is not what is lost", of, is);
    } else if (is_number(got.sum) && !is_largest) {
        fail_of("an error that is not finite", of, is);
    } else if (is_number(got.error)) {
        fail_of("a finite error of a sum that is not", of, is);
    }
}

/* Results of 0 are made elsewhere. */
static void check_quick(const toy_double *terms)
{
    const two::clr_terms sum = {{terms[0], terms[1]}};
    const ulong as_double = two::clr_double_bits(sum), as_float = two::clr_float_bits(sum);
    Truth truth;

    add_element(truth, terms[0]);
    add_element(truth, terms[1]);
    tried++;
    if ((as_double & (toy_double::sign - 1)) != 0 && as_double != rounded<toy_double>(truth))
        fail_of("a double that is not rounded rightly", terms, terms);
    if ((as_float & (toy_float::sign - 1)) != 0 && as_float != rounded<toy_float>(truth))
        fail_of("a float that is not rounded rightly", terms, terms);
    if ((as_float & (toy_float::sign - 1)) == 0 && rounded<toy_float>(truth) % toy_float::sign != 0)
        fail_of("a float that is 0 and should not be", terms, terms);
}

int main(void)
{
    const auto all = all_numbers<toy_double>(true);

    for_every(all, all.size(), 2, check_two_sum);
    proved("TwoSum", "of any two numbers", true);
    for_every(all, all.size(), 2, check_quick);
    proved("quick", "of any two terms", false);
    return 0;
}
