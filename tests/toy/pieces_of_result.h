/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pieces_of_result - see pieces.h: results of each type, and all of it as a class, `Sum`, which
 * proofs are templates of.
 */
#define CLR_COUNT_OF(state, n)                      (n)
#define CLR_ROUND_SUM(sum, lowest, divisor, format) clr_round(sum, lowest, format)
#define CLR_RESULT                                  ulong

#define CLR_OUT(name)       clr_double_##name
#define CLR_PRECISION       CLR_DOUBLE_DIGITS
#define CLR_EXPONENT_BITS   CLR_DOUBLE_EXPONENT_BITS
#define CLR_IS_NEAR         0
#define CLR_IS_QUICK        (TOY_TERMS == 2)
#define CLR_QUICK_BITS(sum) CLR_OF(double_bits)(sum)
#include "lower/exact_ratio.cl"
#undef CLR_OUT
#undef CLR_PRECISION
#undef CLR_EXPONENT_BITS
#undef CLR_QUICK_BITS

#define CLR_OUT(name)       clr_float_##name
#define CLR_PRECISION       CLR_FLOAT_DIGITS
#define CLR_EXPONENT_BITS   CLR_FLOAT_EXPONENT_BITS
#define CLR_QUICK_BITS(sum) CLR_OF(float_bits)(sum)
#include "lower/exact_ratio.cl"
#undef CLR_OUT
#undef CLR_PRECISION
#undef CLR_EXPONENT_BITS
#undef CLR_IS_NEAR
#undef CLR_IS_QUICK
#undef CLR_QUICK_BITS
#undef CLR_COUNT_OF
#undef CLR_ROUND_SUM
#undef CLR_RESULT

struct Sum {
    enum {
        count = TOY_WIDTH * TOY_LENGTH,
        width = TOY_WIDTH,
        length = TOY_LENGTH,
        group = TOY_GROUP,
        terms = TOY_TERMS,
        depth = TOY_DEPTH,
        digits = TOY_DIGITS,
        is_product = TOY_PRODUCT,
        has_columns = CLR_HAS_COLUMNS,
        copies = CLR_COPIES,
        copy_words = CLR_COPY_WORDS
    };
    typedef clr_value value;
    typedef clr_lifted element;
    typedef clr_bins bins;
    typedef clr_state state;

    static const char *name()
    {
#define TOY_TEXT_(x) #x
#define TOY_TEXT(x)  TOY_TEXT_(x)
        return TOY_TEXT(TOY_NAMESPACE);
#undef TOY_TEXT_
#undef TOY_TEXT
    }

    /* A run in memory: lane by lane, vector by vector. */
    struct run {
        clr_lanes_lifted at[TOY_LENGTH];

        explicit run(const element *elements)
        {
            union {
                clr_lanes_value lanes[TOY_LENGTH];
                clr_value each[TOY_LENGTH * TOY_WIDTH];
            } x, y;

            for (int k = 0; k < count; k++) {
#if TOY_PRODUCT
                x.each[k] = elements[k].x;
                y.each[k] = elements[k].y;
#else
                x.each[k] = elements[k];
                (void)y;
#endif
            }
            for (int l = 0; l < length; l++) {
#if TOY_PRODUCT
                at[l].x = x.lanes[l];
                at[l].y = y.lanes[l];
#else
                at[l] = x.lanes[l];
#endif
            }
        }
    };

    static bins *cleared(bins *at)
    {
        for (uint item = 0; item < group; item++)
            clr_clear(at, item, group);
        return at;
    }

    static state folded(bins *at, state before, const run &r)
    {
#if CLR_GROUP_SIZE == 1
        state s = clr_lanes_fold_tile(at, before, r.at, 0, 0, 0);

        if (s.seen & CLR_SEEN_ASIDE)
            s.seen = clr_lanes_fold_aside_tile(at, s.seen, r.at, 0, 0, 0);
        return s;
#else
        return clr_lanes_fold_tile(at, before, r.at, 0, 0, 0);
#endif
    }

    static state aside(bins *at, state before, const run &r)
    {
        return clr_lanes_set_aside_tile(at, before, r.at);
    }

    static void gathered(bins *at)
    {
        for (uint item = 0; item < group; item++)
            clr_gather(at, item, group);
    }

    static state empty()
    {
        return clr_empty();
    }
    static state joined(bins *at, state a, state b)
    {
        return clr_combine(at, a, b);
    }
    static ulong as_double_result(bins *at, state s)
    {
        return clr_double_lower(at, s, at, s, 0, 1).value;
    }
    static ulong as_float_result(bins *at, state s)
    {
        return clr_float_lower(at, s, at, s, 0, 1).value;
    }

#if TOY_TERMS
    typedef clr_total total;
    typedef clr_terms expansion;

    static total added(const run &r)
    {
        return clr_lanes_add_tile(r.at);
    }
    static state into(bins *at, state s, expansion e)
    {
        return clr_join(at, s, e);
    }
#if CLR_HAS_COLUMNS
    static total apart(const run &r, int greatest)
    {
#if CLR_GROUP_SIZE == 1
        return clr_lanes_add_apart_tile(clr_lanes_lanes_of_tile(r.at), greatest);
#else
        return clr_lanes_add_apart_tile(r.at, greatest);
#endif
    }
#endif
#endif
};
