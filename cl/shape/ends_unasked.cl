/* ends_unasked - nothing is read behind a result: nobody asks where what may be read ends. */
/*
 * provides: clr_ends_of
 */
#define clr_ends_of(shape, inputs, rows) (inputs)
