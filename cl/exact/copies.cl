/*
 * copies - copies of the bins, for groups of several items whose elements have no columns: doubles,
 * and products. CLR_COPIES times CLR_COPY_WORDS 32-bit words, word w counting 2^(CLR_WORD_BITS w -
 * CLR_DEPTH). A number is added as four parts of CLR_WORD_BITS digits by atomics whose results
 * nobody needs: doubles of random bits reach 0.62 of level fast so, 0.32 by atomics that tell a
 * carry (docs/history/2026-11-25-hard-data.md).
 *
 * Numbers of like exponents go to the same words, and a device serialises atomics on one word: so
 * neighbouring items use different copies, which lie in different banks. In the end they are added
 * to the bins (cl/exact/gather_copies.cl).
 *
 * Before a word can overflow it is levelled: its upper digits go to the next word. An item levels
 * its copy before it has added more than CLR_COPY_ROOM numbers since it last did; as all items of
 * the copy do so, a word gets at most 2^12 parts of 2^18 in between: 2^30.
 */
#ifdef CLR_NARROW
/* Terms are left untried once more than one item in 32 of the group fails: about one in a
 * sub-group, which all its items wait for. */
enum { CLR_OF(failed_share) = 32 };

#if CLR_COPIES
#define CLR_COPY_ITEMS ((CLR_GROUP_SIZE + CLR_COPIES - 1) / CLR_COPIES)
#define CLR_COPY_ROOM  ((1 << 12) / CLR_COPY_ITEMS)
/* Vectors of a run that are added between two looks at the room, with two numbers a lane: most
 * often all. One vector always has room, as at most CLR_COPY_ITEMS_MOST items share a copy. */
#define CLR_AT_ONCE (2 * CLR_LENGTH * CLR_WIDTH <= CLR_COPY_ROOM ? CLR_LENGTH : 1)

typedef struct CLR_OF(copies) {
    int word[CLR_COPY_WORDS * CLR_COPIES]; /* all copies interleaved */
    uint taken[CLR_GROUP_SIZE]; /* CLR_COPIES times the numbers added since the item levelled */
} CLR_OF(copies);

/* The item's number in its group, xor a bit of `seen` that is always 0: so compilers do not compute
 * addresses ahead of the loop, in registers that the terms need
 * (docs/history/2026-11-25-hard-data.md). */
CLR_FN uint CLR_OF(item_found_late)(const uint seen)
{
    return CLR_ITEM ^ (seen & CLR_SEEN_NEVER);
}

/* The item's copy. The word that it reads, a multiple of CLR_COPIES, does not change the result: it
 * keeps the address out of the loop's registers, too. */
CLR_FN __local int *CLR_OF(copy_of)(__local CLR_OF(copies) *copies, const uint item)
{
    return copies->word + (item + copies->taken[item]) % CLR_COPIES;
}

/* Carries each word's upper digits to the next word. Other items may add meanwhile: a word is
 * exchanged for 0, and its lower digits are added back. */
CLR_COLD void CLR_OF(level)(__local int *copy)
{
#pragma unroll 1
    for (uint w = 0; w < CLR_COPY_WORDS - 1; w++) {
        const int sum   = atomic_xchg(copy + w * CLR_COPIES, 0);
        const int above = (sum + (1 << (CLR_WORD_BITS - 1))) >> CLR_WORD_BITS;

        atomic_add(copy + w * CLR_COPIES, sum - above * (1 << CLR_WORD_BITS));
        if (above)
            atomic_add(copy + (w + 1) * CLR_COPIES, above);
    }
}

/* Notes that the item has added up to `count` numbers, and makes room for as many again. */
CLR_FN void CLR_OF(keep_room)(__local CLR_OF(copies) *copies, const uint item, const uint count)
{
    const uint taken  = copies->taken[item] + count * CLR_COPIES;
    const bool is_due = taken + count * CLR_COPIES > CLR_COPY_ROOM * CLR_COPIES;

    if (is_due)
        CLR_OF(level)(CLR_OF(copy_of)(copies, item));
    copies->taken[item] = is_due ? 0 : taken;
}
#endif
#endif
