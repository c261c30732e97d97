/* elements - a run's vectors seen as single numbers, for loops over elements. */
typedef union CLR_RUN_AT(elements) {
    CLR_AT(lifted) lanes[CLR_LENGTH];
    CLR_OF(lifted) each[CLR_LENGTH * CLR_WIDTH];
} CLR_RUN_AT(elements);

CLR_FN CLR_RUN_AT(elements) CLR_RUN_AT(elements_of)(const CLR_AT(lifted) *lifted)
{
    CLR_RUN_AT(elements) elements;

#pragma unroll
    for (uint l = 0; l < CLR_LENGTH; l++) {
        elements.lanes[l] = lifted[l];
    }
    return elements;
}
