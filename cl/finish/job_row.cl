/* job_row - the job of one result of many, and the parameters by which a kernel is told where
 * results go: the arrays, the first result's place there, and what variances take off their counts
 * (ddof). */
#define CLR_ARRAY_PARAMETER(r, name, type, good, bad) __global type *name,
#define CLR_ARRAY_FIELD(r, name, type, good, bad)     __global type *name;
#define CLR_SET_ARRAY(r, name, type, good, bad)       job.name = name;
#define CLR_OUTPUT_PARAMETERS                                                                      \
    CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER) const ulong first_place CLR_EACH_DDOF(CLR_DDOF_PARAMETER),

typedef struct clr_job {
    __global clr_saved *states; /* the result's partials */
    __global uint *ticket;      /* counts groups that have left a partial of the result */
    uint left;                  /* groups that share the result ... */
    uint part;                  /* ... and this group's number among them */
    ulong total;                /* elements */
    ulong place;                /* index of the result in the arrays */
    int status;                 /* known before the elements are read */
    CLR_EACH_ARRAY(CLR_ARRAY_FIELD)
} clr_job;
