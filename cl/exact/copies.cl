/*
 * copies - what a group of more than one item has beside its bins, where items have no columns:
 * CLR_COPIES times over CLR_COPY_WORDS words of 32 bits, of which word w counts 2^(CLR_WORD_BITS w
 * - CLR_DEPTH). A number is added in four parts of CLR_WORD_BITS digits by atomics, of which none
 * waits for what another comes to. Items of like exponents add to the same words, and a device
 * serves those one after the other: so neighbours have a copy each, and copies lie in different
 * banks. In the end they are added to the bins (cl/exact/gather_copies.cl).
 *
 * Before a word may be full it is levelled: what is above its digits goes to the next one. An item
 * levels its copy before it has added more than CLR_COPY_ROOM numbers since it last did. As do all
 * items that have that copy, a word is never given more than 2^12 parts of 2^18 in between: 2^30.
 */
#ifdef CLR_NARROW
/* Of a group's items one in so many must fail, not to try the terms: about one of a sub-group, for
 * which the others wait. */
enum { CLR_OF(failed_share) = 32 };

#if CLR_COPIES
#define CLR_COPY_ITEMS ((CLR_GROUP_SIZE + CLR_COPIES - 1) / CLR_COPIES)
#define CLR_COPY_ROOM  ((1 << 12) / CLR_COPY_ITEMS)
/* Of a run, so many vectors of two numbers a lane have room at once: most often all. One always
 * has, as CLR_COPY_ITEMS_MOST share a copy at most. */
#define CLR_AT_ONCE (2 * CLR_LENGTH * CLR_WIDTH <= CLR_COPY_ROOM ? CLR_LENGTH : 1)

typedef struct CLR_OF(copies) {
    int word[CLR_COPY_WORDS * CLR_COPIES]; /* of all copies side by side */
    uint taken[CLR_GROUP_SIZE]; /* CLR_COPIES times what an item has added since it levelled */
} CLR_OF(copies);

/* The item's place in its group. It takes what the item has seen, of which that bit is 0, to keep
 * compilers from finding beforehand what follows from it: registers would hold that while terms have
 * use for all of them. */
CLR_FN uint CLR_OF(item_found_late)(const uint seen)
{
    return CLR_ITEM ^ (seen & CLR_SEEN_NEVER);
}

/* The item's. What is read there changes nothing, and serves the same purpose. */
CLR_FN __local int *CLR_OF(copy_of)(__local CLR_OF(copies) *copies, const uint item)
{
    return copies->word + (item + copies->taken[item]) % CLR_COPIES;
}

/* Others may add meanwhile: a word is taken as a whole, and what belongs there is put back. */
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

/* The item has added so many numbers, and there is to be room for as many again. */
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
