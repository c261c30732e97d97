/* no_runs_abreast - a team's item folds one vector of each result at a time. */
CLR_FN uint clr_runs_abreast(const clr_memory memory, const clr_row_vectors *rows, const uint first,
                             const uint step, clr_along *alongs)
{
    return first;
}
