/* band_of_group - the items that take results side by side and wait for each other are a group. */
/* From item `first` of the group on. */
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
