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
