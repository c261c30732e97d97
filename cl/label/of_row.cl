/*
 * of_row - labels along axes without a sort: elements lie as outer x rows x inner, and each row has
 * a label, with a cell for each of outer x inner columns. An element's place is divided by the
 * extents to find its row and its column; numbers that are divided are below 2^31, so that
 * `inverse` is 2^shift / extent, rounded up, with 31 bits more than the extent has
 * (src/base/divide.h). Up to eight columns, and for few results sixteen, this is faster than
 * sorting (docs/history/2026-11-26-labels-along-axes.md, "Short vectors without a sort").
 */
#define CLR_LABELS_PARAMETERS                                                                      \
    const uint outer, const uint inner, const uint inner_inverse, const uint inner_shift,          \
        const uint rows_of_labels, const uint rows_inverse, const uint rows_shift,                 \
        const ulong label_count, const uint first_row, const uint first_inner,
#define CLR_LABELS_SET                                                                             \
    const clr_labels own_labels = {labels + first_label * words,                                   \
                                   {inner, inner_inverse, inner_shift},                            \
                                   {rows_of_labels, rows_inverse, rows_shift},                     \
                                   label_count,                                                    \
                                   (ulong)outer * inner,                                           \
                                   words,                                                          \
                                   is_signed,                                                      \
                                   outer,                                                          \
                                   first_row,                                                      \
                                   first_inner};

typedef struct clr_extent {
    uint extent;
    uint inverse;
    uint shift;
} clr_extent;

typedef struct clr_labels {
    __global const uint *at;
    clr_extent inner;
    clr_extent rows;
    ulong count;
    ulong columns;
    uint words; /* of a label */
    uint is_signed;
    uint outer;
    uint first_row;   /* number of element 0's row, among outer x rows rows */
    uint first_inner; /* element 0's index in its row */
} clr_labels;

/* number / extent, by the inverse. */
CLR_FN uint clr_over(const uint number, const clr_extent extent)
{
    return (uint)((ulong)number * extent.inverse >> extent.shift);
}

/* The number of an element's cell: beyond all cells for a label that has no result. */
CLR_FN ulong clr_cell_for(const clr_labels labels, const ulong element)
{
    const uint  number = (uint)element + labels.first_inner;
    const uint  above  = clr_over(number, labels.inner);
    const uint  row    = labels.first_row + above;
    const uint  outer  = labels.outer > 1 ? clr_over(row, labels.rows) : 0;
    const ulong label  = clr_label_at(labels.at, row - outer * labels.rows.extent, labels.words,
                                      labels.is_signed);

    return label < labels.count ? label * labels.columns + outer * labels.inner.extent +
                                      (number - above * labels.inner.extent)
                                : ULONG_MAX;
}
