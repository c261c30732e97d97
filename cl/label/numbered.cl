/*
 * numbered - maps and conditions that name an element's index i, or the number of elements n, over
 * a list sorted by label: both are read along with the list, not taken from the segment, where the
 * element has another place. Members `numbers` and `number` are indices i of elements, as the sort
 * leaves them; `all` is n: most_there, or fewer if a device buffer `there` says so. Every list
 * CLR_EACH_INPUT(DO) ends with CLR_ALSO_DO, and these macros are what each DO does for i and n.
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

/* for cl/element/mapped.cl */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT                                                                 \
    one.number[0] = inputs.number[lane];                                                           \
    one.all       = inputs.all;
