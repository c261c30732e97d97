/* half - IEEE binary16 as storage, read as float; needs no half arithmetic. */
CLR_FN CLR_ALL(held) CLR_ALL(read)(__global const CLR_STORED *at)
{
    return CLR_WIDE(CLR_VLOAD_HALF)(0, at);
}

CLR_FN CLR_ALL(held) CLR_ALL(read_loose)(__global const CLR_STORED *at)
{
    return CLR_WIDE(vload_half)(0, at);
}
