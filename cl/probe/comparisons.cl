/*
 * comparisons - how the device compares floats: subnormal numbers, both zeros, infinities and NaNs.
 * A pair comes as the halves of a word, which is replaced by the relations found.
 */
__kernel void clr_comparisons(__global ulong *pairs)
{
    const size_t at = get_global_id(0);
    const float a   = as_float((uint)(pairs[at] >> 32));
    const float b   = as_float((uint)pairs[at]);

    pairs[at] = (a < b ? CLR_LESS : 0) | (a == b ? CLR_EQUAL : 0) | (a > b ? CLR_GREATER : 0) |
                (a != a || b != b ? CLR_UNORDERED : 0);
}
