/* sum_near - cl/label/sum.cl for few labels: a group has sums of its own in local memory, in halves
 * (cl/label/near_halves.cl, near_add.cl), and adds them to the cells at its end. */
CLR_FN void clr_near_take(const clr_near near, const uint label, const clr_memory memory,
                          const clr_inputs inputs, const ulong i, const ulong n, uint *passed)
{
    clr_near_add(near.halves + label, near.results, clr_change_of(memory, inputs, i, n).x[0]);
}

CLR_FN void clr_near_tell(const clr_near near, __global clr_told *told)
{
    for (uint label = CLR_ITEM; label < near.results; label += CLR_ITEMS) {
        const ulong sum = (ulong)near.halves[near.results + label] << 32 | near.halves[label];

        if (sum)
            clr_add_to(near.cells + label, sum);
    }
    clr_tell_rows(told, 0);
}
