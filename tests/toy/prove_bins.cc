/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_bins - digits of 32 bits and their carries: every few numbers of those whose digits are at
 * their ends, at every place where such a number crosses from one digit to the next, by an item
 * alone and by the items of a group. Each changes the upper half of a digit by 1 at
 * most, which is what headroom rests on: cl/exact/bins.cl, src/choose/geometry.c.
 */
#define CLR_FLOAT_DIGITS         2
#define CLR_FLOAT_EXPONENT_BITS  2
#define CLR_DOUBLE_DIGITS        3
#define CLR_DOUBLE_EXPONENT_BITS 3
#define CLR_DOUBLE_LOW_BITS      1
#define CLR_ROW_LOG2             1

#define TOY_NAMESPACE       alone
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           1
#define TOY_LENGTH          1
#define TOY_GROUP           1
#define TOY_DIGITS          5
#include "pieces.h"
#define TOY_NAMESPACE       together
#define TOY_VALUE_IS_DOUBLE 1
#define TOY_PRODUCT         0
#define TOY_TERMS           2
#define TOY_WIDTH           1
#define TOY_LENGTH          1
#define TOY_GROUP           4
#define TOY_DIGITS          5
#include "pieces.h"

#include "sums.h"

struct Number64 {
    ulong m;
    uint place;
    bool negative;
};

static __int128 value_of(const uint *words)
{
    __int128 value = 0;

    for (int j = 3; j >= 0; j--)
        value = (__int128)((unsigned __int128)value << 32 | words[j]);
    return value;
}

template <class Sum, class Drop, class Save, class Restore>
static void check_drops(const Number64 *numbers, int count, Drop drop, Save save, Restore restore)
{
    static typename Sum::bins bins, again;
    __int128 right = 0;
    bool changes_by_1 = true;
    uint words[2][Sum::digits];

    Sum::cleared(&bins);
    Sum::cleared(&again);
    for (int i = 0; i < count; i++) {
        int before[Sum::digits];

        memcpy(before, bins.high, sizeof before);
        clr_item = (uint)i % Sum::group;
        drop(&bins, numbers[i]);
        for (int j = 0; j < Sum::digits; j++)
            changes_by_1 &= bins.high[j] - before[j] <= 1 && before[j] - bins.high[j] <= 1;
        right += (numbers[i].negative ? -1 : 1) * ((__int128)numbers[i].m << numbers[i].place);
    }
    clr_item = 0;
    Sum::gathered(&bins);
    save(&bins, words[0]);
    restore(&again, words[0]);
    save(&again, words[1]);
    tried++;
    if (changes_by_1 && value_of(words[0]) == right && value_of(words[1]) == right)
        return;
    printf("bins, %s:", Sum::name());
    for (int i = 0; i < count; i++)
        printf(" %s0x%llx 2^%u", numbers[i].negative ? "-" : "", (unsigned long long)numbers[i].m,
               numbers[i].place);
    printf("\n");
    fail();
}

int main(void)
{
    const ulong edges[] = {1,          2,           0x7fffffff,       0x80000000,
                           0xffffffff, 0x100000000, 0x1fffffffffffff, 0xffffffff00000000,
                           ~(ulong)0};
    const uint places[] = {0, 1, 31, 32};
    std::vector<Number64> all;

    for (ulong m : edges)
        for (uint place : places)
            for (int negative = 0; negative < 2; negative++)
                all.push_back({m, place, negative != 0});
    for_every(all, all.size(), 3, [](const Number64 *numbers) {
        check_drops<alone::Sum>(
            numbers, 3,
            [](alone::Sum::bins *bins, Number64 x) {
                alone::clr_drop(bins, x.m, x.negative, x.place);
            },
            alone::clr_save_bins,
            [](alone::Sum::bins *bins, const uint *words) {
                alone::clr_restore_bins(bins, words);
            });
        check_drops<together::Sum>(
            numbers, 3,
            [](together::Sum::bins *bins, Number64 x) {
                together::clr_drop(bins, x.m, x.negative, x.place);
            },
            together::clr_save_bins,
            [](together::Sum::bins *bins, const uint *words) {
                together::clr_restore_bins(bins, words);
            });
    });
    proved("bins", "three numbers of any digits", false);
    return 0;
}
