/* left_rows - leaves a label's exact sum for an accumulator: what the label has seen
 * (CLR_SEEN_...), and the sum of its rows in two's complement. */
CLR_COLD void clr_leave_state(const clr_memory memory, const clr_job job, __global uchar *at,
                              const clr_state state)
{
    __global uint *to = (__global uint *)at;
    CLR_LIMB_SPACE uint limbs[CLR_DIGITS];
    const clr_limbs sum = clr_m0_number_of(state, limbs);
    uint borrow = 0;

    to[0] = state.seen;
    for (int i = 0; i < CLR_DIGITS; i++)
        to[1 + i] = clr_limbs_signed(sum, i, &borrow);
}
