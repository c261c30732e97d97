/*
 * contiguous - which tiles a group takes on a CPU: one unbroken run, so that a core reads forward
 * through memory of its own. Runs differ by a tile at most.
 */
CLR_FN clr_share clr_share_of_group(const ulong tiles)
{
    const ulong group  = get_group_id(0);
    const ulong groups = get_num_groups(0);
    const ulong length = tiles / groups;
    const ulong longer = tiles % groups; /* so many groups take one tile more */
    const ulong first  = group * length + min(group, longer);
    const clr_share share = {first, first + length + (group < longer ? 1 : 0), 1};

    return share;
}
