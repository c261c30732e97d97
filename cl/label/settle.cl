/*
 * settle - decides whether a sum of 0 is -0, which it is if all of its label's elements were -0.
 * Most data have no -0, and then no element needs to look: the launch ends at once
 * (told->minus_zero). If some have, each element other than -0 sets its label's bit, where only -0
 * is noted. Asking at each addition instead took exact sums 1400 us for 1000 of 2^14 labels
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Labels").
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_label_settle(CLR_LABEL_PARAMETERS)
{
    const clr_memory memory = {0};
    const ulong all = clr_count_there(counts, count_index, n);
    const ulong own = told->minus_zero ? clr_count_from(all, base, count) : 0;
    volatile __global uint *met = seen;
    ulong element = get_global_id(0) * apart;
    clr_span span;
    CLR_LABELS_SET

    CLR_SET_INPUTS
    span.aligned = true;
    span.alike   = true;
    for (ulong k = 0; k < most && element < own; k++, element += step) {
        const clr_inputs inputs = clr_read_inputs(span, element);
        const ulong label = clr_cell_for(own_labels, element);

        if (CLR_COUNTS_READ(inputs) && label < results &&
            CLR_LOOK(&met[label]) == CLR_MET_MINUS_ZERO &&
            !(clr_change_of(memory, inputs, base + element, all).seen & CLR_MET_MINUS_ZERO))
            atomic_or(&met[label], CLR_CHANGE_SEEN);
    }
}
