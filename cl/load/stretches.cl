/*
 * stretches - the lanes of cl/load/lanes.cl for operators that mind the order of elements: a lane
 * takes CLR_ROWS neighbouring ones.
 */
#define CLR_COLUMNS (CLR_ROW / CLR_TEAM)

CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span slab)
{
    clr_state waiting[CLR_LEVELS];
    clr_state state = clr_none();

    for (uint column = 0; column < CLR_COLUMNS; column++) {
        const ulong first = (CLR_ITEM % CLR_TEAM * CLR_COLUMNS + column) * CLR_ROWS;

        state = clr_none();
        for (ulong i = first; i < min(first + CLR_ROWS, slab.count); i++)
            state = clr_fold_element(memory, slab, state, i);
        state = clr_join(memory, waiting, column, state);
    }
    return state;
}
