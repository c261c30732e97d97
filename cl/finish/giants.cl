/*
 * giants - segments that several groups share, in parts of 2^`part_digits` elements or, if those were
 * more than `parts`, in so many: a part of a short one would be done before it was worth it. Places are
 * dealt out to all giants in turn, as many to each as the longest has parts; some are nobody's.
 */
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

/* Looks for the parts of the longest of those on the list. All items come here, and *longest is 0. */
CLR_FN void clr_giants_measure(const clr_shape *shape, __global const clr_list *list,
                               const ulong there, const uint parts, const uint part_digits,
                               __local uint *longest)
{
    for (uint i = CLR_ITEM; i < there; i += CLR_GROUP_SIZE)
        atomic_max(longest, clr_giant_parts(
                                clr_giant_count(shape, CLR_LISTED(__global const, list)[i]), parts,
                                part_digits));
    CLR_GROUP_BARRIER
}

#define CLR_MEASURE_GIANTS(list, there, parts, part_digits, longest)                               \
    clr_giants_measure(shape, list, there, parts, part_digits, longest);

/* How many places each has; whose one is, and for which part; where the state goes that a group makes
 * there; and how many parts there are of so many elements. */
#define CLR_GIANT_PLACES(parts, longest)         (longest)
#define CLR_GIANT_AT(place, there, parts)        ((place) % (uint)(there))
#define CLR_GIANT_PART_AT(place, there, parts)   ((place) / (uint)(there))
#define CLR_GIANT_STATE_AT(place, there, parts)                                                    \
    (CLR_GIANT_AT(place, there, parts) * (parts) + CLR_GIANT_PART_AT(place, there, parts))
#define CLR_GIANT_PARTS(count, parts, part_digits) clr_giant_parts(count, parts, part_digits)
