/* no_runs_abreast - a team with several results side by side has enough loads in flight: its items
 * fold one vector of each result at a time. Its alternative is cl/load/runs_abreast.cl. */
CLR_FN uint clr_runs_abreast(const clr_memory memory, const clr_row_vectors *rows, const uint first,
                             const uint step, clr_along *alongs)
{
    return first;
}
