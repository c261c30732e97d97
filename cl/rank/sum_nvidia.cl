/*
 * sum_nvidia - a team is a warp, whose sum is one instruction, PTX's redux.sync: no memory, no
 * barrier. Its alternative is cl/rank/sum_local.cl.
 */
#define CLR_TEAMS       (CLR_GROUP_SIZE / CLR_RANK_TEAM)
#define CLR_TEAM_MEMORY __local uint *cells = 0;

CLR_FN uint clr_team_sum(__local uint *cells, uint *turn, const uint mine)
{
    uint sum;

    __asm__ volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(mine));
    return sum;
}

CLR_FN uint clr_team_max(__local uint *cells, uint *turn, const uint mine)
{
    uint largest;

    __asm__ volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(largest) : "r"(mine));
    return largest;
}
