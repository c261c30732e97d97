/* combine - the combination of two states under the name that cl/group and cl/shuffle use in
 * kernels of passes. A block (docs/blocks.md: functions for kernels of the caller's own) has one
 * state, and no bins. */
CLR_FN clr_state clr_combine(const clr_memory memory, const clr_state a, const clr_state b)
{
    return CLR_OF(combine)(a, b);
}
