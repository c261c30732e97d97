/*
 * contiguous - the tiles of a group on a CPU: consecutive ones, so that a core reads memory of its
 * own forward. Groups' tiles differ by at most one.
 */
CLR_FN clr_share clr_share_of_group(const ulong tiles)
{
    const ulong group  = get_group_id(0);
    const ulong groups = get_num_groups(0);
    const ulong length = tiles / groups;
    const ulong longer = tiles % groups; /* groups with one tile more */
    const ulong first  = group * length + min(group, longer);
    const clr_share share = {first, first + length + (group < longer ? 1 : 0), 1};

    return share;
}
