/* pairs - a tree over neighbours, in the published order: cell 2k is joined with cell 2k + 1, pairs
 * with the next pairs, until one cell has all. The order does not depend on which item joins what,
 * nor on the group's size. */
CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

/* A barrier for the whole group; groups of one item have none. */
CLR_FN void clr_meet_all(const clr_memory memory)
{
#if CLR_GROUP_SIZE > 1
    clr_meet(memory);
#endif
}

/* Joins `rows` rows of `lanes` cells, lane by lane, into the first row. Both are powers of two. */
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

/* Folds the first `size` items' states; `size` is a power of two. */
CLR_FN clr_state clr_group_fold(const clr_memory memory, const clr_state state, const uint size)
{
    if (CLR_ITEM < size)
        clr_put(memory, CLR_ITEM, state);
    clr_join_rows(memory, size, 1);
    return clr_get(memory, 0);
}

/* How many items of a group fold chains: a power of two, and a constant, as PoCL 3.1 compiles some
 * loops with barriers that depend on a number to endless ones. */
#define CLR_FOLDERS(size)                                                                          \
    ((size) >= 256  ? 256                                                                          \
     : (size) >= 128 ? 128                                                                         \
     : (size) >= 64  ? 64                                                                          \
     : (size) >= 32  ? 32                                                                          \
     : (size) >= 16  ? 16                                                                          \
     : (size) >= 8   ? 8                                                                           \
     : (size) >= 4   ? 4                                                                           \
     : (size) >= 2   ? 2                                                                           \
                     : 1)
