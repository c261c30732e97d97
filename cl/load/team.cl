/* team - a team is neighbouring items of a group that fold results together; their number is a
 * power of two. */
/* An item's number in its team, its team's number, and how many there are of each. */
typedef struct clr_team {
    uint item;
    uint items;
    uint team;
    uint teams;
} clr_team;

/* The team of this item, if `all` items from item `first` of the group on form teams. */
CLR_FN clr_team clr_team_of(const uint first, const uint all, const uint items)
{
    const uint digits   = 31 - clz(items);
    const clr_team team = {CLR_ITEM & (items - 1), items, (CLR_ITEM - first) >> digits,
                           all >> digits};

    return team;
}
