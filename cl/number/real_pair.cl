/* real_pair - functions for statistics, of double_float numbers. */
CLR_FN CLR_AT(number) CLR_AT(subtract)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_AT(number) negative = {-b.high, -b.low};

    return CLR_AT(add)(a, negative);
}

CLR_FN CLR_AT(number) CLR_AT(multiply_add)(const CLR_AT(number) a, const CLR_AT(number) b,
                                           const CLR_AT(number) c)
{
    return CLR_AT(add)(CLR_AT(multiply)(a, b), c);
}

CLR_FN CLR_AT(number) CLR_AT(count_number)(const CLR_COUNTS(ulong) n)
{
    const CLR_COUNTS(long) count  = CLR_COUNTS(as_long)(n);
    const CLR_COUNTS(float) whole = CLR_COUNTS(convert_float)(count);
    const CLR_COUNTS(long) beyond = count - CLR_COUNTS(convert_long)(whole);
    const CLR_COUNTS(float) rest  = CLR_COUNTS(convert_float)(beyond);
    const CLR_AT(number) number   = {(CLR_WIDE(float))(whole), (CLR_WIDE(float))(rest)};

    return number;
}

/* a / b by long division: a quotient of the high parts, and one of the remainder. */
CLR_FN CLR_AT(number) CLR_AT(quotient)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    const CLR_AT(number) whole = {a.high / b.high, (CLR_WIDE(float))(0.0f)};
    const CLR_AT(number) left  = CLR_AT(subtract)(a, CLR_AT(multiply)(whole, b));

    return CLR_AT(renormalise)(whole.high, left.high / b.high);
}

/* x / n; n of 0 counts as 1. */
CLR_FN CLR_AT(number) CLR_AT(over)(const CLR_AT(number) x, const CLR_COUNTS(ulong) n)
{
    return CLR_AT(quotient)(x, CLR_AT(count_number)(max(n, (CLR_COUNTS(ulong))(1))));
}

CLR_FN CLR_AT(number) CLR_AT(pick)(const CLR_WIDE(long) first, const CLR_AT(number) a,
                                   const CLR_AT(number) b)
{
    const CLR_WIDE(int) of_a = CLR_WIDE(convert_int)(first);
    CLR_AT(number) picked;

    picked.high = of_a ? a.high : b.high;
    picked.low  = of_a ? a.low : b.low;
    return picked;
}

#ifdef CLR_NARROW
/* The bits of a double times 2^places; both are normal numbers. */
CLR_FN ulong CLR_OF(scale_bits)(const ulong bits, const int places)
{
    const ulong field = (bits >> 52) & 0x7ff;

    return field == 0 || field == 0x7ff ? bits : bits + ((ulong)(long)places << 52);
}

/* The root of the high part, and a step of Newton's method. */
CLR_FN CLR_OF(number) CLR_OF(root)(const CLR_OF(number) x)
{
    const CLR_OF(number) root = {sqrt(x.high), 0.0f};
    const CLR_OF(number) left = CLR_OF(subtract)(x, CLR_OF(multiply)(root, root));

    if (!(root.high > 0.0f) || !CLR_OF(are_finite)(root.high))
        return root;
    return CLR_OF(renormalise)(root.high, left.high / (2.0f * root.high));
}
#endif
