/* bfloat - the upper half of a binary32 as storage, read as float. */
CLR_FN CLR_AT(value) CLR_AT(read)(__global const CLR_STORED *at)
{
    const CLR_WIDE(ushort) bits = *(__global const CLR_WIDE(ushort) *)at;

    return CLR_WIDE(as_float)(CLR_WIDE(convert_uint)(bits) << 16);
}
