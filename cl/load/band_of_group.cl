/* band_of_group - a band is the items whose teams take results side by side and wait for each other
 * at barriers: here the whole group. Its alternative is cl/load/band_of_warp.cl. */
/* A band: items from item `first` of the group on. */
typedef struct clr_band {
    uint first;
    uint items;
} clr_band;

CLR_FN clr_band clr_band_of(const uint team_items)
{
    const clr_band band = {0, CLR_GROUP_SIZE};

    return band;
}

CLR_FN clr_share clr_share_of_band(const clr_band band, const ulong tiles)
{
    return clr_share_of_group(tiles);
}

CLR_FN void clr_band_meet(const clr_memory memory, const clr_band band)
{
    clr_meet(memory);
}
