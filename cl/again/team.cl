/* team - a team that makes a result by digits, and the band of teams that do so side by side. */
/* Cells of a group. */
#define CLR_AGAIN_CELLS                                                                            \
    (CLR_GROUP_SIZE * CLR_NEAR_CELLS > CLR_FAR_CELLS ? CLR_GROUP_SIZE * CLR_NEAR_CELLS             \
                                                     : CLR_FAR_CELLS)

#define CLR_DECIDED UINT_MAX

/* What a team has in local memory. PoCL 3.1 asks conditions that are known before a barrier of one
 * item, for all: here they are asked of local memory. */
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

/* Teams of a band that have room for all digits, in so many cells, at a time. */
CLR_FN uint clr_far_teams(const clr_again again, const uint cells)
{
    return max(again.band.items * CLR_NEAR_CELLS / cells, 1u);
}

/* Whether it is this team's turn. */
CLR_FN bool clr_is_far(const clr_again again, const uint cells, const uint turn)
{
    return again.slot->place / clr_far_teams(again, cells) == turn;
}

/* The team's cells then. */
CLR_FN __local int *clr_far_at(const clr_again again, const uint cells)
{
    return again.cells + again.slot->place % clr_far_teams(again, cells) * cells;
}
