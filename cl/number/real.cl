/* real - functions for statistics, of the device's own floats. */
CLR_FN CLR_AT(number) CLR_AT(subtract)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return a - b;
}

/* a b + c, rounded once. */
CLR_FN CLR_AT(number) CLR_AT(multiply_add)(const CLR_AT(number) a, const CLR_AT(number) b,
                                           const CLR_AT(number) c)
{
    return fma(a, b, c);
}

/* x / n, rounded twice; n of 0 counts as 1. */
CLR_FN CLR_AT(number) CLR_AT(over)(const CLR_AT(number) x, const CLR_COUNTS(ulong) n)
{
    const CLR_COUNTS(ulong) divisor = max(n, (CLR_COUNTS(ulong))(1));

    return x * ((CLR_NUMBER)1 / CLR_COUNTS(CLR_CONVERT)(divisor));
}

CLR_FN CLR_AT(number) CLR_AT(quotient)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return a / b;
}

CLR_FN CLR_AT(number) CLR_AT(pick)(const CLR_WIDE(long) first, const CLR_AT(number) a,
                                   const CLR_AT(number) b)
{
    return first ? a : b;
}

CLR_FN CLR_AT(number) CLR_AT(count_number)(const CLR_COUNTS(ulong) n)
{
    return (CLR_AT(number))(CLR_COUNTS(CLR_CONVERT)(n));
}
