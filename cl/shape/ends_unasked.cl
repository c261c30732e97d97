/* ends_unasked - no kernel of the text reads a vector that goes on behind a result (as
 * cl/load/rest_as_vector.cl does), so where the inputs end is not asked for, and any span will do.
 * Its alternatives are ends_by_axes.cl and ends_by_offsets.cl. */
#define clr_ends_of(shape, inputs, rows) (inputs)
