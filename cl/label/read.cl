/* read - reads a label, an integer of 32 or 64 bits, signed or not. */
/* A label below 0 becomes a number above all results, so that one comparison finds labels without a
 * result. */
CLR_FN ulong clr_label_at(__global const uint *labels, const ulong number, const uint words,
                          const uint is_signed)
{
    const uint low = labels[number * words];

    if (words == 2)
        return (ulong)labels[number * 2 + 1] << 32 | low;
    return is_signed ? (ulong)(long)as_int(low) : (ulong)low;
}
