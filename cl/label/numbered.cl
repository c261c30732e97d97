/*
 * numbered - the number that an element has among all, and how many there are, go along with the
 * inputs: CLR_EACH_INPUT(DO) ends with CLR_ALSO_DO, which says here what DO is of the list of elements
 * sorted by label. Maps and conditions that name i or n mean these, and not those of the segment.
 */
#define CLR_ALSO_CLR_INPUT_PARAMETER                                                               \
    __global const uint *all_numbers, __global const ulong *there, const ulong there_index,        \
        const ulong most_there,
#define CLR_ALSO_CLR_POINTER_FIELD                                                                 \
    __global const uint *numbers;                                                                  \
    ulong all;
#define CLR_ALSO_CLR_SET_INPUT                                                                     \
    span.numbers = all_numbers;                                                                    \
    span.all     = there ? min(there[there_index], most_there) : most_there;
#define CLR_ALSO_CLR_MOVE_ON       span.numbers += first;
#define CLR_ALSO_CLR_BEGIN_AT      span->numbers += begin;

/* cl/element/mapped.cl */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT                                                                 \
    one.number[0] = inputs.number[lane];                                                           \
    one.all       = inputs.all;
