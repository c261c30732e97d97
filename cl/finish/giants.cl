/*
 * giants - giant segments, which several groups fold each, in parts of 2^`part_digits` elements or,
 * where these would be more than `parts`, in `parts` longer ones: shorter parts do not pay
 * (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments"). Work is dealt by
 * places, place p to giant p modulo their number; each giant has as many places as the longest has
 * parts, so some are empty. Its alternative is cl/finish/no_giants.cl.
 */
/* The number of parts of a giant of `count` elements; with part_digits 0 parts have no least
 * size. */
CLR_FN uint clr_giant_parts(const ulong count, const uint parts, const uint part_digits)
{
    return part_digits ? (uint)min(((count - 1) >> part_digits) + 1, (ulong)parts) : parts;
}

/* A listed giant's number of elements: no segment is listed that ends before it begins or reaches
 * beyond the input. */
CLR_FN ulong clr_giant_count(const clr_shape *shape, const ulong row)
{
    const clr_bounds bounds = clr_bounds_of(shape, row);

    return clr_offset(shape, bounds.end) - clr_offset(shape, bounds.begin);
}

/* Finds the most parts of a listed giant. All items call it; *longest is 0. */
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

/* A giant's places; a place's giant, part and partial; the number of parts. */
#define CLR_GIANT_PLACES(parts, longest)         (longest)
#define CLR_GIANT_AT(place, there, parts)        ((place) % (uint)(there))
#define CLR_GIANT_PART_AT(place, there, parts)   ((place) / (uint)(there))
#define CLR_GIANT_STATE_AT(place, there, parts)                                                    \
    (CLR_GIANT_AT(place, there, parts) * (parts) + CLR_GIANT_PART_AT(place, there, parts))
#define CLR_GIANT_PARTS(count, parts, part_digits) clr_giant_parts(count, parts, part_digits)
