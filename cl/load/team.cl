/* team - items that have results to themselves, neighbours whose number is a power of two. */
/* An item's: its number in its team, and that one's; how many there are in each. */
typedef struct clr_team {
    uint item;
    uint items;
    uint team;
    uint teams;
} clr_team;

/* The item's among those that `all` items make, from item `first` of the group on. */
CLR_FN clr_team clr_team_of(const uint first, const uint all, const uint items)
{
    const uint digits   = 31 - clz(items);
    const clr_team team = {CLR_ITEM & (items - 1), items, (CLR_ITEM - first) >> digits,
                           all >> digits};

    return team;
}
