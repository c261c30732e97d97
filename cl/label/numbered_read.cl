/* numbered_read - CLR_ALSO_DO of cl/label/numbered.cl for structs of what has been read: the number
 * of each of a vector's elements, and how many elements there are in all. `each` and `lane` are the
 * caller's, as in cl/load/lanes_each.cl. */
#define CLR_ALSO_CLR_INPUT_FIELD                                                                   \
    uint number[CLR_WIDTH];                                                                        \
    ulong all;

/* for cl/read/by_index.cl */
#define CLR_ALSO_CLR_READ_AT                                                                       \
    inputs.number[0] = span.numbers[i];                                                            \
    inputs.all       = span.all;
#define CLR_ALSO_CLR_LANES_FIELD CLR_ALSO_CLR_INPUT_FIELD
#define CLR_ALSO_CLR_READ_LANE                                                                     \
    each.each.number[lane] = span.numbers[i + lane];                                               \
    each.each.all          = span.all;
