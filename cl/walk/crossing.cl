/* crossing - labels whose entries lie in several tiles of the sorted list (cl/walk/sorted.cl):
 * which tiles these are, and the fold of the partials that items left there, for
 * cl/join_labels.cl. */
/* A label that begins in a tile and goes on beyond its end. */
typedef struct clr_crossing {
    uint label;
    uint tile; /* where it begins */
    uint last; /* where it ends */
    uint total;
} clr_crossing;

/* The label of the last entry of the tiles before `end`; it crosses if `last` is not before `end`. */
CLR_FN clr_crossing clr_find_crossing(const clr_sorted sorted, const uint end)
{
    const ulong past  = min((ulong)end * sorted.length, (ulong)sorted.count);
    const uint  label = sorted.keys[past - 1];
    const uint  begin = sorted.begins[label];
    const uint  stop  = sorted.begins[label + 1];
    const clr_crossing crossing = {label, begin / sorted.length, (stop - 1) / sorted.length,
                                   stop - begin};

    return crossing;
}

/* Folds the heads of tiles `first`, `first + step`, ... up to `last`, of one column, into the
 * state: heads lie 2 * `apart` from tile to tile, and CLR_WALK_AHEAD of them are in flight. */
CLR_FN clr_state clr_fold_heads(const clr_memory memory, __global const clr_saved *heads,
                                const ulong apart, const uint first, const uint last,
                                const uint step, clr_state state)
{
    ulong tile = first;

    for (; tile + step * (CLR_WALK_AHEAD - 1ul) <= last; tile += step * CLR_WALK_AHEAD) {
        clr_state ahead[CLR_WALK_AHEAD];

#pragma unroll
        for (uint i = 0; i < CLR_WALK_AHEAD; i++) {
            ahead[i] = clr_fetch(memory, heads + (tile + i * step) * 2 * apart, 0);
        }
#pragma unroll
        for (uint i = 0; i < CLR_WALK_AHEAD; i++) {
            state = clr_merge(memory, state, ahead[i]);
        }
    }
    for (; tile <= last; tile += step)
        state = clr_merge(memory, state, clr_fetch(memory, heads + tile * 2 * apart, 0));
    return state;
}

/* A column of results, of which a group's items have some: `row` is its number of a label's. */
typedef struct clr_column {
    __global const clr_saved *heads; /* of tile 0 */
    ulong apart;                     /* from a head to the tail, and on to the next head */
    ulong row;
    ulong rows;
    bool is_there;
} clr_column;

/* Folds every `step`-th partial of a label, from number `first` on: number 0 is the tail of the
 * tile where the label begins, the others are heads. */
CLR_FN clr_state clr_fold_crossing(const clr_memory memory, const clr_column column,
                                   const clr_crossing crossing, const uint first, const uint step)
{
    clr_state state = clr_none();

    if (first == 0)
        state = clr_fetch(memory, column.heads + (crossing.tile * 2ul + 1) * column.apart, 0);
    return clr_fold_heads(memory, column.heads, column.apart,
                          crossing.tile + (first == 0 ? step : first), crossing.last, step, state);
}

/* Merges `deep` rows of `columns` states each, in local memory, into row 0, by halving. All items
 * of the group must call it. */
CLR_FN void clr_fold_deep(const clr_memory memory, const uint columns, const uint deep)
{
    for (uint left = deep; left > 1; left = (left + 1) / 2) {
        const uint middle = (left + 1) / 2;

        if (CLR_ITEM < (left - middle) * columns)
            clr_put(memory, CLR_ITEM,
                    clr_merge(memory, clr_get(memory, CLR_ITEM),
                              clr_get(memory, CLR_ITEM + middle * columns)));
        clr_meet(memory);
    }
}
