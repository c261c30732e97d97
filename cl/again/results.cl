/*
 * results - a team makes the values of one result of many: those in doubt from digits
 * (cl/again/sum.cl, spread.cl), whose bits wait in the cell of the team's first item; the others
 * from the state that was folded beside. Its alternative, which leaves states, is
 * cl/again/states.cl.
 */
#define CLR_BITS_FIELD(r, k)           ulong bits##r;
#define CLR_BITS_FIELD_OF_TWO(r, k, l) CLR_BITS_FIELD(r, k)
#define CLR_MAKE(r, k)                                                                             \
    clr_r##r##_make(memory, again, found,                                                          \
                    clr_r##r##_quota_of(CLR_STATE_OF(state, k), job.total CLR_DDOF_OF_##r(memory)), \
                    &rounded[CLR_ITEM].bits##r);
#define CLR_MAKE_OF_TWO(r, k, l)       CLR_MAKE(r, k)
#define CLR_TAKE_BITS(r, k)                                                                        \
    record.result##r.value = (clr_r##r##_value)rounded[CLR_ITEM].bits##r;
#define CLR_TAKE_BITS_OF_TWO(r, k, l)  CLR_TAKE_BITS(r, k)
#define CLR_ROUNDED_SCRATCH            __local clr_rounded rounded[CLR_GROUP_SIZE];

/* The bits of the exact sums among the results of a pass: results that are rounded from digits. */
typedef struct clr_rounded {
    CLR_EACH_UNSURE(CLR_BITS_FIELD)
    CLR_EACH_UNSURE_SPREAD(CLR_BITS_FIELD_OF_TWO)
} clr_rounded;

CLR_FN void clr_make_again(const clr_memory memory, const clr_again again, const clr_job job,
                           const clr_span found, const clr_state state, const bool is_ours,
                           __local clr_rounded *rounded)
{
    CLR_EACH_UNSURE(CLR_MAKE)
    CLR_EACH_UNSURE_SPREAD(CLR_MAKE_OF_TWO)
    if (is_ours && again.slot->first == CLR_ITEM) {
        clr_record record;

        clr_lower_sure(memory, job.total ? state : clr_empty(), job.total, &record);
        CLR_EACH_UNSURE(CLR_TAKE_BITS)
        CLR_EACH_UNSURE_SPREAD(CLR_TAKE_BITS_OF_TWO)
        clr_give_record(memory, job, state, record);
    }
}
