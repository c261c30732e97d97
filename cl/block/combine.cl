/* combine - a block's one state is joined as its fold has it. */
CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    return CLR_OF(combine)(a, b);
}
