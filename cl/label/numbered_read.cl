/* numbered_read - CLR_ALSO_DO of cl/label/numbered.cl for what has been read: indices and numbers
 * of a vector's elements. */
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
