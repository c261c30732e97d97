/*
 * sorted - labels along axes, sorted: a list of their indices in the order of labels, cut into
 * tiles of even length, so that items have even work whatever the labels. Of a label that begins or
 * ends in another tile an item leaves a partial for each tile: a head where the label has begun
 * before, a tail where it goes on.
 */
#define CLR_WALK_AHEAD 4 /* entries, or partials, that an item has in flight */

/* What the sort of the labels has left. */
typedef struct clr_sorted {
    __global const uint *keys;    /* the label of each entry */
    __global const uint *numbers; /* its index along the labelled axes */
    __global const uint *begins;  /* of each label, the first of its entries, and the last one's end */
    uint count;  /* entries of labels that have results */
    uint length; /* of a tile */
} clr_sorted;

CLR_FN uint clr_tile_count(const clr_sorted sorted)
{
    return sorted.count / sorted.length + (sorted.count % sorted.length != 0);
}

/* The first parameters of kernels that go over tiles of sorted labels with `vectors` vectors of each
 * label's results, from number `first_vector` on. */
#define CLR_WALK_PARAMETERS                                                                        \
    CLR_INPUT_PARAMETERS CLR_SHAPE_PARAMETERS CLR_OUTPUT_PARAMETERS                                \
        __global const uint *keys, __global const uint *numbers, __global const uint *begins,      \
        const uint labels, const uint length, const ulong rows,                                    \
        const ulong first_vector, const ulong vectors, const ulong line_vectors, const uint lie,   \
        __global clr_saved *states
#define CLR_MAKE_SORTED                                                                            \
    const clr_sorted sorted = {keys, numbers, begins, vectors ? begins[labels] : 0, length};
