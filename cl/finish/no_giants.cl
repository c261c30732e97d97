/* no_giants - no result is a giant: as cl/finish/giants.cl, of which nothing is asked. */
/*
 * needs:    clr_shape clr_list
 * provides: clr_giants clr_giant_parts clr_giants_of clr_giants_places clr_is_giant clr_giant_at
 *           clr_giant_part_at clr_giant_state_at
 */
typedef struct clr_giants {
    uint none;
} clr_giants;

CLR_FN uint clr_giant_parts(const ulong count, const uint parts, const uint part_digits)
{
    return parts;
}

CLR_FN clr_giants clr_giants_of(__constant const clr_shape *shape, __global const clr_list *list,
                                const uint count, const uint parts, const uint part_digits,
                                __local uint *longest)
{
    const clr_giants giants = {0};

    return giants;
}

CLR_FN ulong clr_giants_places(const clr_giants giants)
{
    return 0;
}

CLR_FN bool clr_is_giant(const clr_giants giants, const ulong row, const ulong alone)
{
    return false;
}

CLR_FN uint clr_giant_at(const clr_giants giants, const uint place)
{
    return 0;
}

CLR_FN uint clr_giant_part_at(const clr_giants giants, const uint place)
{
    return 0;
}

CLR_FN uint clr_giant_state_at(const clr_giants giants, const uint place)
{
    return 0;
}
