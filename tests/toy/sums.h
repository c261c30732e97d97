/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sums - what is proved of any exact sum (`Sum` of pieces_of_result.h): that a run which is said to
 * come to some doubles does come to them, and that what goes through all of an item's and a group's
 * steps is in the end rounded once.
 */
#ifndef CLREDUCE_TESTS_TOY_SUMS_H
#define CLREDUCE_TESTS_TOY_SUMS_H

#include "proof.h"

/* What elements come to, and whether a few doubles are just that. */
template <class Sum> static bool are_sum(const Truth &truth, const typename Sum::expansion &e)
{
    exact sum = 0;

    for (int k = 0; k < Sum::terms; k++) {
        if (!is_number(e.term[k]))
            return false;
        sum += exact_of(e.term[k]);
    }
    return truth.is_finite() && sum == truth.sum;
}

template <class Sum> static Truth truth_of(const typename Sum::element *elements, int count)
{
    Truth truth;

    for (int k = 0; k < count; k++)
        add_element(truth, elements[k]);
    return truth;
}

template <class Sum>
static void check_total(const char *step, const typename Sum::element *elements,
                        const typename Sum::total &total)
{
    tried++;
    if (!total.is_exact)
        return;
    certain++;
    const Truth truth = truth_of<Sum>(elements, Sum::count);

    if (are_sum<Sum>(truth, total.sum))
        return;
    begin_counterexample(Sum::name(), step);
    show_all("elements", elements, Sum::count);
    show_all("said to come to", total.sum.term, Sum::terms);
    show("right", truth.sum);
    fail();
}

/* A run is added, and if that is not certain, in parts. */
template <class Sum> static void check_run(const typename Sum::element *elements)
{
    const typename Sum::run run(elements);
    const typename Sum::total total = Sum::added(run);

    check_total<Sum>("a run", elements, total);
    if constexpr (Sum::has_columns != 0)
        if (!total.is_exact)
            check_total<Sum>("a run apart", elements, Sum::apart(run, total.greatest));
}

#if !TOY_IS_REAL
/*
 * Runs of a group's items, one after the other by turns; then the items' states come to one, and
 * that to results. With `aside` the terms are not tried.
 */
template <class Sum>
static void check_group(const typename Sum::element *elements, int runs, bool aside = false)
{
    static typename Sum::bins memory;
    typename Sum::bins *bins = Sum::cleared(&memory);
    typename Sum::state states[Sum::group];
    const int count = runs * Sum::count;

    for (int item = 0; item < Sum::group; item++)
        states[item] = Sum::empty();
    if (runs) /* what is folded decides on the sign of zero */
        for (int item = 0; item < Sum::group; item++)
            states[item].seen = 0;
    for (int r = 0; r < runs; r++) {
        const typename Sum::run run(elements + r * Sum::count);

        clr_item = (uint)r % Sum::group;
        states[clr_item] = aside ? Sum::aside(bins, states[clr_item], run)
                                 : Sum::folded(bins, states[clr_item], run);
    }
    clr_item = 0;
    for (int item = 1; item < Sum::group; item++)
        states[0] = Sum::joined(bins, states[0], states[item]);
    if (states[0].seen & CLR_SEEN_BINS)
        Sum::gathered(bins);

    const Truth truth = truth_of<Sum>(elements, count);
    const ulong as_float = Sum::as_float_result(bins, states[0]);
    const ulong as_double = Sum::as_double_result(bins, states[0]);

    tried++;
    /* By rounding to odd in doubles, which must have two digits more. */
    if ((CLR_DOUBLE_DIGITS < CLR_FLOAT_DIGITS + 2 || as_float == rounded<toy_float>(truth)) &&
        as_double == rounded<toy_double>(truth))
        return;
    begin_counterexample(Sum::name(), aside ? "a sum set aside" : "a whole sum");
    show_all("elements", elements, count);
    show("right", truth.sum);
    printf("  as a float 0x%llx, right 0x%llx; as a double 0x%llx, right 0x%llx\n",
           (unsigned long long)as_float, (unsigned long long)rounded<toy_float>(truth),
           (unsigned long long)as_double, (unsigned long long)rounded<toy_double>(truth));
    fail();
}

/*
 * Finite terms join a state's, which are any: what is not in the terms then is in the bins, and the
 * terms are finite again.
 */
template <class Sum>
static void check_join(const typename Sum::expansion &have, const typename Sum::expansion &come)
{
    static typename Sum::bins memory;
    typename Sum::state state = Sum::empty();
    exact right = 0, sum = 0;
    bool finite = true;

    clr_item = 0;
    memset(memory.low, 0, sizeof memory.low);
    memset(memory.high, 0, sizeof memory.high);
    state.sum = have;
    state = Sum::into(&memory, state, come);
    for (int k = 0; k < Sum::terms; k++) {
        right += exact_of(have.term[k]) + exact_of(come.term[k]);
        finite &= is_number(state.sum.term[k]);
        sum += finite ? exact_of(state.sum.term[k]) : 0;
    }
    sum += in_bins<Sum>(memory);
    tried++;
    if (finite && sum == right)
        return;
    begin_counterexample(Sum::name(), "terms that join");
    show_all("a state of", have.term, Sum::terms);
    show_all("is joined by", come.term, Sum::terms);
    show_all("and is", state.sum.term, Sum::terms);
    show("and in the bins there is", in_bins<Sum>(memory));
    show("right", right);
    fail();
}

/*
 * Every input of `count` elements of `values`, of which those that have no sign come first, `plain`
 * of them: f of each. The first element goes without a sign, as signs turn alike.
 */
template <class Element, class F>
static void for_every(const std::vector<Element> &values, size_t plain, int count, F f)
{
    std::vector<size_t> at((size_t)count, 0);
    std::vector<Element> elements((size_t)count, values[0]);

    for (;;) {
        f(elements.data());
        int k = count - 1;

        while (k >= 0 && ++at[(size_t)k] == (k ? values.size() : plain))
            at[(size_t)k--] = 0;
        if (k < 0)
            return;
        for (int i = k; i < count; i++)
            elements[(size_t)i] = values[at[(size_t)i]];
    }
}

/* `runs` times `count` elements, drawn so that many lie near each other, and some at the ends. */
template <class Number, class F> static void for_drawn(int runs, int count, F f)
{
    std::vector<Number> elements((size_t)count, Number::of(0));

    for (int r = 0; r < runs; r++) {
        const uint64_t how = draw();
        const uint32_t base = (uint32_t)(how >> 8) % Number::infinity;
        const uint32_t widest =
            how & 64 ? Number::infinity : Number::infinity / 6; /* a binade or so */
        const uint32_t spread = 1 + (uint32_t)(how >> 32) % widest;
        const uint64_t strangers = how & 32 ? 16 : 1024; /* one in so many of each kind below */

        for (int k = 0; k < count; k++) {
            const uint64_t bits = draw();
            uint32_t code = base + (uint32_t)(bits >> 8) % spread;

            if (code >= Number::infinity)
                code = Number::infinity - 1;
            if (bits % strangers == 0)
                code = (uint32_t)(bits >> 16) % Number::infinity;
            else if (bits % strangers == 1)
                code = Number::infinity - (how % 64 != 0) - (bits >> 16 & 1);
            else if (bits % strangers == 2)
                code = (bits >> 16) % 3;
            elements[(size_t)k] = Number::of(code | (bits >> 63 ? Number::sign : 0));
        }
        f(elements.data());
    }
}
#endif

#endif
