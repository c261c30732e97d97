/* states - a team leaves the states of one result of many, for accumulators: sums that may have
 * lost something by all digits (cl/again/leave.cl), other members as they were folded beside. Its
 * alternative, which makes values, is cl/again/results.cl. */
#define CLR_LEAVE(k)                                                                               \
    clr_m##k##_leave(memory, again, found, is_ours, &CLR_STATE_OF(*left, k), bins);
#define CLR_ROUNDED_SCRATCH __local clr_rounded *rounded = 0;

typedef uint clr_rounded; /* nothing is rounded */

CLR_FN void clr_make_again(const clr_memory memory, const clr_again again, const clr_job job,
                           const clr_span found, const clr_state state, const bool is_ours,
                           __local clr_rounded *rounded)
{
    __global uchar *at       = job.left_states + job.place * CLR_LEFT_SIZE + CLR_LEFT_STATE;
    __global clr_saved *left = (__global clr_saved *)at;
    __global uchar *bins     = job.left_bins + job.place * CLR_LEFT_BINS;

    if (is_ours && again.slot->first == CLR_ITEM)
        clr_deliver(memory, job, state);
    CLR_EACH_UNSURE_STATE(CLR_LEAVE)
}
