/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_doubles - sums of doubles: runs by TwoSum, the state's terms, the bins, and all steps from
 * elements to a result.
 */
#define TOY_NAMESPACE       cpu_2x1
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       cpu_2x2
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       gpu_2x1
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       gpu_2x2
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       plain_2x1
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           0
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       cpu_4x4
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"

#include "sums.h"

template <class Sum> static inline void every_run(const char *what)
{
    const auto all = all_numbers<toy_double>(false);

    for_every(all, all.size() / 2 + 1, Sum::count, check_run<Sum>);
    proved("a run", what, true);
}

template <class Sum> static inline void every_sum(const char *what, int most_runs)
{
    const auto all = all_numbers<toy_double>(false);

    for (int runs = 1; runs <= most_runs; runs++)
        for_every(all, all.size() / 2 + 1, Sum::count * runs,
                  [runs](const toy_double *elements) { check_group<Sum>(elements, runs); });
    proved("a sum", what, false);
}

template <class Sum> static inline void every_join(const char *what)
{
    const auto all = all_numbers<toy_double>(true);

    for_every(all, all.size() / 2, 2 * Sum::terms, [](const toy_double *terms) {
        typename Sum::expansion have, come;

        for (int k = 0; k < Sum::terms; k++) {
            have.term[k] = terms[k];
            come.term[k] = terms[Sum::terms + k];
        }
        check_join<Sum>(have, come);
    });
    proved("joins", what, false);
}

int main(void)
{
    every_run<cpu_2x1::Sum>("doubles, 2 x 1");
    every_run<gpu_2x1::Sum>("doubles, 2 x 1, a GPU");
#if TOY_RUNS > 1
    every_run<cpu_2x2::Sum>("doubles, 2 x 2");
    every_run<gpu_2x2::Sum>("doubles, 2 x 2, a GPU");
    every_join<cpu_2x1::Sum>("two terms");
#endif
    every_sum<cpu_2x1::Sum>("doubles, a CPU", 1);
    every_sum<gpu_2x1::Sum>("doubles, a GPU", TOY_RUNS);
    every_sum<plain_2x1::Sum>("doubles, without fp64", 1);
    for_drawn<toy_double>(TOY_TIMES, 4, check_run<cpu_2x2::Sum>);
    for_drawn<toy_double>(TOY_TIMES, 16, check_run<cpu_4x4::Sum>);
    proved("long runs", "doubles", true);
    for_drawn<toy_double>(TOY_TIMES / 10, 80, [](const toy_double *elements) {
        check_group<cpu_4x4::Sum>(elements, 5);
    });
    proved("long sums", "doubles", false);
    return 0;
}
