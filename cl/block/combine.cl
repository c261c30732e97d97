/* combine - combines two of a block's states. */
CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    return CLR_OF(combine)(a, b);
}
