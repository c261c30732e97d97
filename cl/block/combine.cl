/* combine - a block's one state is joined as its fold has it. */
/*
 * needs:    clr_state clr_memory CLR_OF(combine)
 * provides: clr_combine
 */
CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    return CLR_OF(combine)(a, b);
}
