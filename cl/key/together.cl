/*
 * together - a group walks its chunk of keys tile by tile: neighbouring items compare neighbouring
 * keys, CLR_ITEM_KEYS each. Marks of begins go to local memory, so that items can count them in the
 * keys' order, consecutive marks each.
 */
#define CLR_TILE_KEYS   (CLR_ITEM_KEYS * CLR_GROUP_SIZE)
/* Two more entries an item put items at consecutive marks into different banks. */
#define CLR_TILE_PLACE(key) ((key) + (key) / CLR_ITEM_KEYS * 2)
#define CLR_COUNT_PLACE __local ulong sums[2 * CLR_GROUP_SIZE];
#define CLR_TELL_PLACE                                                                             \
    __local ulong  sums[2 * CLR_GROUP_SIZE];                                                       \
    __local ushort tile[CLR_TILE_PLACE(CLR_TILE_KEYS)];
#define CLR_COUNT_ARGUMENT sums,
#define CLR_TELL_ARGUMENTS sums, tile,

#define CLR_HEADS_OF(bytes, type)                                                                  \
    if (size == bytes)                                                                             \
        for (uint k = 0; k < CLR_ITEM_KEYS; k++) {                                                 \
            __global const type *at = (__global const type *)keys;                                 \
            const ulong number  = first + k * CLR_GROUP_SIZE;                                      \
            const ulong i       = min(number, end - 1);                                            \
            const uint  differs = at[i] != at[i - (i != 0)];                                       \
                                                                                                   \
            heads |= ((differs | (i == 0)) & (number < end)) << k;                                 \
        }

/* Marks of the item's keys from number `first` on: bit k is 1 if key k begins a run. All loads are
 * in flight at once, as none is conditional. */
CLR_FN uint clr_heads(__global const uchar *keys, const uint size, const ulong first,
                      const ulong end)
{
    uint heads = 0;

    CLR_EACH_KEY(CLR_HEADS_OF)
    return heads;
}

/* The number of begins in the chunk. */
CLR_FN ulong clr_count_stretch(__local ulong *sums, __global const uchar *keys, const uint size,
                               const ulong begin, const ulong end)
{
    uint own = 0;
    ulong all;

    for (ulong tile = begin; tile < end; tile += CLR_TILE_KEYS)
        own += popcount(clr_heads(keys, size, tile + CLR_ITEM, end));
    clr_sum_before(sums, CLR_GROUP_SIZE, own, &all);
    return all;
}

/* Replaces each mark by the begins before it in the tile; returns the tile's begins. */
CLR_FN ulong clr_number_tile(__local ulong *sums, __local ushort *tile)
{
    __local ushort *own = tile + CLR_TILE_PLACE(CLR_ITEM * CLR_ITEM_KEYS);
    uint count = 0;
    ulong all;
    ulong before;

    for (uint k = 0; k < CLR_ITEM_KEYS; k++)
        count += own[k];
    before = clr_sum_before(sums, CLR_GROUP_SIZE, count, &all);
    for (uint k = 0; k < CLR_ITEM_KEYS; k++) {
        const uint begins = own[k];

        own[k] = (ushort)before;
        before += begins;
    }
    return all;
}

/* Writes the chunk's begins, from number `run` on. */
CLR_FN void clr_tell_stretch(__local ulong *sums, __local ushort *tile, const clr_run_arrays arrays,
                             __global const uchar *keys, const uint size, const ulong begin,
                             const ulong end, ulong run)
{
    for (ulong first = begin; first < end; first += CLR_TILE_KEYS) {
        const uint heads = clr_heads(keys, size, first + CLR_ITEM, end);
        ulong all;

        for (uint k = 0; k < CLR_ITEM_KEYS; k++)
            tile[CLR_TILE_PLACE(k * CLR_GROUP_SIZE + CLR_ITEM)] = (ushort)(heads >> k & 1);
        CLR_GROUP_BARRIER
        all = clr_number_tile(sums, tile);
        CLR_GROUP_BARRIER
        for (uint k = 0; k < CLR_ITEM_KEYS; k++) {
            const uint at = k * CLR_GROUP_SIZE + CLR_ITEM;

            if (heads >> k & 1)
                clr_tell_run(arrays, keys, size, run + tile[CLR_TILE_PLACE(at)], first + at);
        }
        run += all;
        CLR_GROUP_BARRIER
    }
}
