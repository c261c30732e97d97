/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/wide.h"
#include "fold/bits.h"

#include <string.h>

enum {
    DIGIT_BITS = 32,
    SPREAD = 3, /* words that a number of 64 bits reaches, at any place */
};

/* What add_some() adds to the upper word is below 2^53, as 2^20 additions are. */
enum { DOUBLE_WEIGHT = 1 << 20, DOUBLES_MOST = 256 };

/* An addition changes a word by less than 2^33, so that a word holds 2^30 of them. */
#define ADDITIONS_MOST (UINT32_C(1) << 29)

void clri_wide_begin(clri_wide *wide, int lowest)
{
    if (wide->begin < wide->end)
        memset(wide->words + wide->begin, 0,
               (size_t)(wide->end - wide->begin) * sizeof *wide->words);
    wide->begin = CLRI_WIDE_WORDS;
    wide->end = 0;
    wide->lowest = lowest;
    wide->additions = 0;
}

/* Propagates carries: words become digits, but for the last one, which has the sign. */
static void carry(clri_wide *wide)
{
    int64_t carried = 0;

    for (int i = wide->begin; i < wide->end; i++) {
        const int64_t word = wide->words[i] + carried;

        wide->words[i] = i + 1 < CLRI_WIDE_WORDS ? (int64_t)((uint64_t)word & UINT32_MAX) : word;
        carried = word >> DIGIT_BITS;
        if (i + 1 == wide->end && carried != 0 && wide->end < CLRI_WIDE_WORDS) {
            if (carried == -1) { /* a sign: it stays with the last word */
                wide->words[i] -= INT64_C(1) << DIGIT_BITS;
                break;
            }
            wide->end++;
        }
    }
    wide->additions = 0;
}

/* Makes room for an addition at a word. */
static void reach(clri_wide *wide, int word)
{
    if (word < wide->begin)
        wide->begin = word;
    if (word + SPREAD > wide->end)
        wide->end = word + SPREAD;
    if (++wide->additions == ADDITIONS_MOST)
        carry(wide);
}

void clri_wide_add(clri_wide *wide, int64_t number, int place)
{
    const int shift = place % DIGIT_BITS;
    int64_t *to = wide->words + place / DIGIT_BITS;
    const uint64_t low = ((uint64_t)number & UINT32_MAX) << shift;
    const int64_t high = (number >> DIGIT_BITS) * (INT64_C(1) << shift);

    reach(wide, place / DIGIT_BITS);
    to[0] += (int64_t)(low & UINT32_MAX);
    to[1] += (int64_t)(low >> DIGIT_BITS) + (int64_t)((uint64_t)high & UINT32_MAX);
    to[2] += high >> DIGIT_BITS;
}

void clri_wide_add_magnitude(clri_wide *wide, uint64_t magnitude, bool is_minus, int place)
{
    const int64_t low = (int64_t)(magnitude & UINT32_MAX);
    const int64_t high = (int64_t)(magnitude >> DIGIT_BITS);

    clri_wide_add(wide, is_minus ? -low : low, place);
    clri_wide_add(wide, is_minus ? -high : high, place + DIGIT_BITS);
}

void clri_wide_add_double(clri_wide *wide, double x)
{
    const uint64_t bits = clri_bits_of_f64(x);
    const int exponent = clri_exponent_f64(bits);
    const int64_t significand = (int64_t)clri_significand_f64(bits);
    const int place = exponent + CLRI_LOWEST_F64 - wide->lowest;

    if (significand == 0)
        return;
    if (place < 0) /* bits below the sum's unit are 0 */
        clri_wide_add(wide, (bits >> 63 ? -significand : significand) >> -place, 0);
    else
        clri_wide_add(wide, bits >> 63 ? -significand : significand, place);
}

/* Adds a double to words from number 0 on, but if it is not finite: to one word a part of it, to
 * the next all above. `above`: the place of the lowest double. Returns the first word's number. */
static inline int add_one(int64_t *words, double x, int above)
{
    const uint64_t bits = clri_bits_of_f64(x), field = bits >> 52 & CLRI_ENDLESS_F64;
    const uint64_t kept = field == CLRI_ENDLESS_F64 ? 0 : clri_significand_f64(bits);
    const int place = (int)field - (field != 0) + above;
    const int first = place < 0 ? 0 : place; /* bits below the sum's unit are 0 */
    const uint64_t significand = place < 0 ? kept >> (-place & 63) : kept;
    const uint64_t low = (significand & UINT32_MAX) << first % DIGIT_BITS;
    const uint64_t upper = (low >> DIGIT_BITS) + (significand >> DIGIT_BITS << first % DIGIT_BITS);
    const int64_t minus = (int64_t)bits >> 63;
    int64_t *to = words + first / DIGIT_BITS;

    to[0] += ((int64_t)(low & UINT32_MAX) ^ minus) - minus;
    to[1] += ((int64_t)upper ^ minus) - minus;
    return first / DIGIT_BITS;
}

/* Adds up to DOUBLES_MOST doubles, every other one to words of their own: the next addition to a
 * word waits for the last one's store. */
static void add_some(clri_wide *wide, const double *x, size_t count)
{
    const int above = CLRI_LOWEST_F64 - wide->lowest;
    int64_t others[CLRI_WIDE_WORDS] = {0};
    int least = wide->begin, most = wide->end - SPREAD;

    for (size_t i = 0; i < count; i++) {
        const int first = add_one(i % 2 ? others : wide->words, x[i], above);

        least = first < least ? first : least;
        most = first > most ? first : most;
    }
    wide->begin = least;
    wide->end = most + SPREAD;
    for (int i = least; i < most + 2; i++)
        wide->words[i] += others[i];
}

void clri_wide_add_doubles(clri_wide *wide, const double *x, size_t count)
{
    size_t some;

    for (size_t i = 0; i < count; i += some) {
        some = count - i < DOUBLES_MOST ? count - i : DOUBLES_MOST;
        if (wide->additions + some * DOUBLE_WEIGHT >= ADDITIONS_MOST)
            carry(wide);
        add_some(wide, x + i, some);
        wide->additions += (uint32_t)some * DOUBLE_WEIGHT;
    }
}

void clri_wide_digits(clri_wide *wide, uint32_t *digits, int count)
{
    int64_t carried = 0;
    int i = 0;

    for (; i < count && i < wide->begin; i++)
        digits[i] = 0;
    for (; i < count && i < wide->end; i++) {
        const int64_t word = wide->words[i] + carried;

        digits[i] = (uint32_t)word;
        carried = word >> DIGIT_BITS;
    }
    for (; i < count; i++, carried >>= DIGIT_BITS)
        digits[i] = (uint32_t)carried;
}
