/* half - reads IEEE binary16 as float, without half arithmetic. */
CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_LOAD(at);
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_WIDE(vload_half)(0, at);
}

#ifdef CLR_NARROW
/* Rounds to nearest; returns the bits. A pair is stored, as a single one would be stored in the
 * result itself, which then stays in memory: Oclgrind 21.10 fails on that. */
CLR_FN ushort clr_half_bits(const float x)
{
    ushort2 bits;

    vstore_half2_rte((float2)(x), 0, (__private half *)&bits);
    return bits.x;
}
#endif
