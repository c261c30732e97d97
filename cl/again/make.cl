/*
 * make - a team makes one result from integers: it finds the reach of its elements, adds their
 * uppermost digits to its near cells, and rounds if these decide (Ziv, 1991). Else it draws a place
 * among the teams that wait, and adds all digits in its turn, in far cells, which are other teams'
 * cells, too: as many teams in a turn as there is room for. All items of the band call it together,
 * for the barriers.
 *
 * cl/again/sum.cl or spread.cl says how. A variance has two sums: digits of the elements' sum begin
 * at cell 1, digits of the sum of squares at near cell CLR_NEAR_SQUARES, or at far cell
 * far_squares(). The quota has the divisor of the sum (cl/again/cells.cl).
 */
CLR_FN void CLR_OUT(make)(const clr_memory memory, const clr_again again, const clr_span span,
                          const clr_quota quota, __local ulong *bits)
{
    const clr_team team    = again.team;
    __local clr_slot *slot = again.slot;
    __local int *near      = again.cells + team.team * CLR_NEAR_CELLS;
    const uint far_cells   = CLR_OUT(far_cells)();

    clr_again_begin(memory, again, near, CLR_OUT(near_cells)(), span.count != 0);
    CLR_OF(find_reach)(memory, span, team.item, team.items, &slot->reach);
    clr_band_meet(memory, again.band);

    const clr_reach reach = slot->reach;
    /* Even, as a root halves the exponent; other results do not mind. */
    const int lowest      = max(reach.lowest, reach.top - CLR_OUT(window)()) & ~1;
    const bool is_special = clr_reach_is_endless(reach) || clr_reach_is_zero(reach);

    if (!is_special)
        CLR_OUT(add_digits)(memory, span, team.item, team.items, near, CLR_NEAR_SQUARES, lowest);
    clr_band_meet(memory, again.band);
    if (slot->first == CLR_ITEM) {
        if (is_special)
            *bits = CLR_OUT(special)(reach);
        else if (!CLR_OUT(near_bits)(near, CLR_NEAR_SQUARES, lowest, quota, bits))
            slot->place = atomic_inc(again.waiting);
    }
    clr_band_meet(memory, again.band);

    /* A turn even if no team waits: PoCL 3.1 fails on loops with barriers that are left out. */
    uint turn = 0;

    do {
        if (clr_is_far(again, far_cells, turn))
            CLR_OUT(clear_far)(clr_far_at(again, far_cells), team.item, team.items, reach.top,
                               reach.lowest);
        clr_band_meet(memory, again.band);
        if (clr_is_far(again, far_cells, turn))
            CLR_OUT(add_digits)(memory, span, team.item, team.items, clr_far_at(again, far_cells),
                                CLR_OUT(far_squares)(), reach.lowest);
        clr_band_meet(memory, again.band);
        if (clr_is_far(again, far_cells, turn) && slot->first == CLR_ITEM)
            *bits = CLR_OUT(far_bits)(clr_far_at(again, far_cells), reach.top, reach.lowest, quota);
        clr_band_meet(memory, again.band);
        turn++;
    } while (turn * clr_far_teams(again, far_cells) < *again.waiting);
}
