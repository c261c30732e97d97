/* half - IEEE binary16 as storage, read as float; needs no half arithmetic. */
CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_LOAD(at);
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_WIDE(vload_half)(0, at);
}

#ifdef CLR_NARROW
/* Rounded to the nearest, and its bits. A pair is stored, not the one, as compilers would store
   that in the result itself, which then stays in memory: more than Oclgrind 21.10 understands. */
CLR_FN ushort clr_half_bits(const float x)
{
    ushort2 bits;

    vstore_half2_rte((float2)(x), 0, (__private half *)&bits);
    return bits.x;
}
#endif
