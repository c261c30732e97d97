/* count_strays - counts the labels along axes that have no result, once a label: cl/label/of_row.cl
 * looks at a label for each of its elements. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_count_strays(__global const uint *labels, const ulong first_label, const uint words,
                      const uint is_signed, const uint rows, const ulong label_count,
                      __global uint *outside)
{
    uint strays = 0;

    for (ulong row = get_global_id(0); row < rows; row += get_global_size(0))
        strays += clr_label_at(labels + first_label * words, row, words, is_signed) < label_count
                      ? 0
                      : 1;
    clr_tell_outside(outside, strays);
}
