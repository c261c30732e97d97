/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Division by multiplying (base/divide.h): what cl/extent/multiply.cl makes of it, beside C's own,
 * where quotients change, for divisors and numbers of all lengths and at the ends of either.
 */
#include "base/divide.h"
#include "base/limbs.h"
#include "made_up.h"
#include "split_mix.h"

enum { DIVISORS = 20000 };

/* clr_over_extent() */
static uint64_t over(uint64_t number, uint64_t divisor)
{
    return clri_product_high(number << 1, clri_divide_inverse(divisor)) >>
           clri_divide_shift(divisor);
}

static void check(uint64_t number, uint64_t divisor)
{
    if (over(number, divisor) != number / divisor)
        fail_msg("%llu / %llu is not %llu", (unsigned long long)number, (unsigned long long)divisor,
                 (unsigned long long)over(number, divisor));
}

/* About a multiple of the divisor, which is below 2^63. */
static void check_about(uint64_t multiple, uint64_t divisor)
{
    check(multiple, divisor);
    check(multiple ? multiple - 1 : 0, divisor);
    check(multiple < INT64_MAX ? multiple + 1 : INT64_MAX, divisor);
}

static void check_divisor(uint64_t divisor, uint64_t *seed)
{
    const uint64_t most = INT64_MAX / divisor;

    check(0, divisor);
    check(INT64_MAX, divisor);
    check_about(divisor, divisor);
    check_about(most * divisor, divisor);
    for (int i = 0; i < 8; i++)
        check_about((next_random(seed) >> next_random(seed) % 64) % (most + 1) * divisor, divisor);
}

TEST(quotients_are_those_of_c)
{
    uint64_t seed = 3;

    for (uint64_t divisor = 1; divisor < DIVISORS; divisor++)
        check_divisor(divisor, &seed);
    for (int bits = 1; bits < 63; bits++) {
        const uint64_t power = UINT64_C(1) << bits;

        check_divisor(power - 1, &seed);
        check_divisor(power, &seed);
        check_divisor(power + 1, &seed);
    }
    check_divisor(INT64_MAX - 1, &seed);
    check_divisor(INT64_MAX, &seed);
    for (int i = 0; i < DIVISORS; i++) {
        const uint64_t divisor = next_random(&seed) >> 1 >> next_random(&seed) % 63;

        check_divisor(divisor ? divisor : 1, &seed);
    }
    assert_int_equal(clri_divide_inverse(0), 0);
}
