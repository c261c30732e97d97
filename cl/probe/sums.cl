/*
 * sums - two sums of numbers known to the host: by one item in a long loop, and by the items of a
 * group. They use what every reduction does: loops of any length, integers of 32 and 64 bits,
 * barriers and atomics of local memory.
 */
CLR_FN uint clr_known_number(const uint i)
{
    const ulong x = (ulong)i * 0x9e3779b97f4a7c15UL;

    return (uint)(mul_hi(x, 0xd1b54a32d192ed03UL) >> 32) ^ (uint)clz(x);
}

/* words[0] becomes the sum. */
__kernel void clr_sum_alone(__global ulong *words)
{
    ulong sum = 0;

    for (uint i = 0; i < CLR_KNOWN_NUMBERS; i++)
        sum += clr_known_number(i);
    words[0] = sum;
}

/* words[0] becomes the sum by a tree with barriers; words[1] the sum by 32-bit atomics, with the
 * overflows of its lower half counted in the upper half. */
__kernel void clr_sum_together(__global ulong *words)
{
    __local ulong tree[CLR_KNOWN_ITEMS];
    __local uint low;
    __local uint wraps;
    const uint item = (uint)get_local_id(0);
    const uint items = (uint)get_local_size(0);
    ulong sum = 0;

    if (item == 0) {
        low = 0;
        wraps = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < CLR_KNOWN_NUMBERS; i += items) {
        const uint number = clr_known_number(i);
        const uint before = atomic_add(&low, number);

        sum += number;
        if (before + number < before)
            atomic_inc(&wraps);
    }
    tree[item] = sum;
    for (uint left = items; left > 1; left = (left + 1) / 2) {
        const uint half_of_it = (left + 1) / 2;

        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left / 2)
            tree[item] += tree[item + half_of_it];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        words[0] = tree[0];
        words[1] = (ulong)wraps << 32 | low;
    }
}
