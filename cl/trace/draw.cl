/* draw - the fence's clr_draw(), which also notes the number that was drawn, and whether it is the last. */
/*
 * needs:    clr_memory clr_draw clr_note CLR_TRACE_DRAW
 * provides: clr_draw_noted
 */
CLR_FN uint clr_draw_noted(const clr_memory memory, __global uint *ticket)
{
    const uint number = clr_draw(ticket);

    clr_note(memory, CLR_TRACE_DRAW, number, number == get_num_groups(0) - 1);
    return number;
}

#define clr_draw(ticket) clr_draw_noted(memory, ticket)
