/*
 * band_of_warp - a band is the items whose teams take results side by side and wait for each other:
 * here a warp, so that no barrier waits for the whole group; for teams larger than a warp it is the
 * group. Fast rows of 1000 gained 2 % of flat, segments of 64 to 1024 on average 2 to 5
 * (docs/history/2026-11-25-registers-and-giants.md, "Teams that wait for their warp").
 */
#define CLR_WARP 32u

/* A band: items from item `first` of the group on. */
typedef struct clr_band {
    uint first;
    uint items;
} clr_band;

CLR_FN clr_band clr_band_of(const uint team_items)
{
    const bool is_warp  = team_items <= CLR_WARP;
    const clr_band band = {is_warp ? CLR_ITEM & ~(CLR_WARP - 1) : 0,
                           is_warp ? CLR_WARP : CLR_GROUP_SIZE};

    return band;
}

CLR_FN clr_share clr_share_of_band(const clr_band band, const ulong tiles)
{
    const uint bands      = CLR_GROUP_SIZE / band.items;
    const clr_share share = {get_group_id(0) * bands + band.first / band.items, tiles,
                             get_num_groups(0) * bands};

    return share;
}

CLR_FN void clr_band_meet(const clr_memory memory, const clr_band band)
{
    if (band.items == CLR_WARP)
        clr_meet_in_step(memory, CLR_GROUP_SIZE);
    else
        clr_meet(memory);
}
