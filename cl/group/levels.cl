/*
 * levels - exact states are cut into shares that can be added plainly (cl/exact/levels.cl): two steps
 * of some additions each, where a tree has one of many that wait for each other, for half of all
 * items, then a quarter. Item 0 has the result. Any group size will do.
 */
/*
 * needs:    CLR_ITEM CLR_STATE_OF clr_state clr_memory CLR_EACH_EXACT clr_meet
 * may use:  clr_m##k##_levels clr_m##k##_mark CLR_BINS_OF_##k clr_m##k##_cut
 *           clr_m##k##_put_together
 * provides: CLR_SHARERS clr_speaks CLR_COUNT_LEVELS CLR_MARK CLR_CUT CLR_PUT_TOGETHER
 *           clr_sum_of_cells clr_group_fold
 */
#define CLR_SHARERS 16 /* items that add up a level first: the root of 256 */

CLR_FN bool clr_speaks(void)
{
    return CLR_ITEM == 0;
}

#define CLR_COUNT_LEVELS(k) +clr_m##k##_levels
#define CLR_MARK(k)         clr_m##k##_mark(CLR_BINS_OF_##k(memory) CLR_STATE_OF(state, k));
#define CLR_CUT(k)                                                                                 \
    clr_m##k##_cut(CLR_BINS_OF_##k(memory) cells + done * size, size, CLR_STATE_OF(state, k));     \
    done += clr_m##k##_levels;
#define CLR_PUT_TOGETHER(k)                                                                        \
    CLR_STATE_OF(state, k) =                                                                       \
        clr_m##k##_put_together(CLR_BINS_OF_##k(memory) cells + done * size, size);                \
    done += clr_m##k##_levels;

/* Every `step`th of the cells before `end`, in two chains. */
CLR_FN double clr_sum_of_cells(const __local double *cells, const uint first, const uint step,
                               const uint end)
{
    double sum  = 0.0;
    double next = 0.0;

#pragma unroll 2
    for (uint i = first; i < end; i += 2 * step) {
        sum += cells[i];
        next += i + step < end ? cells[i + step] : 0.0;
    }
    return sum + next;
}

CLR_FN clr_state clr_group_fold(const clr_memory memory, clr_state state, const uint size)
{
    __local double *const cells = (__local double *)memory.scratch;
    const uint levels  = 0 CLR_EACH_EXACT(CLR_COUNT_LEVELS);
    const uint sharers = min((uint)CLR_SHARERS, size);
    uint done          = 0;

    CLR_EACH_EXACT(CLR_MARK)
    clr_meet(memory);
    CLR_EACH_EXACT(CLR_CUT)
    clr_meet(memory);
    for (uint i = CLR_ITEM; i < levels * sharers; i += size) {
        __local double *level = cells + i / sharers * size;

        level[i % sharers] = clr_sum_of_cells(level, i % sharers, sharers, size);
    }
    clr_meet(memory);
    for (uint i = CLR_ITEM; i < levels; i += size)
        cells[i * size] = clr_sum_of_cells(cells + i * size, 0, 1, sharers);
    clr_meet(memory);
    done = 0;
    if (clr_speaks()) {
        CLR_EACH_EXACT(CLR_PUT_TOGETHER)
    }
    return state;
}
