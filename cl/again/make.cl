/*
 * make - a team makes a result by digits: it looks for the reach of its elements, adds their
 * uppermost digits, and rounds if these decide (Ziv, 1991). Else it adds all digits, in cells of
 * other teams: as many teams at a time as there is room for.
 */
/* Teams of a band that have room for all digits at a time. */
CLR_FN uint CLR_OUT(far_teams)(const clr_again again)
{
    return max(again.band.items * CLR_NEAR_CELLS / CLR_OUT(far_cells)(), 1u);
}

/* Whether it is this team's turn. */
CLR_FN bool CLR_OUT(is_far)(const clr_again again, const uint turn)
{
    return again.slot->place / CLR_OUT(far_teams)(again) == turn;
}

/* The team's cells then. */
CLR_FN __local int *CLR_OUT(far_at)(const clr_again again)
{
    return again.cells + again.slot->place % CLR_OUT(far_teams)(again) * CLR_OUT(far_cells)();
}

CLR_FN void CLR_OUT(make)(const clr_memory memory, const clr_again again, const clr_span span,
                          const ulong count, __local ulong *bits)
{
    const clr_team team    = again.team;
    __local clr_slot *slot = again.slot;
    __local int *near      = again.cells + team.team * CLR_NEAR_CELLS;

    for (uint i = team.item; i < CLR_OUT(near_cells)(); i += team.items)
        near[i] = 0;
    if (team.item == 0) {
        slot->reach = clr_reach_none(span.count != 0);
        slot->first = CLR_ITEM;
        slot->place = CLR_DECIDED;
    }
    clr_band_meet(memory, again.band);
    if (slot->first == CLR_ITEM && CLR_ITEM == again.band.first)
        *again.waiting = 0; /* all have read the number before it */
    CLR_OF(find_reach)(memory, span, team.item, team.items, &slot->reach);
    clr_band_meet(memory, again.band);

    const clr_reach reach = slot->reach;
    const int lowest      = max(reach.lowest, reach.top - CLR_OUT(window)()) & ~1; /* for roots */
    const bool is_special = clr_reach_is_endless(reach) || clr_reach_is_zero(reach);

    if (!is_special)
        CLR_OUT(add_digits)(memory, span, team.item, team.items, near, CLR_NEAR_SQUARES, lowest);
    clr_band_meet(memory, again.band);
    if (slot->first == CLR_ITEM) {
        if (is_special)
            *bits = CLR_OUT(special)(reach);
        else if (!CLR_OUT(near_bits)(near, CLR_NEAR_SQUARES, lowest, count, bits))
            slot->place = atomic_inc(again.waiting);
    }
    clr_band_meet(memory, again.band);

    /* A turn even if no team waits: PoCL 3.1 fails on loops with barriers that are left out. */
    uint turn = 0;

    do {
        if (CLR_OUT(is_far)(again, turn))
            CLR_OUT(clear_far)(CLR_OUT(far_at)(again), team.item, team.items, reach.top,
                               reach.lowest);
        clr_band_meet(memory, again.band);
        if (CLR_OUT(is_far)(again, turn))
            CLR_OUT(add_digits)(memory, span, team.item, team.items, CLR_OUT(far_at)(again),
                                CLR_OUT(far_squares)(), reach.lowest);
        clr_band_meet(memory, again.band);
        if (CLR_OUT(is_far)(again, turn) && slot->first == CLR_ITEM)
            *bits = CLR_OUT(far_bits)(CLR_OUT(far_at)(again), reach.top, reach.lowest, count);
        clr_band_meet(memory, again.band);
        turn++;
    } while (turn * CLR_OUT(far_teams)(again) < *again.waiting);
}
