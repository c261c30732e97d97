/* handle - what an item's functions are given of memory: pointers to the group's cells, the bins of
 * exact sums, the groups' claims, and the log of traced plans, as far as the plan has them; and
 * what variances take off their counts (ddof), which all that makes results of states needs. */
#define CLR_DDOF_FIELD(r)     ulong ddof##r;
#define CLR_DDOF_PARAMETER(r) , const ulong ddof##r
#define CLR_DDOF_NAME(r)      , ddof##r
#define CLR_NO_DDOF(r)        , 0 /* of kernels that make no results */

typedef struct clr_memory {
    __local clr_state *scratch;
    CLR_SHARED_FIELDS
} clr_memory;

CLR_FN clr_memory clr_memory_of(CLR_MEMORY_PARAMETERS)
{
    const clr_memory memory = {CLR_MEMORY_ARGUMENTS};

    return memory;
}

CLR_FN __local clr_state *clr_cell_at(const clr_memory memory, const uint cell)
{
    return memory.scratch + cell;
}
