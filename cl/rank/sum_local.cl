/*
 * sum_local - a team is a whole group, which adds up in local memory. Three cells take turns: one is
 * added to, the next one is blanked meanwhile, and the one before may still be read, so that one
 * barrier a sum is enough. Its alternative is cl/rank/sum_nvidia.cl.
 */
#define CLR_TEAMS       1
#define CLR_TEAM_MEMORY                                                                            \
    __local uint cells[3];                                                                         \
    if (CLR_ITEM == 0)                                                                             \
        cells[0] = cells[1] = cells[2] = 0;                                                        \
    CLR_GROUP_BARRIER

/* Goes on to the next cell, which it blanks; returns the present one. */
CLR_FN __local uint *clr_take_turn(__local uint *cells, uint *turn)
{
    __local uint *cell = cells + *turn;

    *turn = (*turn + 1) % 3;
    if (CLR_ITEM == 0)
        cells[*turn] = 0;
    return cell;
}

CLR_FN uint clr_team_sum(__local uint *cells, uint *turn, const uint mine)
{
    __local uint *cell = clr_take_turn(cells, turn);

    atomic_add(cell, mine);
    CLR_GROUP_BARRIER
    return *cell;
}

CLR_FN uint clr_team_max(__local uint *cells, uint *turn, const uint mine)
{
    __local uint *cell = clr_take_turn(cells, turn);

    atomic_max(cell, mine);
    CLR_GROUP_BARRIER
    return *cell;
}
