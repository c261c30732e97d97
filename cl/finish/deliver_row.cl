/* deliver_row - delivers one result of many: each field of its record goes to an array of its own,
 * if the caller wants that array. A result without a value gets a filler: the bytes of
 * CLR_FILLER_r, or an index of all bits. Its alternative is cl/finish/deliver_state.cl. */
#define CLR_DEFINE_FILLER(r, bits_of)                                                              \
    CLR_FN clr_r##r##_value clr_r##r##_filler(void)                                                \
    {                                                                                              \
        union {                                                                                    \
            ulong            bits;                                                                 \
            clr_r##r##_value value;                                                                \
        } filler;                                                                                  \
                                                                                                   \
        filler.bits = bits_of;                                                                     \
        return filler.value;                                                                       \
    }

CLR_EACH_FILLED(CLR_DEFINE_FILLER)

#define CLR_JUDGE(r, least, found)                                                                 \
    const int status##r   = job.status != CLR_OK ? job.status                                      \
                            : job.total < least  ? CLR_ERROR_EMPTY                                 \
                                                 : found;                                          \
    const bool has_value##r = status##r == CLR_OK || status##r == CLR_ERROR_OVERFLOW;
#define CLR_GIVE(r, name, type, good, bad)                                                         \
    if (job.name)                                                                                  \
        job.name[job.place] = has_value##r ? good : bad;

CLR_FN void clr_give_record(const clr_memory memory, const clr_job job, const clr_state state,
                            const clr_record record)
{
    CLR_EACH_JUDGED(CLR_JUDGE)
    CLR_EACH_ARRAY(CLR_GIVE)
    clr_note_state(memory, CLR_TRACE_DELIVER, job.place, state);
}

CLR_COLD void clr_deliver(const clr_memory memory, const clr_job job, const clr_state folded)
{
    const clr_state state = job.total ? folded : clr_empty();

    clr_give_record(memory, job, state, clr_lower(memory, state, job.total));
}
