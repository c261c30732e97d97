/*
 * team - a team that makes a result by digits, and the band of teams that wait for each other at
 * barriers. Each item brings CLR_NEAR_CELLS cells to its band: enough for its team's uppermost
 * digits. All digits need more, so teams that want them draw places by an atomic, and take turns in
 * the band's cells.
 */
/* Cells of a group: at least room for all digits of one result. */
#define CLR_AGAIN_CELLS                                                                            \
    (CLR_GROUP_SIZE * CLR_NEAR_CELLS > CLR_FAR_CELLS ? CLR_GROUP_SIZE * CLR_NEAR_CELLS             \
                                                     : CLR_FAR_CELLS)

#define CLR_DECIDED UINT_MAX

/* A team's words in local memory. PoCL 3.1 takes a condition that is known before a barrier to be
 * the same for all items (docs/history/2026-11-27-made-again.md): so conditions around barriers are
 * asked of these words. */
typedef struct clr_slot {
    clr_reach reach;
    uint first; /* the team's first item, which rounds */
    uint place; /* among the teams that wait for all digits; or CLR_DECIDED */
} clr_slot;

typedef struct clr_again {
    clr_band band;
    clr_team team;
    __local clr_slot *slot;
    __local uint *waiting; /* the band's teams that wait for all digits */
    __local int *cells;    /* the band's: CLR_NEAR_CELLS for each item */
} clr_again;

/* Clears the first `cells` of a team's cells, and its slot, before a sum is made. */
CLR_FN void clr_again_begin(const clr_memory memory, const clr_again again,
                            volatile __local int *near, const uint cells, const bool has_elements)
{
    for (uint i = again.team.item; i < cells; i += again.team.items)
        near[i] = 0;
    if (again.team.item == 0) {
        again.slot->reach = clr_reach_none(has_elements);
        again.slot->place = CLR_DECIDED;
    }
    clr_band_meet(memory, again.band);
    if (again.slot->first == CLR_ITEM && CLR_ITEM == again.band.first)
        *again.waiting = 0; /* all have read the number before it */
}

/* How many teams of a band have room for all digits at a time, each in `cells` cells. */
CLR_FN uint clr_far_teams(const clr_again again, const uint cells)
{
    return max(again.band.items * CLR_NEAR_CELLS / cells, 1u);
}

/* Whether this team adds all its digits in this turn. */
CLR_FN bool clr_is_far(const clr_again again, const uint cells, const uint turn)
{
    return again.slot->place / clr_far_teams(again, cells) == turn;
}

/* The team's cells in its turn. */
CLR_FN __local int *clr_far_at(const clr_again again, const uint cells)
{
    return again.cells + again.slot->place % clr_far_teams(again, cells) * cells;
}
