/*
 * arithmetic - operations on doubles with known results (src/base/ieee.def), as pieces use them:
 * scalars and vectors. Numbers are passed as bits, those of floats in the lower half.
 */
CLR_FN CLR_WIDE(ulong) CLR_AT(bits_of_float)(const CLR_WIDE(float) x)
{
    return CLR_WIDE(convert_ulong)(CLR_WIDE(as_uint)(x));
}

/* The relations of a and b, a bit each; not bit 0, as Oclgrind 21.10 makes 255 of a vector's truth
 * values where 1 is meant. */
CLR_FN CLR_WIDE(ulong) CLR_AT(relations)(const CLR_WIDE(double) a, const CLR_WIDE(double) b)
{
    const CLR_WIDE(ulong) none = (CLR_WIDE(ulong))(0);

    return ((a < b) ? (CLR_WIDE(ulong))(2) : none) + ((a == b) ? (CLR_WIDE(ulong))(4) : none) +
           ((a > b) ? (CLR_WIDE(ulong))(8) : none) + ((a != a) ? (CLR_WIDE(ulong))(16) : none);
}

CLR_FN CLR_WIDE(ulong) CLR_AT(compute)(const uint operation, const CLR_WIDE(ulong) of_a,
                                       const CLR_WIDE(ulong) of_b, const CLR_WIDE(ulong) of_c)
{
    const CLR_WIDE(double) a = CLR_WIDE(as_double)(of_a);
    const CLR_WIDE(double) b = CLR_WIDE(as_double)(of_b);
    const CLR_WIDE(double) c = CLR_WIDE(as_double)(of_c);
    const CLR_WIDE(float) f  = CLR_WIDE(as_float)(CLR_WIDE(convert_uint)(of_a));
    const CLR_WIDE(float) g  = CLR_WIDE(as_float)(CLR_WIDE(convert_uint)(of_b));

    switch (operation) {
    case CLR_SUM:
        return CLR_WIDE(as_ulong)(a + b);
    case CLR_LOSS:
        return CLR_WIDE(as_ulong)(CLR_AT(two_sum)(a, b).error);
    case CLR_CANCELLATION:
        return CLR_WIDE(as_ulong)(a - a);
    case CLR_SUM_WITH_ZERO:
        return CLR_WIDE(as_ulong)(a + 0.0);
    case CLR_PRODUCT:
        return CLR_WIDE(as_ulong)(a * b);
    case CLR_UNFUSED:
        return CLR_WIDE(as_ulong)(a * b + c);
    case CLR_FUSED:
        return CLR_WIDE(as_ulong)(fma(a, b, c));
    case CLR_QUOTIENT:
        return CLR_WIDE(as_ulong)(a / b);
    case CLR_ROOT:
        return CLR_WIDE(as_ulong)(sqrt(a));
    case CLR_RELATIONS:
        return CLR_AT(relations)(a, b);
    case CLR_TO_FLOAT:
        return CLR_AT(bits_of_float)(CLR_WIDE(convert_float)(a));
    case CLR_FROM_FLOAT:
        return CLR_WIDE(as_ulong)(CLR_WIDE(convert_double)(f));
    case CLR_TO_LONG:
        return CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(a));
    case CLR_FROM_LONG:
        return CLR_WIDE(as_ulong)(CLR_WIDE(convert_double)(CLR_WIDE(as_long)(of_a)));
    case CLR_FLOAT_SUM:
        return CLR_AT(bits_of_float)(f + g);
    default:
        return CLR_AT(bits_of_float)(f * g);
    }
}

/* Each operation has CLR_IEEE_ROWS of a, b, c and results, one array after the other; an item
 * computes a vector. */
__kernel void CLR_AT(arithmetic)(__global ulong *tables)
{
    const uint vectors      = CLR_IEEE_ROWS / CLR_WIDTH;
    const uint operation    = (uint)get_global_id(0) / vectors;
    const uint vector       = (uint)get_global_id(0) % vectors;
    __global CLR_WIDE(ulong) *table =
        (__global CLR_WIDE(ulong) *)(tables + 4 * CLR_IEEE_ROWS * operation) + vector;

    table[3 * vectors] =
        CLR_AT(compute)(operation, table[0], table[vectors], table[2 * vectors]);
}
