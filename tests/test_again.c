/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results made again (cl/again), compiled for the host: sums, means, roots and variances of doubles
 * drawn around the ends of windows of digits, that cancel, and whose sums are ties but for a digit
 * far below. Results that the uppermost digits decide, and all results by all digits, must be those
 * of the oracle.
 */
#include "base/flag.h"
#include "base/limbs.h"
#include "oracle.h"
#include "split_mix.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { RUNS = 60000, MOST = 24 };

/* ---- OpenCL C's names ---- */

enum {
#define CLRI_FLAG(set, name, value, meaning) CLR_##name = (value),
#include "base/flag.def"
};

#include "kernel_doubles.h"
#define clz(x)            __builtin_clzll(x)
#define mul_hi            clri_product_high
#define max(a, b)         ((a) > (b) ? (a) : (b))
#define min(a, b)         ((a) < (b) ? (a) : (b))
#define atomic_max(at, x) (*(at) = max(*(at), x))
#define atomic_min(at, x) (*(at) = min(*(at), x))
#define atomic_or(at, x)  (*(at) |= (x))
#define __local
#define CLR_LENGTHY    CLR_FN
#define CLR_GROUP_SIZE 1
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "../cl/exact/format.cl"
#include "../cl/exact/special.cl"
#include "../cl/exact/wide_near.cl"
/* The others need the first. */
#include "../cl/again/addend.cl"
#include "../cl/again/cells.cl"
#include "../cl/again/reach.cl"

/* ---- elements ---- */

typedef int clr_memory;
typedef double clr_inputs;

#define clr_span elements /* clreduce.h has another one */
typedef struct elements {
    const double *x;
    ulong count;
    ulong total;
} elements;

static inline clr_inputs clr_read_each(clr_memory memory, clr_span span, ulong i)
{
    (void)memory;
    return span.x[i];
}

typedef struct pair {
    double x, y;
} pair;

typedef double m0_lifted;
typedef pair m1_lifted;
typedef int m0_state;
typedef int m1_state;
#define m0_element_of(inputs, i, n) (inputs)
#define m1_element_of(inputs, i, n) (inputs)
#define m0_lift(x)                  (x)
#define m1_lift(f)                  ((pair){f, f})

#define CLR_OF(name)       m0_##name
#define CLR_ADDEND(lifted) clr_addend_of(lifted)
#define CLR_BINADES        2098
#include "../cl/again/elements.cl"
#undef CLR_OF
#undef CLR_ADDEND
#undef CLR_BINADES
#define CLR_OF(name)       m1_##name
#define CLR_ADDEND(lifted) clr_addend_of_product((lifted).x, (lifted).y)
#define CLR_BINADES        4196
#include "../cl/again/elements.cl"

/* ---- results ---- */

#define CLR_COUNT_OF(state, n) (n)
#define CLR_PRECISION          53
#define CLR_EXPONENT_BITS      11
#define DDOF                   1

#undef CLR_OF
#define CLR_OF(name)   m0_##name
#define CLR_OUT(name)  sum_##name
#define CLR_IS_ROOT    0
#define CLR_IS_DIVIDED 0
#include "../cl/again/rounding.cl"
#include "../cl/again/sum.cl"
#undef CLR_OUT
#undef CLR_IS_DIVIDED
#define CLR_OUT(name)  mean_##name
#define CLR_IS_DIVIDED 1
#include "../cl/again/rounding.cl"
#include "../cl/again/sum.cl"
#undef CLR_OUT
#define CLR_OUT(name)     var_##name
#define CLR_SQUARES(name) m1_##name
#include "../cl/again/rounding.cl"
#include "../cl/again/spread.cl"
#undef CLR_OUT
#undef CLR_OF
#undef CLR_IS_ROOT
#undef CLR_IS_DIVIDED
#define CLR_OF(name)   m1_##name
#define CLR_OUT(name)  root_##name
#define CLR_IS_ROOT    1
#define CLR_IS_DIVIDED 0
#include "../cl/again/rounding.cl"
#include "../cl/again/sum.cl"
#undef CLR_OUT
#undef CLR_PRECISION
#undef CLR_EXPONENT_BITS
#define CLR_OUT(name)     root_float_##name
#define CLR_PRECISION     24
#define CLR_EXPONENT_BITS 8
#include "../cl/again/rounding.cl"
#include "../cl/again/sum.cl"
#undef uint
#undef ulong

/* ---- data ---- */

static uint64_t seed;

static int below(int count)
{
    return (int)(next_random(&seed) % (uint64_t)count);
}

/* A double of a binade, of few digits or many. */
static double in_binade(int binade)
{
    const uint64_t digits = next_random(&seed) >> 11 >> below(53);
    const double x = 1 + (double)(digits & 0xfffffffffffff) * 0x1p-52;

    return ldexp(below(2) ? x : -x, binade);
}

/* Around so many binades below the first number: where a window ends, or beyond all of them. */
static int far_binade(int first)
{
    static const int depths[] = {0, 30, 53, 84, 106, 137, 168, 300, 1000, 2000};
    const int binade = first - depths[below(10)] - below(4) + 2;

    return binade < -1074 ? -1074 : binade > 1023 ? 1023 : binade;
}

/* Two numbers, and a variance halfway between two doubles but for the second one: the first one's
 * square has 54 digits. */
static int draw_spread(double *x)
{
    x[0] = 94906267 + 2 * (double)below(19000000);
    x[1] = (below(2) ? 1 : -1) * ldexp(1, -below(400) - 30);
    return 2;
}

static void draw_elements(double *x, int count, int highest)
{
    const int first = below(4) ? below(80) - 40 : highest - below(3) - below(2) * below(2000);
    const int kind = below(5);

    for (int i = 0; i < count; i++) {
        x[i] = in_binade(kind == 0 ? first : far_binade(first));
        if (kind >= 2 && i > 0 && below(2))
            x[i] = -x[below(i)]; /* they cancel, some more than once */
        if (kind == 4 && below(8) == 0)
            x[i] = below(2) ? -0.0 : 0.0;
    }
    if (kind == 3 && count > 2) { /* a tie, but for the last one */
        x[0] = 1 + (double)below(8) * 0x1p-52;
        x[1] = below(2) ? 0x1p-53 : -0x1p-53;
        for (int i = 2; i < count; i++)
            x[i] = i + 1 < count ? 0 : in_binade(far_binade(-60));
    }
}

/* ---- a result by a team of one, as cl/again/make.cl makes it ---- */

struct made {
    uint64_t bits, all_bits;
    bool is_decided;
    int binades;
};

#define MADE(name, more)                                                                           \
    static struct made name##_made(const double *x, uint64_t count)                                \
    {                                                                                              \
        const clr_span span = {x, count, count};                                                   \
        const clr_quota quota = name##_quota_of(0, count more);                                    \
        int near[CLR_NEAR_CELLS] = {0}, far[CLR_FAR_CELLS];                                        \
        clr_reach reach = clr_reach_none(count != 0);                                              \
        struct made made = {0};                                                                    \
        int lowest;                                                                                \
                                                                                                   \
        name##_reach(0, span, 0, 1, &reach);                                                       \
        lowest = max(reach.lowest, reach.top - name##_window()) & ~1;                              \
        assert_true(name##_far_cells() <= CLR_FAR_CELLS);                                          \
        if (clr_reach_is_endless(reach) || clr_reach_is_zero(reach)) {                             \
            made.is_decided = true;                                                                \
            made.bits = made.all_bits = name##_special(reach);                                     \
            return made;                                                                           \
        }                                                                                          \
        name##_add_digits(0, span, 0, 1, near, CLR_NEAR_SQUARES, lowest);                          \
        made.is_decided = name##_near_bits(near, CLR_NEAR_SQUARES, lowest, quota, &made.bits);     \
        memset(far, 0x55, sizeof far);                                                             \
        name##_clear_far(far, 0, 1, reach.top, reach.lowest);                                      \
        name##_add_digits(0, span, 0, 1, far, name##_far_squares(), reach.lowest);                 \
        made.all_bits = name##_far_bits(far, reach.top, reach.lowest, quota);                      \
        made.binades = reach.top - reach.lowest;                                                   \
        return made;                                                                               \
    }

#define LESS_DDOF        , DDOF
#define sum_reach        m0_find_reach
#define mean_reach       m0_find_reach
#define var_reach        m0_find_reach
#define root_reach       m1_find_reach
#define root_float_reach m1_find_reach
MADE(sum, )
MADE(mean, )
MADE(var, LESS_DDOF)
MADE(root, )
MADE(root_float, )

/* ---- the test ---- */

static const struct {
    clr_operator op;
    clr_type result;
    struct made (*made)(const double *x, uint64_t count);
} rows[] = {{CLR_OPERATOR_SUM, CLR_TYPE_F64, sum_made},
            {CLR_OPERATOR_MEAN, CLR_TYPE_F64, mean_made},
            {CLR_OPERATOR_VAR, CLR_TYPE_F64, var_made},
            {CLR_OPERATOR_NRM2, CLR_TYPE_F64, root_made},
            {CLR_OPERATOR_NRM2, CLR_TYPE_F32, root_float_made}};

static void expect_right(size_t row, const double *x, size_t count, uint64_t bits, const char *by)
{
    const uint32_t word = (uint32_t)bits;
    const bool is_float = rows[row].result == CLR_TYPE_F32;
    const oracle_question question = {.op = rows[row].op, .type = CLR_TYPE_F64, .ddof = DDOF};
    const oracle_answer answer = {.type = rows[row].result,
                                  .value = is_float ? (const void *)&word : (const void *)&bits,
                                  .is_exact = true};
    oracle_value value;
    char why[256];

    oracle_reduce(&question, x, NULL, count, &value);
    if (!oracle_accepts(&value, &answer, why, sizeof why)) {
        for (size_t i = 0; i < count; i++)
            print_error("%a\n", x[i]);
        fail_msg("row %zu by %s: %s", row, by, why);
    }
    oracle_clear(&value);
}

TEST(few_digits_and_all_come_to_the_result)
{
    int decided = 0, open = 0, long_ones = 0;

    seed = 1;
    for (int run = 0; run < RUNS; run++) {
        const size_t row = (size_t)below(COUNT(rows));
        int count = 2 + below(MOST - 2);
        double x[MOST];
        struct made made;

        if (rows[row].op == CLR_OPERATOR_VAR && below(2))
            count = draw_spread(x);
        else
            draw_elements(x, count, 1023);
        made = rows[row].made(x, (uint64_t)count);
        expect_right(row, x, (size_t)count, made.all_bits, "all digits");
        if (made.is_decided)
            expect_right(row, x, (size_t)count, made.bits, "the uppermost");
        decided += made.is_decided && made.binades > CLR_SUM_DIGITS;
        open += !made.is_decided;
        long_ones += made.binades > 1900;
    }
    assert_true(decided > RUNS / 8);
    assert_true(open > RUNS / 100);
    assert_true(long_ones > RUNS / 100);
}
