/*
 * leave - a team leaves a member's sum for an accumulator by all its digits, where a group would
 * leave its bins (cl/exact/state.cl). The digits are added in the team's own cells if these reach
 * as far as its elements do, else in cells of other teams, as many teams at a time as there is room
 * for. All items of the band call it together.
 */
/* Cells for all digits; the lowest one begins at a whole digit of 32 bits, up to 31 binades below
 * the elements. */
CLR_FN uint CLR_OF(far_cells)(void)
{
    return CLR_CELLS_FOR(CLR_OF(binades)() + 31);
}

/* Writes the sum of the cells, which overwrites them, in two's complement. */
CLR_LENGTHY void CLR_OF(leave_digits)(__local int *cells, const int top, const int lowest,
                                      __global uint *digits)
{
    const clr_limbs sum = clr_cells_sum(cells, clr_cells_of(top, lowest));
    const int below     = (lowest + CLR_LEFT_DEPTH) / 32; /* digits that are 0 */
    uint borrow         = 0;

    for (int i = 0; i < CLR_LEFT_DIGITS; i++)
        digits[i] = clr_limbs_signed(sum, i - below, &borrow);
}

/* The state's doubles are the identity's, as the digits hold the sum; the count of elements stays
 * as clr_deliver() has left it. */
CLR_FN void CLR_OF(leave_seen)(__global CLR_OF(saved) *saved, const uint seen)
{
    for (uint k = 0; k < CLR_TERMS; k++)
        saved->term[k] = k ? 0.0 : -0.0;
    saved->lost = seen;
}

CLR_FN void CLR_OF(leave)(const clr_memory memory, const clr_again again, const clr_span span,
                          const bool is_ours, __global CLR_OF(saved) *saved, __global uchar *bins)
{
    const clr_team team    = again.team;
    __local clr_slot *slot = again.slot;
    __local int *near      = again.cells + team.team * CLR_NEAR_CELLS;
    __global uint *digits  = (__global uint *)(bins + CLR_LEFT_DIGITS_AT);
    const uint far_cells   = CLR_OF(far_cells)();

    clr_again_begin(memory, again, near, CLR_NEAR_CELLS, span.count != 0);
    CLR_OF(find_reach)(memory, span, team.item, team.items, &slot->reach);
    clr_band_meet(memory, again.band);

    const clr_reach reach = slot->reach;
    /* The digit of 32 bits that has the elements' lowest bit begins here. */
    const int lowest      = ((reach.lowest + CLR_LEFT_DEPTH) & ~31) - CLR_LEFT_DEPTH;
    const bool is_zero    = clr_reach_is_zero(reach);
    const bool is_near    = !is_zero && clr_cells_of(reach.top, lowest) <= CLR_NEAR_CELLS;

    if (is_near)
        CLR_OF(add_digits)(memory, span, team.item, team.items, near, lowest);
    clr_band_meet(memory, again.band);
    if (is_ours && slot->first == CLR_ITEM) {
        CLR_OF(leave_seen)(saved, reach.seen | (is_zero ? 0 : CLR_SEEN_BINS));
        if (is_near)
            CLR_OF(leave_digits)(near, reach.top, lowest, digits);
        else if (!is_zero)
            slot->place = atomic_inc(again.waiting);
    }
    clr_band_meet(memory, again.band);

    /* A turn even if no team waits: PoCL 3.1 fails on loops with barriers that are left out. */
    uint turn = 0;

    do {
        __local int *far = clr_far_at(again, far_cells);

        if (clr_is_far(again, far_cells, turn))
            for (uint i = team.item; i < far_cells; i += team.items)
                far[i] = 0;
        clr_band_meet(memory, again.band);
        if (clr_is_far(again, far_cells, turn))
            CLR_OF(add_digits)(memory, span, team.item, team.items, far, lowest);
        clr_band_meet(memory, again.band);
        if (clr_is_far(again, far_cells, turn) && slot->first == CLR_ITEM)
            CLR_OF(leave_digits)(far, reach.top, lowest, digits);
        clr_band_meet(memory, again.band);
        turn++;
    } while (turn * clr_far_teams(again, far_cells) < *again.waiting);
}
