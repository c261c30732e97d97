/*
 * kept - labels along axes, once they are sorted. An entry of the sorted list is an index along the
 * labelled axes, `numbers`; label l has entries begins[l] to begins[l + 1] - 1. One kernel finds
 * where each entry's elements begin; one puts into results that are indices the index in place of
 * the entry's number. Axes are in the order of cl/shape/kept.cl: the kept axes first, then the
 * labelled axes with the innermost in front.
 */
/* Elements from the first to the one at index `number` along the labelled axes. */
CLR_FN ulong clr_offset_of(__constant const clr_axes *axes, const uint number)
{
    ulong left   = number;
    ulong offset = 0;

    for (uint axis = axes->kept; axis < axes->kept + axes->labelled; axis++) {
        const ulong above = left / axes->axes[axis].extent;

        offset += (left - above * axes->axes[axis].extent) * (ulong)axes->axes[axis].step;
        left = above;
    }
    return offset;
}

/* Offsets count from the lowest element; where steps are negative it lies `below` elements before
 * the one at index 0. They fit 32 bits: src/problem/shape/shape_axis_labels.c refuses others. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_list_offsets(__global const uint *numbers, __global const uint *begins,
                      const uint results, __constant const clr_axes *axes, const ulong below,
                      __global uint *offsets)
{
    const ulong end = begins[results];

    for (ulong i = get_global_id(0); i < end; i += get_global_size(0))
        offsets[i] = (uint)(clr_offset_of(axes, numbers[i]) + below);
}

/* A result's index is an entry's number within its label: replaces it by the entry's index along
 * the labelled axes. Result `row` has its index in word place + row * step: of an array of results,
 * or of states that are left. A number beyond the label's entries is no entry's, and stays. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_name_kept(__global const uint *numbers, __global const uint *begins, const uint results,
                   const ulong kept, __global ulong *indices, const ulong place, const ulong step)
{
    for (ulong row = get_global_id(0); row < results * kept; row += get_global_size(0)) {
        const ulong label = row / kept;
        const ulong at    = place + row * step;
        const ulong index = indices[at];

        if (index < begins[label + 1] - begins[label])
            indices[at] = numbers[begins[label] + (uint)index];
    }
}
