/*
 * pairs - neighbours join: cell 2k with cell 2k + 1, pairs with the pairs after them, until one
 * cell has what all had. Which items do that does not matter, so that what comes out does not
 * depend on how many a group has.
 */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* All of the group see what it put. */
CLR_FN void clr_meet_all(const clr_memory memory)
{
#if CLR_GROUP_SIZE > 1
    clr_meet(memory);
#endif
}

/* Joins `rows` rows of `lanes` cells, lane by lane, into the first. Both are powers of two. */
CLR_FN void clr_join_rows(const clr_memory memory, const uint rows, const uint lanes)
{
    clr_meet_all(memory);
    for (uint stride = 1; stride < rows; stride *= 2) {
        for (uint pair = CLR_ITEM; pair < rows / (2 * stride) * lanes; pair += CLR_ITEMS) {
            const uint cell  = pair / lanes * (2 * stride * lanes) + pair % lanes;
            const clr_state left = clr_get(memory, cell);

            clr_put(memory, cell,
                    clr_merge(memory, left, clr_get(memory, cell + stride * lanes)));
        }
        clr_meet_all(memory);
    }
}

/* The states of the first `size` items, a power of two. */
CLR_FN clr_state clr_group_fold(const clr_memory memory, const clr_state state, const uint size)
{
    if (CLR_ITEM < size)
        clr_put(memory, CLR_ITEM, state);
    clr_join_rows(memory, size, 1);
    return clr_get(memory, 0);
}
