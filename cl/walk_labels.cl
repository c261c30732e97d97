/*
 * walk_labels - labels along axes, sorted, in one pass over the elements: each item has a tile of
 * the sorted labels (cl/walk/tile.cl) and a vector of each label's results. Results of a label that
 * begins and ends in the tile are delivered; partials of other labels are left to
 * cl/join_labels.cl.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_walk_labels(CLR_WALK_PARAMETERS CLR_LIST_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* nobody shares anything */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    CLR_MAKE_SORTED
    const ulong turns = clr_tile_count(sorted) * vectors;
    const clr_share share = clr_share_of_group((turns + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    for (ulong group = share.first; group < share.end; group += share.step) {
        const ulong turn   = group * CLR_GROUP_SIZE + CLR_ITEM;
        const uint  tile   = (uint)(turn / vectors);
        const ulong vector = turn - tile * vectors;
        const uint  first  = tile * length;
        __global clr_saved *head = states + (tile * 2 * vectors + vector) * CLR_LANES;
        clr_results results;

        if (turn >= turns)
            break;
        clr_number_results(shape, first_vector + vector, rows, line_vectors, lie, &results);
        clr_place_results(shape, span, job, &results);
        results.span = clr_find_alignment(results.span);
        clr_walk_tile(memory, sorted, &results, first, first + min(length, sorted.count - first), rows,
                      lie, head, head + vectors * CLR_LANES CLR_LIST_ARGUMENTS);
    }
}
