/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_floats - sums of floats: one window, several, columns, and all steps from elements to a
 * result, on a CPU, on a GPU, and without fp64; for every input of a few elements.
 */
#define TOY_NAMESPACE       cpu_2x2
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       cpu_4x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       gpu_2x2
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       gpu_2x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       cpu_2x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       plain_cpu_2x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           0
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       plain_gpu_2x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           0
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#if TOY_TIMES /* where floats have the digits for runs so long */
#define TOY_NAMESPACE       cpu_4x4
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       gpu_4x4
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#endif

#include "sums.h"

#if TOY_RUNS
template <class Sum> static inline void every_run(const char *what)
{
    const auto all = all_numbers<toy_float>(false);

    for_every(all, all.size() / 2 + 1, Sum::count, check_run<Sum>);
    proved("a run", what, true);
}

/* All steps, by two runs, which a GPU's items have one each of. */
template <class Sum> static inline void every_sum(const char *what, int most_runs)
{
    const auto all = all_numbers<toy_float>(false);

    for (int runs = 1; runs <= most_runs; runs++)
        for_every(all, all.size() / 2 + 1, Sum::count * runs, [runs](const toy_float *elements) {
            check_group<Sum>(elements, runs);
            check_group<Sum>(elements, runs, true);
        });
    proved("a sum", what, false);
}
#endif

#if TOY_TIMES
template <class Sum> static inline void long_runs(const char *what, int times)
{
    for_drawn<toy_float>(times, Sum::count, check_run<Sum>);
    proved("long runs", what, true);
    if (Sum::group > 1) /* whose columns hold fewer */
        return;
    for_drawn<toy_float>(times / 20, 5 * Sum::count,
                         [](const toy_float *elements) { check_group<Sum>(elements, 5); });
    proved("long sums", what, false);
}
#endif

int main(void)
{
#if TOY_RUNS
    every_run<cpu_2x1::Sum>("floats, 2 x 1, a CPU");
    every_run<cpu_4x1::Sum>("floats, 4 x 1, a CPU");
#endif
#if TOY_RUNS > 1
    every_run<cpu_2x2::Sum>("floats, 2 x 2, a CPU");
    every_run<gpu_2x2::Sum>("floats, 2 x 2, a GPU");
    every_sum<cpu_2x1::Sum>("floats, a CPU", TOY_RUNS);
    every_sum<gpu_2x1::Sum>("floats, a GPU", TOY_RUNS);
    every_sum<plain_cpu_2x1::Sum>("floats, a CPU without fp64", TOY_RUNS);
    every_sum<plain_gpu_2x1::Sum>("floats, a GPU without fp64", TOY_RUNS);
#endif
#if TOY_TIMES
    long_runs<cpu_4x4::Sum>("floats, 4 x 4, a CPU", TOY_TIMES);
    long_runs<gpu_4x4::Sum>("floats, 4 x 4, a GPU", TOY_TIMES);
#endif
    return 0;
}
