/* take_rows - a CPU's item takes elements to rows of its own for each label, without atomics; what
 * the window does not have goes to the cells (cl/reduce_labels_near.cl). */
#define CLR_LOOKS   16u         /* first elements, which decide the window */
#define CLR_BROUGHT (64u << 10) /* more numbers exceed a core's cache, and are prefetched */

/* Takes elements from `first` on; returns the cells' rows changed. */
CLR_FN uint clr_take_rows(const clr_near blank, __global uint *seen, const clr_stretch stretch,
                          const ulong first, uint *strays)
{
    const clr_memory memory = {0};
    const bool brings = stretch.results * blank.longs > CLR_BROUGHT;
    uint     top    = 0;
    uint     others = 0;
    uint     row    = 0; /* in the window, of the last element: the next one's, most likely */
    clr_near near;

    clr_near_clear(blank);
    for (ulong i = first; i < min(stretch.end, first + CLR_LOOKS); i++)
        top = max(top, clr_near_look(memory, clr_read_inputs(stretch.span, i), stretch.base + i,
                                     stretch.all));
    near = clr_near_looked(blank, top);
    for (ulong i = first; i < stretch.end; i++) {
        const clr_inputs inputs = clr_read_inputs(stretch.span, i);
        const ulong label = clr_stretch_label(stretch, i);

        if (brings && i + CLR_ELEMENTS_AHEAD < stretch.end) {
            const ulong ahead = clr_stretch_label(stretch, i + CLR_ELEMENTS_AHEAD);

            clr_bring(clr_near_number(near, row, min(ahead, stretch.results)));
        }
        if (clr_stretch_goes(stretch, inputs, label, strays))
            row = clr_near_take(near, (uint)label, clr_stretch_change(stretch, inputs, i), &others);
    }
    return others | clr_near_hand_over(near, seen);
}
