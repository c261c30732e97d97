/* bfloat - reads bf16, stored as the upper half of a float, as float. */
CLR_FN CLR_ALL(value) CLR_ALL(widen_bits)(const CLR_WIDE(ushort) bits)
{
    return CLR_WIDE(as_float)(CLR_WIDE(convert_uint)(bits) << 16);
}

CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_ALL(widen_bits)(CLR_LOAD(at));
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_ALL(widen_bits)(CLR_VLOAD(at));
}
