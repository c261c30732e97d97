/*
 * give_lanes - delivers the results of an item's lanes: as vectors where the results are neighbours
 * and the arrays are aligned, else one by one. Vectors saved registers (140 for 157 of exact f32)
 * and made 3 x 89478485 over axis 0 0.52 of flat for 0.45 on an H200
 * (docs/history/2026-11-25-stages.md, "What limits each shape").
 */
#define CLR_ALL_LANES ((1u << CLR_LANES) - 1)

/* The alignment of a vector of results, 16 bytes at most. */
#define CLR_LANES_SIZE(type)      (sizeof(type) * CLR_LANES)
#define CLR_LANES_ALIGNMENT(type) ((CLR_LANES_SIZE(type) | 16) & -(CLR_LANES_SIZE(type) | 16))

#define CLR_GIVEN_TYPE(r, name, type, good, bad)                                                   \
    typedef struct __attribute__((aligned(CLR_LANES_ALIGNMENT(type)))) given_##name {          \
        type lanes[CLR_LANES];                                                                     \
    } given_##name;
#define CLR_GIVEN_FIELD(r, name, type, good, bad) given_##name name;

CLR_EACH_ARRAY(CLR_GIVEN_TYPE)

typedef struct clr_given {
    CLR_EACH_ARRAY(CLR_GIVEN_FIELD)
} clr_given;

#define CLR_MAKE_GIVEN(r, name, type, good, bad) given->name.lanes[lane] = has_value##r ? good : bad;
#define CLR_GIVE_LANE(r, name, type, good, bad)                                                    \
    if (job.name)                                                                                  \
        job.name[job.place] = given->name.lanes[lane];
#define CLR_TAKES_VECTOR(r, name, type, good, bad)                                                 \
    takes &= !job.name || (uintptr_t)(job.name + job.place) % CLR_LANES_ALIGNMENT(type) == 0;
#define CLR_GIVE_VECTOR(r, name, type, good, bad)                                                  \
    if (job.name)                                                                                  \
        *(__global given_##name *)(job.name + job.place) = given->name;

CLR_FN void clr_make_given(const clr_memory memory, const clr_job job, const clr_state folded,
                           const uint lane, clr_given *given)
{
    const clr_state  state  = job.total ? folded : clr_empty();
    const clr_record record = clr_lower(memory, state, job.total);

    CLR_EACH_JUDGED(CLR_JUDGE)
    CLR_EACH_ARRAY(CLR_MAKE_GIVEN)
}

CLR_FN void clr_give_lane(const clr_job job, const uint lane, const clr_given *given)
{
    CLR_EACH_ARRAY(CLR_GIVE_LANE)
}

/* Whether all arrays are aligned at the first lane's result. */
CLR_FN bool clr_takes_vectors(const clr_job job)
{
    bool takes = true;

    CLR_EACH_ARRAY(CLR_TAKES_VECTOR)
    return takes;
}

CLR_FN void clr_give_vectors(const clr_job job, const clr_given *given)
{
    CLR_EACH_ARRAY(CLR_GIVE_VECTOR)
}
