/* of_element - one label an element: its cell is the label's. Its alternative is
 * cl/label/of_row.cl. */
#define CLR_LABELS_PARAMETERS
#define CLR_LABELS_SET                                                                             \
    const clr_labels own_labels = {labels + first_label * words, words, is_signed};

typedef struct clr_labels {
    __global const uint *at;
    uint words; /* of a label */
    uint is_signed;
} clr_labels;

/* The number of an element's cell: beyond all cells for a label that has no result. */
CLR_FN ulong clr_cell_for(const clr_labels labels, const ulong element)
{
    return clr_label_at(labels.at, element, labels.words, labels.is_signed);
}
