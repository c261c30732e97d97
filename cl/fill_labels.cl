/*
 * fill_labels - delivers fillers for the labels that no index along the labelled axes has (labels
 * along axes, sorted): nobody folds anything for them. The filler is made once. A group has some
 * labels at a time, or a part of one label's results; an item has CLR_LANES neighbouring results of
 * a label.
 */
/* Results of a label from number `first` on. */
CLR_FN void clr_fill_lanes(clr_job job, const clr_given *given, const ulong first, const ulong rows)
{
    const uint end = (uint)min((ulong)CLR_LANES, rows - first);

    job.place += first;
    if (end == CLR_LANES && clr_takes_vectors(job)) {
        clr_give_vectors(job, given);
        return;
    }
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        if (lane < end)
            clr_give_lane(job, lane, given);
        job.place++;
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_fill_labels(CLR_OUTPUT_PARAMETERS __global const uint *begins,
                     const uint labels, const ulong rows CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* nobody shares anything */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const ulong vectors = (rows + CLR_LANES - 1) / CLR_LANES;
    const uint  across  = (uint)min(max(vectors, 1ul), (ulong)CLR_GROUP_SIZE);
    const uint  deep    = CLR_GROUP_SIZE / across;
    const uint  down    = CLR_ITEM / across;
    const ulong parts   = (vectors + across - 1) / across;
    const clr_share share = clr_share_of_group((labels + deep - 1ul) / deep * parts);
    clr_given given;
    clr_job   job;

    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.total  = 0;
    job.status = CLR_OK;
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++)
        clr_make_given(memory, job, clr_empty(), lane, &given);
    for (ulong turn = share.first; turn < share.end; turn += share.step) {
        const ulong block = parts > 1 ? turn / parts : turn;
        const ulong label = block * deep + down;
        const ulong first = ((turn - block * parts) * across + CLR_ITEM - down * across) * CLR_LANES;

        job.place = first_place + label * rows;
        if (down < deep && label < labels && first < rows && begins[label] == begins[label + 1])
            clr_fill_lanes(job, &given, first, rows);
    }
}
