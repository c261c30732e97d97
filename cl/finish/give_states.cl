/* give_states - cl/finish/give_lanes.cl where states are left for accumulators: each lane's state
 * is written by itself. For cl/load/results.cl, which asks CLR_ALL_LANES first. */
#define CLR_ALL_LANES ((1u << CLR_LANES) - 1)

typedef struct clr_given {
    clr_memory memory;
    clr_state  states[CLR_LANES];
} clr_given;

CLR_FN void clr_make_given(const clr_memory memory, const clr_job job, const clr_state folded,
                           const uint lane, clr_given *given)
{
    given->memory       = memory;
    given->states[lane] = folded;
}

CLR_FN void clr_give_lane(const clr_job job, const uint lane, const clr_given *given)
{
    clr_deliver(given->memory, job, given->states[lane]);
}

CLR_FN bool clr_takes_vectors(const clr_job job)
{
    return false;
}

CLR_FN void clr_give_vectors(const clr_job job, const clr_given *given)
{
}
