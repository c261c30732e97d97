/*
 * giants - segments that several groups share, in parts of 2^`part_digits` elements or, if those were
 * more than `parts`, in so many: a part of a short one would be done before it was worth it. Places are
 * dealt out to all giants in turn, as many to each as the longest has parts; some are nobody's.
 */
/*
 * needs:    clr_shape clr_bounds clr_bounds_of clr_offset clr_list CLR_ITEM CLR_GROUP_SIZE
 *           CLR_LISTED CLR_GROUP_BARRIER
 * provides: clr_giants clr_giant_parts clr_giant_count clr_giants_of clr_giants_places clr_is_giant
 *           clr_giant_at clr_giant_part_at clr_giant_state_at
 */
typedef struct clr_giants {
    uint count;
    uint parts;   /* for whose states each has places */
    uint longest; /* parts of that one */
} clr_giants;

/* Of one of so many elements; of any, if parts have no size. */
CLR_FN uint clr_giant_parts(const ulong count, const uint parts, const uint part_digits)
{
    return part_digits ? (uint)min(((count - 1) >> part_digits) + 1, (ulong)parts) : parts;
}

/* Of one on the list: it neither ends before it begins nor reaches beyond the input. */
CLR_FN ulong clr_giant_count(const clr_shape *shape, const ulong row)
{
    const clr_bounds bounds = clr_bounds_of(shape, row);

    return clr_offset(shape, bounds.end) - clr_offset(shape, bounds.begin);
}

/* All items come here, and *longest is 0. */
CLR_FN clr_giants clr_giants_of(const clr_shape *shape, __global const clr_list *list,
                                const uint count, const uint parts, const uint part_digits,
                                __local uint *longest)
{
    clr_giants giants = {count, parts, 0};

    for (uint i = CLR_ITEM; i < count; i += CLR_GROUP_SIZE)
        atomic_max(longest, clr_giant_parts(
                                clr_giant_count(shape, CLR_LISTED(__global const, list)[i]), parts,
                                part_digits));
    CLR_GROUP_BARRIER
    giants.longest = *longest;
    return giants;
}

CLR_FN ulong clr_giants_places(const clr_giants giants)
{
    return (ulong)giants.count * giants.longest;
}

/* Whether what a group takes is one's part: these come behind what groups take alone. */
CLR_FN bool clr_is_giant(const clr_giants giants, const ulong row, const ulong alone)
{
    return row >= alone;
}

/* Whose place that is, and for which part. */
CLR_FN uint clr_giant_at(const clr_giants giants, const uint place)
{
    return place % giants.count;
}

CLR_FN uint clr_giant_part_at(const clr_giants giants, const uint place)
{
    return place / giants.count;
}

/* Where the state goes that a group makes there. */
CLR_FN uint clr_giant_state_at(const clr_giants giants, const uint place)
{
    return clr_giant_at(giants, place) * giants.parts + clr_giant_part_at(giants, place);
}
