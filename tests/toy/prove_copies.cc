/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_copies - with the host's own floats and doubles, what a group has beside its bins: a
 * number's parts in four words of a copy, at every exponent; and copies that all of their items
 * fill at once, with the largest parts that there are (cl/exact/copies.cl).
 */
#define TOY_NAMESPACE       doubles
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          4
#define TOY_GROUP           128
#define TOY_DIGITS          68
#include "pieces.h"
#define TOY_NAMESPACE       products_of_floats
#define TOY_VALUE_IS_DOUBLE 0
#define TOY_PRODUCT         1
#define TOY_TERMS           2
#define TOY_WIDTH           4
#define TOY_LENGTH          4
#define TOY_GROUP           128
#define TOY_DIGITS          20
#include "pieces.h"
#define TOY_NAMESPACE       products_of_doubles
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         1
#define TOY_TERMS           3
#define TOY_WIDTH           2
#define TOY_LENGTH          2
#define TOY_GROUP           128
#define TOY_DIGITS          134
#include "pieces.h"
/* Of more digits, as compilers would take functions of both for one, and warn of its arrays. */
#define TOY_NAMESPACE       alone_with_a_copy
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           2
#define TOY_LENGTH          4
#define TOY_GROUP           2
#define TOY_DIGITS          70
#include "pieces.h"

#include "proof.h"

#include <algorithm>

enum { LARGEST_PART = 1 << 18, TOP = 3 }; /* parts of a number, 0 to TOP */

static void fail_at(const char *name, const char *what, double x, long long n)
{
    printf("%s: %s: %a, %lld times\n", name, what, x, n);
    fail();
}

/* ---- parts ---- */

/* Whether words hold m 2^place, in four that lie together, and no part is too large. */
template <class Sum> static bool are_parts(const int *words, __int128 m, int place)
{
    __int128 value = 0;
    int lowest = 0;

    while (lowest < Sum::copy_words && !words[lowest * Sum::copies])
        lowest++;
    if (lowest == Sum::copy_words)
        return m == 0;
    for (int w = Sum::copy_words - 1; w >= lowest; w--) {
        const int word = words[w * Sum::copies];

        if ((word && w > lowest + TOP) || word > LARGEST_PART || word < -LARGEST_PART)
            return false;
        if (w <= lowest + TOP)
            value = value * LARGEST_PART + word;
    }
    for (place -= 18 * lowest; place > 0; place--)
        m *= 2;
    for (; place < 0; place++)
        value *= 2;
    return value == m;
}

/* A double of so many units 2^-depth as parts. */
template <class Sum, class Add> static void check_parts(double x, __int128 m, int place, Add add)
{
    static typename Sum::bins bins;

    memset(&bins.copies, 0, sizeof bins.copies);
    clr_item = 1;
    tried++;
    if (add(bins.copies.word + 1, x) || !are_parts<Sum>(bins.copies.word + 1, m, place))
        fail_at(Sum::name(), "not its parts", x, 1);
}

static void all_exponents(void)
{
    for (ulong exponent = 0; exponent < 2047; exponent++)
        for (int k = 0; k < 400; k++) {
            const ulong edges[] = {0,
                                   1,
                                   ~(ulong)0,
                                   (ulong)1 << 51,
                                   0x5555555555555,
                                   0xaaaaaaaaaaaaa,
                                   ~(ulong)0 << (k % 52)};
            const ulong fraction = (k < 7    ? edges[k]
                                    : k < 60 ? edges[6]
                                             : draw()) &
                                   0xfffffffffffff;
            const __int128 m = (__int128)(fraction | (ulong)(exponent != 0) << 52);

            for (ulong negative = 0; negative < 2; negative++)
                check_parts<doubles::Sum>(as_double(negative << 63 | exponent << 52 | fraction),
                                          negative ? -m : m, (int)(exponent ? exponent - 1 : 0),
                                          doubles::clr_add_double);
        }
    proved("parts", doubles::Sum::name(), false);
}

/* A float's digits, as an integer, and their place. */
static int64_t digits_of(float x, int *place)
{
    const uint bits = as_uint(x), exponent = bits >> 23 & 255;
    const int64_t m = (int64_t)(bits & 0x7fffff) | (int64_t)(exponent != 0) << 23;

    *place = (int)(exponent ? exponent - 1 : 0);
    return bits >> 31 ? -m : m;
}

static void products(void)
{
    for (int k = 0; k < 2000000; k++) {
        const uint ends[] = {0,          1,          0x7fffff,   0x800000,
                             0x7f7fffff, 0xff7fffff, 0x3f800001, 0x80000001};
        float x = as_float(k % 8 ? (uint)draw() : ends[draw() % 8]);
        float y = as_float(k % 16 < 8 ? (uint)draw() : ends[draw() % 8]);
        int x_place, y_place;

        if (!is_number(x) || !is_number(y))
            continue;
        const __int128 m = (__int128)digits_of(x, &x_place) * digits_of(y, &y_place);

        check_parts<products_of_floats::Sum>((double)x * y, m, x_place + y_place,
                                             products_of_floats::clr_add_double);
    }
    proved("parts", products_of_floats::Sum::name(), false);
}

static void what_is_not_finite(void)
{
    int none[doubles::Sum::copy_words * doubles::Sum::copies] = {0};
    const ulong infinity = (ulong)0x7ff << 52;

    tried = 4;
    if (doubles::clr_add_double(none, as_double(infinity)) != CLR_SEEN_PLUS ||
        doubles::clr_add_double(none, as_double(infinity | (ulong)1 << 63)) != CLR_SEEN_MINUS ||
        doubles::clr_add_double(none, as_double(infinity | 1)) != CLR_SEEN_NAN ||
        doubles::clr_add_double(none, as_double(infinity | (ulong)0x1001 << 51)) != CLR_SEEN_NAN ||
        std::any_of(none, none + sizeof none / sizeof *none, [](int word) { return word != 0; }))
        fail_at("doubles", "not told of", as_double(infinity), 1);
    proved("parts", "what is not finite", false);
}

/* ---- copies that are full ---- */

/* What is in the bins, if it is m 2^place and nothing besides. */
template <class Sum, class Save>
static bool holds(typename Sum::bins *bins, __int128 m, int place, Save save)
{
    uint words[Sum::digits];
    __int128 value = 0;
    const int first = place / 32;

    save(bins, words);
    for (int j = 0; j < first; j++)
        if (words[j])
            return false;
    for (int j = first + 3; j >= first; j--)
        value = (__int128)((unsigned __int128)value << 32 | words[j]);
    for (int j = first + 4; j < Sum::digits; j++)
        if (words[j] != (value < 0 ? ~0u : 0))
            return false;
    return value == m * ((__int128)1 << place % 32);
}

/*
 * Every item adds the same run `times` times, in turn with the others: they fill their copy
 * together, and each levels it when the others have filled it. A number is m 2^place.
 */
template <class Sum, class Save>
static void fill(const typename Sum::element &element, __int128 m, int place, int times, Save save)
{
    static typename Sum::bins bins;
    typename Sum::element elements[Sum::count];
    typename Sum::state state = Sum::empty();

    for (auto &e : elements)
        e = element;
    Sum::cleared(&bins);
    for (int t = 0; t < times; t++)
        for (clr_item = 0; clr_item < Sum::group; clr_item++)
            Sum::aside(&bins, state, typename Sum::run(elements));
    clr_item = 0;
    Sum::gathered(&bins);
    tried++;
    if (!holds<Sum>(&bins, m * times * Sum::group * Sum::count, place, save))
        fail_at(Sum::name(), "a full copy", (double)m, (long long)times * Sum::group * Sum::count);
}

static void full_copies(void)
{
    const __int128 m = ((ulong)1 << 53) - 1;

    for (int place = 900; place < 936; place++) /* the first part is largest at every 18th */
        for (int negative = 0; negative < 2; negative++) {
            const double x =
                as_double((ulong)negative << 63 | (ulong)(place + 1) << 52 | 0xfffffffffffff);
            const int few = 1100 / doubles::Sum::count, many = 20000 / doubles::Sum::count;

            fill<doubles::Sum>(x, negative ? -m : m, place, few, doubles::clr_save_bins);
            fill<alone_with_a_copy::Sum>(x, negative ? -m : m, place, many,
                                         alone_with_a_copy::clr_save_bins);
            fill<products_of_doubles::Sum>({x, 1.5}, (negative ? -m : m) * 3, place + 1023 + 50,
                                           few, products_of_doubles::clr_save_bins);
        }
    proved("full copies", "of doubles", false);
}

int main(void)
{
    all_exponents();
    products();
    what_is_not_finite();
    full_copies();
    return 0;
}
