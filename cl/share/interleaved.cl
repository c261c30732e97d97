/*
 * interleaved - the tiles of a group on a GPU: as far apart as there are groups, so that all groups
 * walk through memory side by side. Its alternative is cl/share/contiguous.cl.
 */
CLR_FN clr_share clr_share_of_group(const ulong tiles)
{
    const clr_share share = {get_group_id(0), tiles, get_num_groups(0)};

    return share;
}
