/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_products - sums of products, of floats and of doubles: runs by TwoSum and TwoProduct, the
 * state's three terms, the bins, and all steps from elements to a result.
 */
#if TOY_OF_FLOATS > 1
#define TOY_NAMESPACE       floats_1x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         1
#define TOY_TERMS           2
#define TOY_WIDTH           1
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       floats_2x1
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         1
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#elif TOY_OF_FLOATS
#define TOY_NAMESPACE       floats_2x2
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         1
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       floats_4x4
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         1
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#endif
#if TOY_OF_DOUBLES
#define TOY_NAMESPACE       doubles_1x1
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         1
#define TOY_TERMS           3
#define TOY_WIDTH           1
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       doubles_2x1
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         1
#define TOY_TERMS           3
#define TOY_WIDTH           2
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          3
#include "pieces.h"
#define TOY_NAMESPACE       doubles_2x2
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         1
#define TOY_TERMS           3
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           2
#define TOY_DIGITS          3
#include "pieces.h"
#endif

#include "sums.h"

/* Every pair of factors that all numbers of a format make. */
template <class Sum> static inline void every_run(const char *what)
{
    typedef typename Sum::element element;
    const auto all = all_numbers<typename Sum::value>(false);

    for_every(all, all.size() / 2 + 1, 2 * Sum::count, [](const typename Sum::value *factors) {
        element elements[Sum::count + 1];

        for (int k = 0; k < Sum::count; k++)
            elements[k] = element{factors[2 * k], factors[2 * k + 1]};
        check_run<Sum>(elements);
        check_group<Sum>(elements, 1);
    });
    proved("a run", what, true);
}

template <class Sum> static inline void drawn_runs(const char *what, int times, int runs)
{
    typedef typename Sum::element element;
    enum { MOST = 5 * Sum::count };

    for_drawn<typename Sum::value>(times, 2 * MOST, [runs](const typename Sum::value *factors) {
        element elements[MOST];

        for (int k = 0; k < MOST; k++)
            elements[k] = element{factors[2 * k], factors[2 * k + 1]};
        check_run<Sum>(elements);
        if (draw() % 8 == 0)
            check_group<Sum>(elements, runs);
    });
    proved("drawn runs", what, true);
}

template <class Sum> static inline void drawn_joins(const char *what, int times)
{
    for_drawn<toy_double>(times, 2 * Sum::terms, [](const toy_double *terms) {
        typename Sum::expansion have, come;

        for (int k = 0; k < Sum::terms; k++) {
            have.term[k] = terms[k].is_finite() ? terms[k] : toy_double(0);
            come.term[k] =
                terms[Sum::terms + k].is_finite() ? terms[Sum::terms + k] : toy_double(0);
        }
        check_join<Sum>(have, come);
    });
    proved("joins", what, false);
}

int main(void)
{
#if TOY_OF_FLOATS > 1
    every_run<floats_1x1::Sum>("products of floats, 1 x 1");
    every_run<floats_2x1::Sum>("products of floats, 2 x 1");
#elif TOY_OF_FLOATS
    drawn_runs<floats_2x2::Sum>("products of floats, 2 x 2", TOY_TIMES, 5);
    drawn_runs<floats_4x4::Sum>("products of floats, 4 x 4", TOY_TIMES / 4, 5);
#endif
#if TOY_OF_DOUBLES
    every_run<doubles_1x1::Sum>("products of doubles, 1 x 1");
#if TOY_OF_DOUBLES > 1
    every_run<doubles_2x1::Sum>("products of doubles, 2 x 1");
#endif
    drawn_joins<doubles_1x1::Sum>("three terms", TOY_TIMES);
    drawn_runs<doubles_2x1::Sum>("products of doubles, 2 x 1", TOY_TIMES, 5);
    drawn_runs<doubles_2x2::Sum>("products of doubles, 2 x 2", TOY_TIMES, 5);
#endif
    return 0;
}
